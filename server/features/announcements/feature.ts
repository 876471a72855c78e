import type { Feature } from '../../feature.ts';
import { registerAnnouncements } from './routes.ts';
import { enqueueInterrupted, SEND_ANNOUNCEMENT, sendAnnouncement } from './send.ts';

export const announcements: Feature = {
  name: 'announcements',
  routes: registerAnnouncements,
  jobs: [{ name: SEND_ANNOUNCEMENT, run: (services, { id }) => sendAnnouncement(services, Number(id)) }],
  catchUp: enqueueInterrupted,
};

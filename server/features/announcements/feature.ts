import type { FastifyInstance } from 'fastify';
import { announcementCalls } from '../../../domain/calls/announcements.ts';
import type { Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { CommandServices } from '../../services.ts';
import { deliveryOf, listRecipients } from './delivery.ts';
import { preview, selectedAccounts } from './selection.ts';
import { announce, enqueueInterrupted, SEND_ANNOUNCEMENT, sendAnnouncement } from './send.ts';

async function registerAnnouncements(app: FastifyInstance, services: CommandServices): Promise<void> {
  addCalls(app, announcementCalls, {
    'POST /api/announcements/preview': ({ actor, body }) => preview(services, actor, body),
    'POST /api/announcements/people': ({ actor, body }) => selectedAccounts(services, actor, body),
    'POST /api/announcements/send': async ({ actor, body, key }) => ({
      id: await announce(services, actor, body, key),
    }),
    'GET /api/announcements/:id/delivery': ({ actor, params }) => deliveryOf(services, actor, params.id),
    'GET /api/announcements/:id/recipients': ({ actor, params, query: { show = 'all', q = '', start = 0 } }) =>
      listRecipients(services, actor, params.id, { show, q, start }),
  });
}

export const announcements: Feature = {
  name: 'announcements',
  routes: registerAnnouncements,
  jobs: [{ name: SEND_ANNOUNCEMENT, run: (services, { id }) => sendAnnouncement(services, Number(id)) }],
  catchUp: enqueueInterrupted,
};

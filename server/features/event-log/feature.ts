import type { Feature } from '../../feature.ts';
import { clearEventLog } from './retention.ts';
import { registerEventLog } from './routes.ts';

export const eventLog: Feature = { name: 'event-log', routes: registerEventLog, housekeeping: clearEventLog };

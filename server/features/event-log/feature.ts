import type { Feature } from '../../feature.ts';
import { registerEventLog } from './routes.ts';

export const eventLog: Feature = { name: 'event-log', routes: registerEventLog };

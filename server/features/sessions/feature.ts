import type { Feature } from '../../feature.ts';
import { roundStoredMinutes } from '../../resources/whole-minutes.ts';
import { registerScheduling } from './scheduling/routes.ts';
import { registerSessionPlanning } from './scheduling/session-routes.ts';
import { addSessionRules } from './scheduling/session-rules.ts';

export const scheduling: Feature = {
  name: 'scheduling',
  checks: addSessionRules,
  catchUp: async (services) => {
    await roundStoredMinutes(services, 'instances');
    await roundStoredMinutes(services, 'eventSeries');
  },
  routes: async (app, services) => {
    await registerScheduling(app, services);
    await registerSessionPlanning(app, services);
  },
};

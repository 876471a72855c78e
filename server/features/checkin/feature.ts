import type { Feature } from '../../feature.ts';
import { registerCodes } from './code-routes.ts';
import { registerDoor } from './routes.ts';
import { addTakeOverRules, TAKE_OVER, takeOver } from './take-over.ts';

export const checkin: Feature = {
  name: 'checkin',
  checks: addTakeOverRules,
  jobs: [{ name: TAKE_OVER, run: (services, { userId }) => takeOver(services, Number(userId)) }],
  routes: async (app, services) => {
    await registerDoor(app, services);
    await registerCodes(app, services);
  },
};

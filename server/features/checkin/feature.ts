import type { Feature } from '../../feature.ts';
import { registerDoor } from './routes.ts';
import { addTicketCommands } from './ticket-commands.ts';
import { addTakeOverRules, TAKE_OVER, takeOver } from './take-over.ts';

export const checkin: Feature = {
  name: 'checkin',
  checks: addTakeOverRules,
  commands: addTicketCommands,
  jobs: [{ name: TAKE_OVER, run: (services, { userId }) => takeOver(services, Number(userId)) }],
  routes: registerDoor,
};

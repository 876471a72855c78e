import type { Feature } from '../../feature.ts';
import { checkCannedReplies } from './canned-replies.ts';
import { addRequestCommands } from './commands.ts';
import { registerRequests } from './routes.ts';

export const requests: Feature = {
  name: 'requests',
  checks: checkCannedReplies,
  commands: addRequestCommands,
  routes: registerRequests,
};

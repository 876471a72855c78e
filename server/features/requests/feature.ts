import { REPLY_PLACEHOLDERS, unknownPlaceholders } from '../../../domain/requests/conversation.ts';
import type { Feature } from '../../feature.ts';
import type { Needs } from '../../services.ts';
import { addRequestCommands } from './commands.ts';
import { registerRequests } from './routes.ts';

function checkCannedReplies({ engine }: Needs<'engine'>): void {
  engine.check('cannedReplies', async ({ after }) => {
    const [unknown] = unknownPlaceholders(typeof after?.['text'] === 'string' ? after['text'] : '');
    if (unknown === undefined) return null;
    const known = REPLY_PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
    return { text: `There is no placeholder {${unknown}}. Known: ${known}` };
  });
}

export const requests: Feature = {
  name: 'requests',
  checks: checkCannedReplies,
  commands: addRequestCommands,
  routes: registerRequests,
};

import { REPLY_PLACEHOLDERS, unknownPlaceholders } from '../../../domain/requests/conversation.ts';
import type { Services } from '../../services.ts';

export function checkCannedReplies({ engine }: Services): void {
  engine.check('cannedReplies', async ({ after }) => {
    const [unknown] = unknownPlaceholders(typeof after?.['text'] === 'string' ? after['text'] : '');
    if (unknown === undefined) return null;
    const known = REPLY_PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
    return { text: `There is no placeholder {${unknown}}. Known: ${known}` };
  });
}

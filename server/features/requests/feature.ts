import { REPLY_PLACEHOLDERS, unknownPlaceholders } from '../../../domain/requests/conversation.ts';
import type { Feature } from '../../feature.ts';
import type { Needs } from '../../services.ts';
import { endAccess } from './end-access.ts';
import { runAction } from './run-action.ts';
import { ACTION_JOB } from './start-actions.ts';
import { addRequestCommands } from './commands.ts';
import { registerRequestPayable } from './payable.ts';
import { remindCustomers } from './reminders.ts';
import { registerRequests } from './routes.ts';

function checkCannedReplies({ engine }: Needs<'engine'>): void {
  engine.rules.check('cannedReplies', async ({ after }) => {
    const [unknown] = unknownPlaceholders(typeof after?.['text'] === 'string' ? after['text'] : '');
    if (unknown === undefined) return null;
    const known = REPLY_PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
    return { text: `There is no placeholder {${unknown}}. Known: ${known}` };
  });
}

export const requests: Feature = {
  name: 'requests',
  checks: checkCannedReplies,
  commands: (services) => {
    registerRequestPayable(services);
    addRequestCommands(services);
  },
  jobs: [{ name: ACTION_JOB, run: (services, { runId }) => runAction(services, Number(runId)) }],
  schedules: [{ name: 'request-reminders', cron: '23 * * * *', run: remindCustomers }],
  housekeeping: endAccess,
  routes: registerRequests,
};

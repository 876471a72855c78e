import type { Feature } from '../../feature.ts';
import { mailSettings } from '../../platform/mail/settings.ts';
import type { Services } from '../../services.ts';
import { aboutMail } from './diagnostics.ts';
import { listenForBounces } from './bounces.ts';
import { sendDailyMails } from './digest.ts';
import { registerMails } from './mail-routes.ts';
import { registerMessages } from './routes.ts';
import { clearMessages } from './retention.ts';
import { SEND_MAILS, sendDueMails } from './outbox.ts';
import { addSuppressionRules } from './suppressed.ts';

/** Below the time after which the queue takes a job for lost: what is left is sent by the next run. */
const LONGEST_RUN = 600_000;

async function sendMails(services: Services): Promise<void> {
  if (services.mail !== null) await sendDueMails(services, services.mail, AbortSignal.timeout(LONGEST_RUN));
}

export const messages: Feature = {
  name: 'messages',
  settings: mailSettings,
  diagnostics: [aboutMail],
  checks: addSuppressionRules,
  listen: listenForBounces,
  routes: async (app, services) => {
    await registerMessages(app, services);
    await registerMails(app, services);
  },
  housekeeping: clearMessages,
  jobs: [{ name: SEND_MAILS, together: true, run: sendMails }],
  // Mails that were put off come due without anything else happening.
  schedules: [
    { name: 'messages.retry', cron: '* * * * *', run: sendMails },
    { name: 'messages.digest', cron: '0 * * * *', run: sendDailyMails },
  ],
};

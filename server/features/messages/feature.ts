import { sql } from 'kysely';
import type { Feature } from '../../feature.ts';
import { deleteExpired } from '../../platform/expired-rows.ts';
import { mailSettings } from '../../platform/mail/settings.ts';
import type { CommandServices, MailServices, Needs } from '../../services.ts';
import { listenForBounces } from './bounces.ts';
import { aboutMail } from './diagnostics.ts';
import { DAILY_MAILS, sendDailyMails } from './digest.ts';
import { RELEASE_NOTICES } from './held-notices.ts';
import { addMailCommands } from './mail-actions.ts';
import { registerMails } from './mail-routes.ts';
import { sendDueMails } from './outbox.ts';
import { SEND_MAILS } from './wake-outbox.ts';
import { releaseNotices } from './release-notices.ts';
import { registerMessages } from './routes.ts';
import { addSendTemplate } from './send-template.ts';
import { addSuppressionRules } from './suppressed.ts';

/** Waiting mails are stored with their content. */
const ON_ITS_WAY = sql`('queued', 'deferred', 'sending', 'digest')`;

/** Deletes mails and messages by the ages of the settings. Open questions of requests remain. */
async function clearMessages(services: CommandServices): Promise<void> {
  const { systemSettings } = services;
  await deleteExpired(services, {
    table: 'mails',
    since: 'createdAt',
    days: systemSettings.value('retention.mails'),
    only: sql<boolean>`"row"."state" not in ${ON_ITS_WAY}`,
  });
  await deleteExpired(services, {
    table: 'messages',
    since: 'createdAt',
    days: systemSettings.value('retention.messages'),
    only: sql<boolean>`
      not exists (select 1 from "mails" m where m."messageId" = "row"."id" and m."state" in ${ON_ITS_WAY})
      and not ("row"."kind" in ('Question', 'Confirmation', 'Resubmit') and "row"."about" = 'submissions' and exists (
        select 1 from "requestMessages" q where q."submissionId" = "row"."aboutId" and q."state" = 'open'))`,
  });
}

/** Two runs are shorter than the time after which the queue takes a job for lost. The next run sends the rest. */
const LONGEST_RUN = 400_000;

const runs = new WeakMap<object, Promise<unknown>>();

async function sendMails(services: MailServices & Needs<'jobs'>): Promise<void> {
  const { mail, jobs } = services;
  if (mail === null) return;
  const before = runs.get(services);
  const run = (before ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => {
      const end = AbortSignal.any([jobs.stopping, AbortSignal.timeout(LONGEST_RUN)]);
      return sendDueMails(services, mail, end, { isFirst: before === undefined });
    });
  runs.set(services, run);
  await run;
}

export const messages: Feature = {
  name: 'messages',
  settings: mailSettings,
  diagnostics: [aboutMail],
  checks: addSuppressionRules,
  commands: (services) => {
    addMailCommands(services);
    addSendTemplate(services);
  },
  listen: listenForBounces,
  routes: async (app, services) => {
    await registerMessages(app, services);
    await registerMails(app, services);
  },
  housekeeping: clearMessages,
  // What waited while no server ran.
  catchUp: async ({ jobs, db }) => {
    await jobs.enqueue(db, RELEASE_NOTICES);
    await jobs.enqueue(db, SEND_MAILS);
    await jobs.enqueue(db, DAILY_MAILS);
  },
  jobs: [
    { name: SEND_MAILS, batched: true, run: sendMails },
    { name: RELEASE_NOTICES, batched: true, run: releaseNotices },
  ],
  // Deferred mails fall due without any event.
  schedules: [
    {
      name: 'messages.retry',
      cron: '* * * * *',
      run: async (services) => {
        await releaseNotices(services);
        await sendMails(services);
      },
    },
    { name: DAILY_MAILS, cron: '0 * * * *', run: sendDailyMails },
  ],
};

import { sql } from 'kysely';
import { deleteExpired } from '../../platform/expired-rows.ts';
import type { Services } from '../../services.ts';

/** Waiting mails are stored with their content. */
const ON_ITS_WAY = sql`('queued', 'deferred', 'sending', 'digest')`;

/** Deletes mails and messages by the ages of the settings. Open questions of requests remain. */
export async function clearMessages(services: Services): Promise<void> {
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

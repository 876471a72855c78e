import { randomUUID } from 'node:crypto';
import { DAILY_MAIL } from '../../../domain/messages/messages.ts';
import { transaction, type Db, type Tx } from '../../platform/database.ts';
import { takeLock } from '../../platform/locks.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import type { CommandServices, NoticeServices } from '../../services.ts';
import { digestWindowAt, type DigestWindow } from './digest-window.ts';
import { quietEnds } from './quiet.ts';
import { cancelUnwanted } from './unwanted.ts';
import { wakeOutbox } from './wake-outbox.ts';

export const DAILY_MAILS = 'messages.digest';

/**
 * Runs hourly and when a process starts: after seven, everything that has waited since before goes out, once a day per
 * person, however late. Later messages wait for tomorrow.
 */
export async function sendDailyMails(services: CommandServices): Promise<void> {
  const now = services.clock.now();
  const window = digestWindowAt(now, services.model.site.timezone);
  if (now >= window.today) await makeDailyMails(services, window);
}

async function makeDailyMails(services: CommandServices, window: DigestWindow): Promise<void> {
  const { db, clock } = services;
  await cancelUnwanted(services, { states: ['digest'] });
  const people = await waitingSince(db, window, clock.instant()).select(['userId', 'address']).distinct().execute();
  const userIds = people.flatMap(({ userId }) => userId ?? []);
  const quietEnd = await quietEnds(services, db, userIds);
  for (const { userId, address } of people) {
    if (userId === null) continue;
    const due = quietEnd(userId, clock.now());
    const dueAt = new Date(due).toISOString();
    // Tomorrow's is not later, and contains more.
    if (due < window.tomorrow)
      await transaction(db, (tx) => makeDailyMail(services, tx, window, { userId, address, dueAt }));
  }
}

/** Rows of mails that are part of none yet. Later than now: the clock was set back. */
function waitingSince(db: Db, { today }: DigestWindow, now: string) {
  return db
    .selectFrom('mails')
    .where('state', '=', 'digest')
    .where('digestId', 'is', null)
    .where(({ or, eb }) => or([eb('createdAt', '<', new Date(today).toISOString()), eb('createdAt', '>', now)]));
}

interface DigestReader {
  userId: number;
  address: string;
  dueAt: string;
}

async function hadMailToday(tx: Tx, { today }: DigestWindow, now: string, to: DigestReader): Promise<boolean> {
  const mail = await tx
    .selectFrom('mails')
    .select('id')
    .where('event', '=', 'digest')
    .where('userId', '=', to.userId)
    .where('address', '=', to.address)
    .where('createdAt', '>=', new Date(today).toISOString())
    .where('createdAt', '<=', now)
    .executeTakeFirst();
  return mail !== undefined;
}

/** Nothing happens if nothing waits, or the person has had today's mail. */
async function makeDailyMail(
  { model, clock, jobs, settings }: NoticeServices,
  tx: Tx,
  window: DigestWindow,
  to: DigestReader,
): Promise<void> {
  const { userId, address } = to;
  await takeLock(tx, 'daily mail', String(userId));
  const now = clock.instant();
  if (await hadMailToday(tx, window, now, to)) return;
  const waiting = await waitingSince(tx, window, now)
    .select('id')
    .where('userId', '=', userId)
    .where('address', '=', address)
    .forUpdate()
    .execute();
  if (waiting.length === 0) return;
  const host = new URL(siteOrigin(settings, null)).hostname;
  const { id } = await tx
    .insertInto('mails')
    .values({
      ...to,
      category: DAILY_MAIL,
      event: 'digest',
      state: 'queued',
      subject: `${model.site.productName}: ${waiting.length === 1 ? 'one message' : `${waiting.length} messages`}`,
      headerId: `<${randomUUID()}@${host}>`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('mails')
    .set({ digestId: id })
    .where(
      'id',
      'in',
      waiting.map((mail) => mail.id),
    )
    .execute();
  await wakeOutbox({ jobs }, tx);
}

import { randomUUID } from 'node:crypto';
import { DAILY_MAIL } from '../../../domain/messages.ts';
import { wallTimeOf, zoneOffsets } from '../../../domain/zoned-time.ts';
import { transaction, type Db } from '../../platform/database.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import type { Services } from '../../services.ts';
import { SEND_MAILS } from './outbox.ts';
import { dueTimes } from './quiet.ts';

/** The hour of the site's day at which the daily mails go out. */
const HOUR = 7;
const HOUR_LENGTH = 3_600_000;

/** Runs every hour: the site's clock changes twice a year, the schedule's does not. */
export async function sendDailyMails(services: Services): Promise<void> {
  const now = services.clock.now();
  const wall = wallTimeOf(now, zoneOffsets(services.model.site.timezone, now, now + 1));
  if (Math.floor(wall / HOUR_LENGTH) % 24 === HOUR) await collectDailyMails(services);
}

/** Puts what waits for each person into one mail. Returns how many mails that are. Twice an hour it finds nothing the second time. */
export async function collectDailyMails(services: Services): Promise<number> {
  const { db, model, clock, jobs, settings } = services;
  await cancelUnwanted(db);
  const people = await db
    .selectFrom('mails')
    .select(['userId', 'address'])
    .where('state', '=', 'digest')
    .where('digestId', 'is', null)
    .distinct()
    .orderBy('userId')
    .execute();
  const host = new URL(siteOrigin(settings, null)).hostname;
  const dueAt = await dueTimes(
    services,
    db,
    people.flatMap(({ userId }) => userId ?? []),
    { isRequired: false, isUrgent: false },
  );
  let made = 0;
  for (const { userId, address } of people) {
    const isMade = await transaction(db, async (tx) => {
      const waiting = await tx
        .selectFrom('mails')
        .select('id')
        .where('state', '=', 'digest')
        .where('digestId', 'is', null)
        .where('userId', '=', userId)
        .where('address', '=', address)
        .forUpdate()
        .skipLocked()
        .execute();
      if (waiting.length === 0) return false;
      const { id } = await tx
        .insertInto('mails')
        .values({
          address,
          userId,
          category: DAILY_MAIL,
          event: 'digest',
          state: 'queued',
          subject: `${model.site.productName}: ${waiting.length === 1 ? 'one message' : `${waiting.length} messages`}`,
          dueAt: userId === null ? clock.instant() : dueAt(userId),
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
      await jobs.enqueue(tx, SEND_MAILS);
      return true;
    });
    if (isMade) made += 1;
  }
  return made;
}

/** What has waited for a daily mail that its reader has turned off since. */
async function cancelUnwanted(db: Db): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'cancelled' })
    .where('state', '=', 'digest')
    .where('digestId', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('messageChoices')
          .select('id')
          .whereRef('messageChoices.userId', '=', 'mails.userId')
          .whereRef('messageChoices.category', '=', 'mails.category')
          .where('delivery', 'in', ['portal', 'none']),
      ),
    )
    .execute();
}

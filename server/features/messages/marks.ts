import { sql } from 'kysely';
import type { Mark } from '../../../domain/messages/threads.ts';
import { transaction } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';
import { ofThread } from './threads.ts';

/**
 * Marks threads, or `only` these messages of them; unknown ones are ignored. Without `only`, unread means the newest
 * message alone, which is shown. Returns the ids of the messages that changed.
 */
export async function markThreads(
  services: Needs<'clock' | 'db'>,
  userId: number,
  keys: readonly string[],
  mark: Mark,
  only?: readonly number[],
): Promise<number[]> {
  const { column, isSet } = MARKED[mark];
  const value = isSet ? services.clock.instant() : null;
  const wanted = only && new Set(only);
  return transaction(services.db, async (tx) => {
    const marked: number[] = [];
    for (const key of new Set(keys)) {
      const all = await ofThread({ ...services, db: tx }, userId, key)
        .innerJoin('messages as m', 'm.id', 'r.messageId')
        .select(['r.id', 'r.messageId', 'r.readAt', 'r.archivedAt'])
        .orderBy('m.id', 'desc')
        .execute();
      const rows = wanted
        ? all.filter(({ messageId }) => wanted.has(messageId))
        : mark === 'unread'
          ? all.slice(0, 1)
          : all;
      const changed = rows.filter((row) => (row[column] === null) === isSet);
      if (changed.length === 0) continue;
      const ids = changed.map(({ id }) => id);
      await tx.updateTable('messageRecipients').set(column, value).where('id', 'in', ids).execute();
      marked.push(...changed.map(({ messageId }) => messageId));
    }
    return marked;
  });
}

const MARKED: Record<Mark, { column: 'readAt' | 'archivedAt'; isSet: boolean }> = {
  read: { column: 'readAt', isSet: true },
  unread: { column: 'readAt', isSet: false },
  archived: { column: 'archivedAt', isSet: true },
  kept: { column: 'archivedAt', isSet: false },
};

export async function markMessages(
  { db, clock }: Needs<'clock' | 'db'>,
  userId: number,
  mark: Mark,
  messages: readonly number[],
): Promise<number[]> {
  const { column, isSet } = MARKED[mark];
  const marked = await db
    .updateTable('messageRecipients')
    .set(column, isSet ? clock.instant() : null)
    .where('userId', '=', userId)
    .where(sql<boolean>`"messageId" = any(${[...messages]}::bigint[])`)
    .where(column, isSet ? 'is' : 'is not', null)
    .returning('messageId')
    .execute();
  return marked.map(({ messageId }) => messageId);
}

/** Reads all that is unread in threads that are not archived. Returns the ids of the messages that were unread. */
export async function readAll({ db, clock }: Needs<'clock' | 'db'>, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with own as (
      select m."id", coalesce(m."about", '') as "about", coalesce(m."aboutId", 0) as "aboutId", r."readAt", r."archivedAt"
      from "messageRecipients" r join "messages" m on m."id" = r."messageId" where r."userId" = ${userId})
    update "messageRecipients" set "readAt" = ${clock.instant()}
    where "userId" = ${userId} and "readAt" is null and "messageId" in (
      select "id" from own where "readAt" is null
        and ("about", "aboutId") in (select "about", "aboutId" from own where "archivedAt" is null))
    returning "messageId" as "id"`.execute(db);
  return rows.map(({ id }) => id);
}

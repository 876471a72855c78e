import { sql } from 'kysely';
import { NOW, type Db, type Tx } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';

/** Ids of the event's prerequisites that staff currently waive, by account id; 'all' if a waiver names none. */
export async function waivedPrerequisites(
  db: Db,
  eventId: number,
  userIds: readonly number[],
): Promise<Map<number, Set<number> | 'all'>> {
  const rows = await workingWaivers(db, eventId, userIds).where('kind', '=', 'prerequisite').execute();
  return new Map(
    [...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, own]) => [
      userId,
      own.some(({ prerequisiteId }) => prerequisiteId === null)
        ? 'all'
        : new Set(own.flatMap(({ prerequisiteId }) => prerequisiteId ?? [])),
    ]),
  );
}

/** When staff last waived a block, by account id: earlier no-shows and late cancellations no longer count. */
export async function blocksWaivedAt(
  db: Db,
  eventId: number,
  userIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await workingWaivers(db, eventId, userIds).where('kind', '=', 'block').orderBy('createdAt').execute();
  return new Map(rows.map(({ userId, createdAt }) => [userId, createdAt]));
}

/** A guardian's consent to what the person is too young for. */
export async function isAgeWaived(db: Db | Tx, eventId: number, userId: number): Promise<boolean> {
  const row = await workingWaivers(db, eventId, [userId]).where('kind', '=', 'age').executeTakeFirst();
  return row !== undefined;
}

function workingWaivers(db: Db | Tx, eventId: number, userIds: readonly number[]) {
  return db
    .selectFrom('waivers')
    .select(['userId', 'prerequisiteId', 'createdAt'])
    .where('userId', '=', sql<number>`any(${userIds}::bigint[])`)
    .where('eventId', '=', eventId)
    .where('revoked', 'is not', true)
    .where(({ eb, or }) => or([eb('validUntil', 'is', null), eb('validUntil', '>', NOW)]));
}

/** A waiver names a prerequisite that its event has. */
export function addWaiverRules({ engine }: Needs<'engine'>): void {
  engine.rules.check('waivers', async ({ tx, after }) => {
    if (after === null) return null;
    const { eventId, prerequisiteId } = after;
    if (prerequisiteId == null) return null;
    const row = await tx
      .selectFrom('prerequisites')
      .select('eventId')
      .where('id', '=', Number(prerequisiteId))
      .executeTakeFirst();
    return row?.eventId === eventId ? null : { prerequisiteId: 'This event does not require it.' };
  });
}

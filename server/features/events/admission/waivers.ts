import { NOW, type Db, type Tx } from '../../../platform/database.ts';
import type { Services } from '../../../services.ts';

/** Ids of the event's prerequisites that staff waive for the person now; 'all' where the waiver names none. */
export async function waivedPrerequisites(db: Db, eventId: number, userId: number): Promise<Set<number> | 'all'> {
  const rows = await workingWaivers(db, eventId, userId).where('kind', '=', 'prerequisite').execute();
  if (rows.some(({ prerequisiteId }) => prerequisiteId === null)) return 'all';
  return new Set(rows.flatMap(({ prerequisiteId }) => prerequisiteId ?? []));
}

/** Since when no-shows and late cancellations count again: the instant of the last waiver of a block; null without one. */
export async function blockWaivedAt(db: Db, eventId: number, userId: number): Promise<string | null> {
  const rows = await workingWaivers(db, eventId, userId)
    .where('kind', '=', 'block')
    .orderBy('createdAt', 'desc')
    .execute();
  return rows[0]?.createdAt ?? null;
}

/** Staff have recorded that a guardian consents to what the person is too young for. */
export async function isAgeWaived(db: Db | Tx, eventId: number, userId: number): Promise<boolean> {
  const row = await workingWaivers(db, eventId, userId).where('kind', '=', 'age').executeTakeFirst();
  return row !== undefined;
}

function workingWaivers(db: Db | Tx, eventId: number, userId: number) {
  return db
    .selectFrom('waivers')
    .select(['prerequisiteId', 'createdAt'])
    .where('userId', '=', userId)
    .where('eventId', '=', eventId)
    .where('revoked', 'is not', true)
    .where(({ eb, or }) => or([eb('validUntil', 'is', null), eb('validUntil', '>', NOW)]));
}

/** A waiver is of a prerequisite that its event has. */
export function addWaiverRules({ engine }: Services): void {
  engine.check('waivers', async ({ tx, after }) => {
    if (after === null) return null;
    const { kind, eventId, prerequisiteId } = after;
    if (prerequisiteId == null) return null;
    if (kind !== 'prerequisite') return { prerequisiteId: 'Only for a prerequisite that is waived.' };
    const row = await tx
      .selectFrom('prerequisites')
      .select('eventId')
      .where('id', '=', Number(prerequisiteId))
      .executeTakeFirst();
    return row?.eventId === eventId ? null : { prerequisiteId: 'This event does not ask for it.' };
  });
}

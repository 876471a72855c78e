import { SYSTEM } from '../../../domain/declarations/actor.ts';
import type { Db } from '../../platform/database.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { Needs, RowServices } from '../../services.ts';

/** The block of the person at the center at `at` (epoch milliseconds); null if they can enter. */
export async function findBlock(
  { model }: Needs<'model'>,
  db: Db,
  { centerId, userId, at }: { centerId: number; userId: number; at: number },
): Promise<{ reason: string | null } | null> {
  const block = await blocks(db)
    .where('u.centerId', '=', centerId)
    .where('u.userId', '=', userId)
    .select('u.blockReason')
    .executeTakeFirst();
  return block === undefined || isOver(model, block, at) ? null : { reason: block.blockReason };
}

/** Blocks whose last day is over no longer count. */
export async function endBlocks({ db, engine, clock, model }: RowServices): Promise<void> {
  const dated = await blocks(db).select('u.id').where('u.blockedUntil', 'is not', null).orderBy('u.id').execute();
  const values = { status: 'active', blockReason: null, blockedUntil: null } as const;
  for (const block of dated)
    if (isOver(model, block, clock.now()))
      await engine.update(SYSTEM, 'centerUsers', block.id, values, { command: true });
}

function blocks(db: Db) {
  return db
    .selectFrom('centerUsers as u')
    .innerJoin('centers as c', 'c.id', 'u.centerId')
    .leftJoin('locations as l', 'l.id', 'c.locationId')
    .select(['u.blockedUntil', 'l.timezone'])
    .where('u.status', '=', 'blocked');
}

/** Its last day is one of the center's zone. */
function isOver(
  { site }: Needs<'model'>['model'],
  { blockedUntil, timezone }: { blockedUntil: string | null; timezone: string | null },
  at: number,
): boolean {
  return blockedUntil !== null && blockedUntil < localDate(at, timezone ?? site.timezone);
}

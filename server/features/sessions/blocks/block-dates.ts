import type { Db, Tx } from '../../../platform/database.ts';
import { forEachSettled } from '../../../platform/for-each-settled.ts';
import type { CommandServices, Needs } from '../../../services.ts';
import { loopTurns } from '../../../platform/loop-turns.ts';
import { occurrencesOf, type Series } from './series.ts';

const DAY = 86_400_000;
/** As far as the view of location days, and until the next night. */
const BACK = 10 * 366 * DAY;
const AHEAD = 370 * DAY;
const STEP = 60 * DAY;
const ROWS_AT_ONCE = 1000;

type Reads = Needs<'clock' | 'model'>;

/** Keeps the dates of blocks up to date, which queries cannot work out from a rule. */
export function addBlockDates(services: CommandServices): void {
  const { rules } = services.engine;
  rules.check('blocks', async ({ tx, after }) => {
    if (after !== null) await storeBlockDates(services, tx, [after.id]);
    return null;
  });
  rules.check('locations', async ({ tx, before, after }) => {
    if (before === null || after === null || before.timezone === after.timezone) return null;
    const blocks = await tx.selectFrom('blocks').select('id').where('locationId', '=', after.id).execute();
    await storeBlockDates(
      services,
      tx,
      blocks.map(({ id }) => id),
    );
    return null;
  });
}

/** Dates come near as time goes on, and blocks of earlier versions have none yet. */
export async function extendBlockDates(services: CommandServices): Promise<void> {
  const { db, clock, engine } = services;
  const blocks = await db
    .selectFrom('blocks as b')
    .select('b.id')
    .where('b.deletedAt', 'is', null)
    .where(({ eb, and, or, not, exists, selectFrom }) =>
      or([
        and([
          eb('b.rule', 'is not', null),
          or([eb('b.overBy', 'is', null), eb('b.overBy', '>', clock.date().toISOString())]),
        ]),
        not(exists(selectFrom('blockDates as d').select('d.id').whereRef('d.blockId', '=', 'b.id'))),
      ]),
    )
    .execute();
  await forEachSettled(blocks, ({ id }) =>
    engine.transaction(async (tx) => {
      await engine.lock(tx, 'blocks', [id]);
      await storeBlockDates(services, tx, [id]);
    }),
  );
}

async function storeBlockDates({ clock, model }: Reads, tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const now = clock.now();
  const dates = [];
  for (const { timezone, ...block } of await blocksWithZones(tx, ids))
    dates.push(...(await datesOf(block, timezone ?? model.site.timezone, [now - BACK, now + AHEAD])));
  await tx.deleteFrom('blockDates').where('blockId', 'in', ids).execute();
  for (let first = 0; first < dates.length; first += ROWS_AT_ONCE)
    await tx
      .insertInto('blockDates')
      .values(dates.slice(first, first + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.columns(['blockId', 'startsAt']).doNothing())
      .execute();
}

/** Other requests are served between its steps. */
async function datesOf(
  { id, ...series }: Series & { id: number },
  zone: string,
  [from, to]: readonly [number, number],
): Promise<{ blockId: number; startsAt: string; endsAt: string }[]> {
  const nextTurn = loopTurns();
  const dates = [];
  for (let start = Math.max(from, Date.parse(series.startsAt)); start < to; start += STEP) {
    for (const { startsAt, endsAt } of occurrencesOf(series, zone, start, Math.min(start + STEP, to)))
      dates.push({
        blockId: id,
        startsAt: new Date(startsAt).toISOString(),
        endsAt: new Date(endsAt).toISOString(),
      });
    await nextTurn();
  }
  return dates;
}

function blocksWithZones(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('blocks as b')
    .innerJoin('locations as l', 'l.id', 'b.locationId')
    .select(['b.id', 'b.startsAt', 'b.endsAt', 'b.rule', 'b.exceptDates', 'l.timezone'])
    .where('b.id', 'in', ids)
    .execute();
}

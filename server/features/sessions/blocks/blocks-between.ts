import { CLOSING_KINDS } from '../../../../domain/hours/calendar.ts';
import type { Closure } from '../../../../domain/hours/hours.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import { prepared, type Db } from '../../../platform/database.ts';
import { loopTurns } from '../../../platform/loop-turns.ts';
import { occurrencesOf, type Occurrence } from './series.ts';

export type PlannedBlock = Pick<
  RowOf<'blocks'>,
  | 'id'
  | 'version'
  | 'title'
  | 'publicTitle'
  | 'kind'
  | 'locationId'
  | 'startsAt'
  | 'endsAt'
  | 'rule'
  | 'exceptDates'
  | 'notes'
  | 'updatedAt'
>;

export interface BlockOccurrence extends Occurrence {
  block: PlannedBlock;
  /** Of the place. */
  zone: string;
}

/** The blocks, deleted ones left out, that may take place at the places between two instants (epoch milliseconds). */
export function blocksAt(db: Db, places: Iterable<number>, from: number, to: number): Promise<PlannedBlock[]> {
  return prepared(
    db,
    db
      .selectFrom('blocks')
      .select([
        'id',
        'version',
        'title',
        'publicTitle',
        'kind',
        'locationId',
        'startsAt',
        'endsAt',
        'rule',
        'exceptDates',
        'notes',
        'updatedAt',
      ])
      .where('deletedAt', 'is', null)
      .where(({ eb, val }) => eb('locationId', '=', eb.fn.any(val([...places]))))
      .where('startsAt', '<', new Date(to).toISOString())
      .where(({ eb, or }) => or([eb('overBy', 'is', null), eb('overBy', '>', new Date(from).toISOString())])),
  );
}

/**
 * What blocks the places (by id, with their time zones) between two instants (epoch milliseconds), series expanded, by start. Checks no
 * permission: its callers show only what their readers can see.
 */
export async function blocksBetween(
  db: Db,
  zones: ReadonlyMap<number, string>,
  from: number,
  to: number,
): Promise<BlockOccurrence[]> {
  const nextTurn = loopTurns();
  const found: BlockOccurrence[] = [];
  for (const block of await blocksAt(db, zones.keys(), from, to)) {
    const zone = zones.get(block.locationId) ?? 'UTC';
    for (const one of occurrencesOf(block, zone, from, to)) found.push({ ...one, block, zone });
    await nextTurn();
  }
  return found.sort((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt || a.block.id - b.block.id);
}

/** The public title of a block; null: hidden. A hold is visible to staff only. */
export function publicTitleOf({ kind, publicTitle }: Pick<PlannedBlock, 'kind' | 'publicTitle'>): string | null {
  return kind === 'hold' ? null : publicTitle;
}

/** When they close their place, by public title: what overlaps under one title is one closure. `occurrences`: by start. */
export function closuresOf(occurrences: readonly BlockOccurrence[]): Closure[] {
  const closures: Closure[] = [];
  const latest = new Map<string | null, Closure>();
  for (const { block, startsAt, endsAt } of occurrences) {
    if (!CLOSING_KINDS.some((kind) => kind === block.kind)) continue;
    const title = publicTitleOf(block);
    const last = latest.get(title);
    if (last !== undefined && startsAt < last.endsAt) {
      last.endsAt = Math.max(last.endsAt, endsAt);
      continue;
    }
    const closure = { startsAt, endsAt, title };
    closures.push(closure);
    latest.set(title, closure);
  }
  return closures;
}

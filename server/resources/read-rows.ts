import type { Actor } from '../../domain/declarations/actor.ts';
import { MAX_ROWS } from '../../domain/declarations/list-query.ts';
import type { Needs } from '../services.ts';
import type { ResourceName, SeenRow } from './typed-rows.ts';

const MOST_ROWS = 5_000;

/** The matching rows that the caller may read, in the order of `sort`, up to so many. */
export async function readAll<N extends ResourceName>(
  { engine }: Needs<'engine'>,
  actor: Actor,
  name: N,
  { filter, sort, most = MOST_ROWS }: { filter: object; sort: string; most?: number },
): Promise<{ rows: SeenRow<N>[]; isCut: boolean }> {
  const rows: SeenRow<N>[] = [];
  for (let page = 0; page * MAX_ROWS < most; page += 1) {
    const range = [page * MAX_ROWS, (page + 1) * MAX_ROWS - 1];
    const answer = await engine.list<ResourceName>(actor, name, { filter, range, sort: [sort, 'ASC'] });
    rows.push(...(answer.rows as SeenRow<N>[]));
    const isWhole = answer.accuracy === undefined && rows.length >= answer.total;
    if (isWhole || answer.rows.length < MAX_ROWS) return { rows, isCut: false };
  }
  return { rows, isCut: true };
}

/** Rows by id, as the caller may read them; none where the resource is not the caller's to read. */
export async function readById<N extends ResourceName>(
  { engine }: Needs<'engine'>,
  actor: Actor,
  name: N,
  ids: readonly (number | null | undefined)[],
): Promise<Map<number, SeenRow<N>>> {
  const wanted = [...new Set(ids.filter((id) => id != null))];
  if (wanted.length === 0 || !engine.resolver.canRead(actor, engine.resolver.resource(name))) return new Map();
  const found = new Map<number, SeenRow<N>>();
  // A filter has at most MAX_ROWS values.
  for (let at = 0; at < wanted.length; at += MAX_ROWS) {
    const { rows } = await engine.list<ResourceName>(actor, name, { filter: { id: wanted.slice(at, at + MAX_ROWS) } });
    for (const row of rows as SeenRow<N>[]) found.set(Number(row.id), row);
  }
  return found;
}

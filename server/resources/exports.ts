import { sql } from 'kysely';
import { type ListQuery, parseListQuery } from '../../domain/declarations/list-query.ts';
import type { Field, Row } from '../../domain/declarations/model.ts';
import { QueryFault, unknownField } from '../../domain/declarations/query-fault.ts';
import type { Json } from '../../domain/values/json.ts';
import type { Db } from '../platform/database.ts';
import type { Permits } from '../platform/semaphore.ts';
import type { Sql } from './condition-sql.ts';
import type { Names } from './names.ts';
import { withBadRequest } from './refusals.ts';
import type { View } from './view.ts';

/** Maximum bytes of variable-length values in a batch, unless a single row exceeds it. */
export const BATCH_BYTES = 512 * 1024;
const BATCH_ROWS = sql.raw('100');
const ONE_ROW = sql.raw('1');
/** Last resort: the database closes a cursor that has not been read for this long. */
const IDLE = sql.raw("'6min'");

/** The select to read: columns, the byte size of a row's variable-length values, and the remaining clauses in order. */
interface Selection {
  columns: Sql;
  bytes: Sql;
  from: Sql;
}

async function* inBatches(
  db: Db,
  permits: Permits,
  { columns, bytes, from }: Selection,
  shown: (rows: Row[]) => Row[] | Promise<Row[]> = (rows) => rows,
  signal?: AbortSignal,
): AsyncGenerator<Row[]> {
  await permits.acquire(signal);
  try {
    const tx = await db.startTransaction().execute();
    try {
      await sql`set local idle_in_transaction_session_timeout = ${IDLE}`.execute(tx);
      await sql`declare "batches" no scroll cursor for
        select *, sum("#bytes") over (rows between 1 following and ${BATCH_ROWS} following) as "#following"
        from (select ${columns}, ${bytes} as "#bytes" ${from}) as "ordered"`.execute(tx);
      for (let count = ONE_ROW; !signal?.aborted;) {
        const { rows } = await sql<Row>`fetch ${count} from "batches"`.execute(tx);
        const last = rows.at(-1);
        if (!last) break;
        count = Number(last['#following']) <= BATCH_BYTES ? BATCH_ROWS : ONE_ROW;
        yield await shown(rows.map(({ '#bytes': _, '#following': __, ...row }): Row => row));
      }
    } finally {
      await tx.rollback().execute();
    }
  } finally {
    permits.release();
  }
}

export interface Export {
  fields: Field[];
  /** For people: names instead of ids, values as they are shown, times in this zone. Null: for programs. */
  shownIn: string | null;
  /** Stops when the signal aborts. */
  batches: (signal?: AbortSignal) => AsyncIterable<Row[]>;
  /** The distinct values of a field in the exported rows; empty for a field that may not be exported. */
  values: (field: string) => Promise<Json[]>;
}

export interface ExportOptions {
  /** The exported fields. Default: all but long ones. */
  only?: string[];
  /** As shown to people: names of references, labels, dates and amounts as text. */
  named?: boolean;
  /** Additional fields of the rows, where exportable, with their stored values under "#name". */
  also?: readonly string[];
}

/** The matching rows of the view. `names` resolves references to names. */
export function exportOf(
  db: Db,
  permits: Permits,
  view: View,
  query: ListQuery,
  { only, also = [], names }: ExportOptions & { names: Names | null },
): Export {
  const { condition, words, sort } = withBadRequest(() => parseListQuery(query, view));
  const fields = only ? withBadRequest(() => chosen(view, only)) : view.fields.filter((field) => !field.long);
  const added = also.flatMap((name) => view.fieldOf(name) ?? []);
  const matching = sql`from ${view.table} where ${view.where(condition, words)}`;
  const selection = {
    columns: sql.join([
      view.select(fields),
      ...added.map((field) => sql`${view.column(field)} as ${sql.id(`#${field.name}`)}`),
    ]),
    bytes: view.bytes([...fields, ...added]),
    from: sql`${matching} order by ${view.order(sort)}`,
  };
  const shown = (rows: Row[]): Row[] | Promise<Row[]> => names?.inRows(fields, rows) ?? rows;
  return {
    fields,
    shownIn: names?.zone ?? null,
    batches: (signal) => inBatches(db, permits, selection, shown, signal),
    values: async (name) => {
      const field = view.fieldOf(name);
      if (!field) return [];
      const { rows } = await sql<{ value: Json }>`select distinct ${view.column(field)} as "value" ${matching}`.execute(
        db,
      );
      return rows.flatMap(({ value }) => value ?? []);
    },
  };
}

function chosen(view: View, names: readonly string[]): Field[] {
  const fields = new Set<Field>();
  for (const name of names) {
    const field = view.fieldOf(name);
    if (!field) throw unknownField(name);
    if (fields.has(field)) throw new QueryFault(name, `"${name}" is named twice.`);
    fields.add(field);
  }
  return [...fields];
}

import { sql } from 'kysely';
import type { Row } from '../../domain/declarations/model.ts';
import type { Db } from '../platform/database.ts';
import type { Permits } from '../platform/semaphore.ts';
import type { Sql } from './condition-sql.ts';

/** Maximum bytes of variable-length values in a batch, unless a single row exceeds it. */
export const BATCH_BYTES = 512 * 1024;
const BATCH_ROWS = sql.raw('100');
const ONE_ROW = sql.raw('1');
/** Last resort: the database closes a cursor that has not been read for this long. */
const IDLE = sql.raw("'6min'");

/** The select to read: columns, the byte size of a row's variable-length values, and the remaining clauses in order. */
export interface Selection {
  columns: Sql;
  bytes: Sql;
  from: Sql;
}

export async function* inBatches(
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

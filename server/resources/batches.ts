import { sql } from 'kysely';
import type { Row } from '../../domain/model.ts';
import type { Db } from '../platform/database.ts';
import type { Permits } from '../platform/semaphore.ts';
import type { Sql } from './condition-sql.ts';

/** A batch holds no more bytes of text and JSON than this, unless a single row does. */
export const BATCH_BYTES = 512 * 1024;
const BATCH_ROWS = sql.raw('100');
const ONE_ROW = sql.raw('1');
/** A cursor whose reader takes nothing for longer is closed by the database, should nothing else have closed it. */
const IDLE = sql.raw("'6min'");

/** What is read: its columns, how many bytes of a row are of no fixed size, and the rest of the select, in order. */
export interface Selection {
  columns: Sql;
  bytes: Sql;
  from: Sql;
}

/**
 * The rows of a select in batches as `shown` makes them, through a cursor: all of one moment, and no more than a batch in memory.
 * Each row tells the size of those that follow it, so that no batch is fetched before it is known to be small. Holds a permit
 * of `permits` and a connection while it is read; abandoned by `signal` or by its reader, it gives both back.
 */
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

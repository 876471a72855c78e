import { sql, type RawBuilder } from 'kysely';
import type { Row } from '../../domain/model.ts';
import type { Db } from '../platform/database.ts';

const BATCH = sql.raw('1000');

/** The rows of a select in batches as `shown` makes them, through a cursor, so all are of one moment and few are in memory. */
export async function* inBatches(
  db: Db,
  statement: RawBuilder<Row>,
  shown: (rows: Row[]) => Row[] | Promise<Row[]> = (rows) => rows,
): AsyncGenerator<Row[]> {
  const tx = await db.startTransaction().execute();
  try {
    await sql`declare "batches" no scroll cursor for ${statement}`.execute(tx);
    for (;;) {
      const { rows } = await sql<Row>`fetch ${BATCH} from "batches"`.execute(tx);
      if (rows.length === 0) break;
      yield await shown(rows);
    }
  } finally {
    await tx.rollback().execute();
  }
}

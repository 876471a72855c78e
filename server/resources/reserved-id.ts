import { sql } from 'kysely';
import { PREPARED, type Tx } from '../platform/database.ts';
import type { ResourceName } from './typed-rows.ts';

/** The id of a row that is created later in the transaction (WriteOptions.id), for rows that refer to it and come first. */
export async function reserveId(tx: Tx, resource: ResourceName): Promise<number> {
  const { rows } = await sql<{ id: number }>`${PREPARED}
    select nextval(pg_get_serial_sequence(quote_ident(${resource}), 'id')) as "id"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`No id of "${resource}" was reserved.`);
  return row.id;
}

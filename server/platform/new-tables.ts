import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';

/** Marks a resource in the record of what the engine made until its first rows and rules are seeded. */
export const NEW_TABLE = 'new';

/** The resources that were added since they were last taken. Read-only. */
export async function newResources(db: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`select "table" from atrium_schema_objects
    where kind = ${NEW_TABLE} order by "table"`.execute(db);
  return rows.map(({ table }) => table);
}

/** Takes them once: a concurrent process waits until the transaction ends, and then gets none. */
export async function takeNewResources(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`delete from atrium_schema_objects
    where kind = ${NEW_TABLE} returning "table"`.execute(tx);
  return rows.map(({ table }) => table).toSorted();
}

import { sql } from 'kysely';
import { columnRefs, PREPARED, type Db } from '../../../platform/database.ts';

const A = columnRefs('auditEntries', 'a');
const P = columnRefs('auditEntries', 'p');

/** When a session was to begin before it was moved last, since it is published; null for one that was not moved. */
export async function movedFromOf(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ startsAt: string }>`${PREPARED}
    select ${A.before} ->> 'startsAt' as "startsAt" from "auditEntries" a
    where ${A.recordId} = ${String(id)} and ${A.resource} = 'instances' and ${A.action} in ('update', 'revert')
      and ${A.before} ->> 'startsAt' is not null and ${A.after} ->> 'startsAt' is not null and exists (
        select from "auditEntries" p where ${P.recordId} = ${A.recordId} and ${P.resource} = 'instances'
          and ${P.id} < ${A.id} and ${P.after} ->> 'status' = 'published')
    order by ${A.id} desc limit 1`.execute(db);
  return rows[0]?.startsAt ?? null;
}

import { sql, type RawBuilder } from 'kysely';
import { transaction, type Tx } from '../../../platform/database.ts';
import { writeAuditEntries } from '../../../resources/audit-buffer.ts';
import type { CommandServices } from '../../../services.ts';

const BATCH = 500;
const DAY = 86_400_000;
const COLUMNS = ['answers', 'answerValues', 'wishes'];

/** Deletes answers and wishes of the selected tickets ("t"), and from their history. Returns how many had some. */
export async function forgetAnswers(tx: Tx, which: RawBuilder<unknown>, most: number | null = null): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update "tickets" set "answers" = null, "answerValues" = null, "wishes" = null where "id" in (
      select t."id" from "tickets" t where (t."answers" is not null or t."answerValues" is not null or t."wishes" is not null)
        and ${which} order by t."id" limit ${most})
    returning "id"::text`.execute(tx);
  if (rows.length === 0) return 0;
  await writeAuditEntries(tx);
  await sql`update "auditEntries" set "before" = "before" - ${COLUMNS}::text[], "after" = "after" - ${COLUMNS}::text[]
      where "resource" = 'tickets' and "recordId" = any(${rows.map(({ id }) => id)}::text[])`.execute(tx);
  return rows.length;
}

/** Nightly, some days after the session. */
export async function clearAnswers({ db, clock, systemSettings }: CommandServices): Promise<void> {
  const before = new Date(clock.now() - systemSettings.value('retention.signupAnswers') * DAY).toISOString();
  const isOver = sql`exists (select 1 from "instances" i where i."id" = t."instanceId" and i."endsAt" < ${before})`;
  for (;;) if ((await transaction(db, (tx) => forgetAnswers(tx, isOver, BATCH))) < BATCH) return;
}

import { sql } from 'kysely';
import { SYSTEM } from '../../../domain/actor.ts';
import type { Tx } from '../../platform/database.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import type { Services } from '../../services.ts';

type User = RowOf<'users'>;

/** However an account or an entry is written, the two find each other by student ID or address; and a dropped entry has its date. */
export function addRosterRules(services: Services): void {
  const { engine, clock, model } = services;
  engine.amend('rosterEntries', (changes, before) => {
    const { email, status } = changes;
    const isMoved = status !== undefined && status !== (before?.status ?? 'enrolled');
    const today = status === 'dropped' ? localDate(clock.now(), model.site.timezone) : null;
    return {
      ...(isMoved && changes.droppedOn === undefined ? { droppedOn: today } : {}),
      ...changes,
      ...(typeof email === 'string' ? { email: email.toLowerCase() } : {}),
    };
  });
  engine.checkAll('users', async (writes) => {
    for (const { tx, before, after } of writes) {
      if (after === null || (before?.email === after.email && before?.studentId === after.studentId)) continue;
      await linkAccount(services, tx, after);
    }
  });
  engine.check('rosterEntries', async ({ tx, before, after }) => {
    if (after === null) return null;
    const isNew =
      before === null ||
      before.studentId !== after.studentId ||
      before.email !== after.email ||
      before.classId !== after.classId;
    if (!isNew || after.userId !== null) return null;
    const account = await accountOfEntry(tx, after);
    if (account !== null && (await isOnRoster(tx, after.classId, account)) === false)
      await engine.update(SYSTEM, 'rosterEntries', after.id, { userId: account }, { tx, command: true });
    return null;
  });
}

/** Entries that wait for this account. In one class it has one: that with its student ID comes first. */
async function linkAccount({ engine }: Services, tx: Tx, { id, studentId, email }: User): Promise<void> {
  if (studentId === null && email === null) return;
  const { rows } = await sql<{ id: number }>`
    select distinct on (r."classId") r."id" from "rosterEntries" r
    where r."userId" is null and (lower(r."studentId") = lower(${studentId}) or r."email" = lower(${email})
        and (r."studentId" is null or ${studentId}::text is null or lower(r."studentId") = lower(${studentId})))
      and not exists (select from "rosterEntries" o where o."classId" = r."classId" and o."userId" = ${id})
    order by r."classId", (lower(r."studentId") = lower(${studentId})) desc nulls last, r."status" = 'dropped', r."id"`.execute(
    tx,
  );
  for (const entry of rows)
    await engine.update(SYSTEM, 'rosterEntries', entry.id, { userId: id }, { tx, command: true });
}

/** The one account with the student ID, or else with the address; null where there is none or more than one. */
async function accountOfEntry(
  tx: Tx,
  { studentId, email }: Pick<RowOf<'rosterEntries'>, 'studentId' | 'email'>,
): Promise<number | null> {
  const { rows } = await sql<{ id: number; isNumbered: boolean }>`
    select "id", coalesce(lower("studentId") = lower(${studentId}), false) as "isNumbered" from "users"
    where lower("studentId") = lower(${studentId}) or lower("email") = lower(${email})`.execute(tx);
  const numbered = rows.find(({ isNumbered }) => isNumbered);
  if (numbered !== undefined) return numbered.id;
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

async function isOnRoster(tx: Tx, classId: number, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('rosterEntries')
    .select('id')
    .where('classId', '=', classId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

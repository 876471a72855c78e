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
  engine.checkAll('rosterEntries', async (writes) => {
    const waiting = writes.flatMap(({ before, after }) => {
      if (after === null || after.userId !== null) return [];
      const isNew =
        before === null ||
        before.studentId !== after.studentId ||
        before.email !== after.email ||
        before.classId !== after.classId;
      return isNew ? after : [];
    });
    const [{ tx } = {}] = writes;
    if (tx === undefined || waiting.length === 0) return;
    const accountOf = await accountsOf(tx, waiting);
    for (const entry of waiting) {
      const userId = accountOf(entry);
      if (userId !== null && !(await isOnRoster(tx, entry.classId, userId)))
        await engine.update(SYSTEM, 'rosterEntries', entry.id, { userId }, { tx, command: true });
    }
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

type Keys = Pick<RowOf<'rosterEntries'>, 'studentId' | 'email'>;

/** For each entry the account with its student ID, or else the only one with its address; null without one. */
async function accountsOf(tx: Tx, entries: readonly Keys[]): Promise<(entry: Keys) => number | null> {
  const numbers = entries.flatMap(({ studentId }) => studentId?.toLowerCase() ?? []);
  const mails = entries.flatMap(({ email }) => email?.toLowerCase() ?? []);
  const { rows } = await sql<{ id: number; number: string | null; mail: string | null }>`
    select "id", lower("studentId") as "number", lower("email") as "mail" from "users"
    where lower("studentId") = any(${numbers}::text[]) or lower("email") = any(${mails}::text[])`.execute(tx);
  const byNumber = new Map(rows.map(({ id, number }) => [number, id]));
  const byMail = Map.groupBy(rows, ({ mail }) => mail);
  return ({ studentId, email }) => {
    const numbered = byNumber.get(studentId?.toLowerCase() ?? '');
    if (numbered !== undefined) return numbered;
    const [mailed, ...others] = byMail.get(email?.toLowerCase() ?? '') ?? [];
    // Whoever has another student ID is somebody else.
    if (mailed === undefined || others.length > 0 || (studentId !== null && mailed.number !== null)) return null;
    return mailed.id;
  };
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

import { sql } from 'kysely';
import { SYSTEM } from '../../../domain/actor.ts';
import type { Tx } from '../../platform/database.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import type { Services } from '../../services.ts';
import { idKey } from '../../../domain/roster-file.ts';
import { byStudentId, idKeySql } from './student-ids.ts';

type User = RowOf<'users'>;
type Entry = RowOf<'rosterEntries'>;

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
      if (userId !== null) await link(services, tx, entry, userId);
    }
  });
}

/** Entries that wait for this account. In one class it has one: that with its student ID comes first. */
async function linkAccount(services: Services, tx: Tx, { id, studentId, email }: User): Promise<void> {
  if (studentId === null && email === null) return;
  const hasId = sql<boolean>`${idKeySql(sql`r."studentId"`)} = ${studentId === null ? null : idKey(studentId)}`;
  const { rows } = await sql<Pick<Entry, 'id' | 'classId' | 'status'>>`
    select distinct on (r."classId") r."id", r."classId", r."status" from "rosterEntries" r
    where r."userId" is null and (${hasId} or r."email" = lower(${email})
        and (r."studentId" is null or ${studentId}::text is null or ${hasId}))
    order by r."classId", ${hasId} desc nulls last, r."status" = 'dropped', r."id"`.execute(tx);
  for (const entry of rows) await link(services, tx, entry, id);
}

/** In one class an account has one entry. Who is enrolled again, with another address, has that of before no more. */
async function link(
  { engine }: Services,
  tx: Tx,
  { id, classId, status }: Pick<Entry, 'id' | 'classId' | 'status'>,
  userId: number,
): Promise<void> {
  const own = await tx
    .selectFrom('rosterEntries')
    .select(['id', 'status'])
    .where('classId', '=', classId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  const isFreed = own?.status === 'dropped' && status === 'enrolled';
  if (own !== undefined && !isFreed) return;
  const write = { tx, command: true } as const;
  if (own !== undefined) await engine.update(SYSTEM, 'rosterEntries', own.id, { userId: null }, write);
  await engine.update(SYSTEM, 'rosterEntries', id, { userId }, write);
}

type Keys = Pick<Entry, 'studentId' | 'email'>;

/** For each entry the account with its student ID, or else the only one with its address; null without one. */
async function accountsOf(tx: Tx, entries: readonly Keys[]): Promise<(entry: Keys) => number | null> {
  const numbers = entries.flatMap(({ studentId }) => (studentId === null ? [] : idKey(studentId)));
  const mails = entries.flatMap(({ email }) => email?.toLowerCase() ?? []);
  const { rows } = await sql<{ id: number; studentId: string | null; mail: string | null }>`
    select "id", "studentId", lower("email") as "mail" from "users"
    where ${idKeySql(sql`"studentId"`)} = any(${numbers}::text[]) or lower("email") = any(${mails}::text[])`.execute(
    tx,
  );
  const byNumber = byStudentId(rows);
  const byMail = Map.groupBy(rows, ({ mail }) => mail);
  return ({ studentId, email }) => {
    const numbered = studentId === null ? undefined : byNumber(studentId);
    if (numbered !== undefined) return numbered === 'several' ? null : numbered.id;
    const [mailed, ...others] = byMail.get(email?.toLowerCase() ?? '') ?? [];
    // Whoever has another student ID is somebody else.
    if (mailed === undefined || others.length > 0 || (studentId !== null && mailed.studentId !== null)) return null;
    return mailed.id;
  };
}

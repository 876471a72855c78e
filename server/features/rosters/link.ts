import { sql } from 'kysely';
import { SYSTEM } from '../../../domain/declarations/actor.ts';
import type { Tx } from '../../platform/database.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import type { Needs, RowServices } from '../../services.ts';
import { idKey } from './roster-file.ts';
import { namesAccount, readsStudentIds } from './same-person.ts';
import { byStudentId, idKeySql } from './student-ids.ts';

type User = RowOf<'users'>;
type Entry = RowOf<'rosterEntries'>;

/** Accounts and entries are linked by student ID or address, whichever is written; a dropped entry has its date. */
export function addRosterRules(services: RowServices): void {
  const { engine, clock, model } = services;
  engine.rules.amend('rosterEntries', (changes, before) => {
    const { email, status } = changes;
    const isMoved = status !== undefined && status !== (before?.status ?? 'enrolled');
    const today = status === 'dropped' ? localDate(clock.now(), model.site.timezone) : null;
    return {
      ...(isMoved && changes.droppedOn === undefined ? { droppedOn: today } : {}),
      ...changes,
      ...(typeof email === 'string' ? { email: email.toLowerCase() } : {}),
    };
  });
  engine.rules.checkAll('users', async (writes) => {
    for (const { tx, before, after } of writes) {
      if (after === null || (before?.email === after.email && before?.studentId === after.studentId)) continue;
      await linkAccount(services, tx, after);
    }
  });
  engine.rules.checkAll('rosterEntries', async (writes) => {
    const waiting = writes.flatMap(({ before, after }) => {
      if (after === null || after.userId !== null) return [];
      const isNew =
        before === null ||
        before.studentId !== after.studentId ||
        before.email !== after.email ||
        before.classId !== after.classId;
      return isNew ? after : [];
    });
    const [first] = writes;
    if (first === undefined || waiting.length === 0) return;
    const { tx, actor } = first;
    const accountOf = await accountsOfEntries(tx, waiting, readsStudentIds(services, actor));
    for (const entry of waiting) {
      const userId = accountOf(entry);
      if (userId !== null) await link(services, tx, entry, userId);
    }
  });
}

/**
 * Links waiting entries to this account. It has one per class: that with its student ID comes first. Entries may be by
 * someone who cannot read student IDs.
 */
async function linkAccount(services: Needs<'engine'>, tx: Tx, user: User): Promise<void> {
  const { id, studentId, email } = user;
  if (studentId === null && email === null) return;
  const hasId = sql<boolean>`${idKeySql(sql`r."studentId"`)} = ${studentId === null ? null : idKey(studentId)}`;
  const { rows } = await sql<Pick<Entry, 'id' | 'classId' | 'status' | 'name' | 'email'>>`
    select r."id", r."classId", r."status", r."name", r."email" from "rosterEntries" r
    where r."userId" is null and (${hasId} or r."email" = lower(${email})
        and (r."studentId" is null or ${studentId}::text is null or ${hasId}))
    order by r."classId", ${hasId} desc nulls last, r."status" = 'dropped', r."id"`.execute(tx);
  const named = rows.filter((entry) => namesAccount(entry, user));
  const byClass = Map.groupBy(named, ({ classId }) => classId);
  for (const [entry] of byClass.values()) if (entry !== undefined) await link(services, tx, entry, id);
}

/** One entry per class and account. A re-enrollment with another address drops the earlier entry's link. */
async function link(
  { engine }: Needs<'engine'>,
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

type Keys = Pick<Entry, 'name' | 'studentId' | 'email'>;

/**
 * For each entry the account with its student ID, or else the only one with its address; null without one. `readsIds`: whether the writer
 * of the entries may read student IDs; otherwise one must also name its account.
 */
async function accountsOfEntries(
  tx: Tx,
  entries: readonly Keys[],
  readsIds: boolean,
): Promise<(entry: Keys) => number | null> {
  const numbers = entries.flatMap(({ studentId }) => (studentId === null ? [] : idKey(studentId)));
  const mails = entries.flatMap(({ email }) => email?.toLowerCase() ?? []);
  const { rows } = await sql<Pick<User, 'id' | 'studentId' | 'displayName' | 'email'> & { mail: string | null }>`
    select "id", "studentId", "displayName", "email", lower("email") as "mail" from "users"
    where ${idKeySql(sql`"studentId"`)} = any(${numbers}::text[]) or lower("email") = any(${mails}::text[])`.execute(
    tx,
  );
  const byNumber = byStudentId(rows);
  const byMail = Map.groupBy(rows, ({ mail }) => mail);
  return ({ name, studentId, email }) => {
    const numbered = studentId === null ? undefined : byNumber(studentId);
    if (numbered === 'several') return null;
    if (numbered !== undefined) return readsIds || namesAccount({ name, email }, numbered) ? numbered.id : null;
    const [mailed, ...others] = byMail.get(email?.toLowerCase() ?? '') ?? [];
    // A different student ID means a different person.
    if (mailed === undefined || others.length > 0 || (studentId !== null && mailed.studentId !== null)) return null;
    return mailed.id;
  };
}

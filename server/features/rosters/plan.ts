import { createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type {
  PlannedPerson,
  RosterFault,
  RosterFile,
  RosterPerson,
  RosterPlan,
} from '../../../domain/calls/classes.ts';
import { PLAN_NAMES } from '../../../domain/sessions/rosters.ts';
import { idKey, type RosterLine } from './roster-file.ts';
import type { Db, Tx } from '../../platform/database.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import { readRosterOffLoop } from './read-off-loop.ts';
import { namesAccount } from './same-person.ts';
import { byStudentId, idKeySql, wholeId } from './student-ids.ts';

/** Lines between which others are served. */
const AT_ONCE = 500;

type Entry = RowOf<'rosterEntries'>;

export interface Step {
  kind: (typeof KINDS)[number];
  /** Null for who is added. */
  entryId: number | null;
  values: Partial<Pick<Entry, 'name' | 'studentId' | 'email' | 'section' | 'userId' | 'status' | 'droppedOn'>>;
  person: PlannedPerson;
}

interface Account {
  id: number;
  displayName: string;
  studentId: string | null;
  email: string | null;
}

export interface Importer {
  /** A date. */
  today: string;
  /** Keys the basis, so that no one can compute it to find out whose account it is. */
  secret: Buffer;
  /** Whether they may read student IDs. For others, an ID links only to the account that the line names, too, and the plan shows no account that only an ID finds. */
  readsIds: boolean;
}

/** What an import of the file would do with the class's roster as it is now. Others are served between its steps. */
export async function planImport(
  db: Db | Tx,
  classId: number,
  file: RosterFile,
  { today, secret, readsIds }: Importer,
): Promise<{ plan: RosterPlan; steps: Step[] }> {
  const read = await readRosterOffLoop(file);
  const entries = await rosterEntries(db, classId);
  const accounts = await matchingAccounts(db, read.people, entries);
  const names = new Map(accounts.all.map(({ id, displayName }) => [id, displayName]));
  const found = new RosterPeople(entries);
  const matched = { faults: [...read.faults], steps: [] as Step[], unchanged: 0, waiting: 0 };
  for (const [index, person] of read.people.entries()) {
    if (index % AT_ONCE === 0) await setImmediate();
    const match = matchLine(person, { accounts, found, names, readsIds });
    if (typeof match === 'string') matched.faults.push({ line: person.line, words: `Line ${person.line}: ${match}` });
    else {
      if (match.isWaiting) matched.waiting += 1;
      if (match.step === null) matched.unchanged += 1;
      else matched.steps.push(match.step);
    }
  }
  const { faults, steps, unchanged, waiting } = matched;
  const keepsMissing = keeps(file, faults);
  if (keepsMissing === null && read.fault === null)
    steps.push(
      ...found.left().map((entry): Step => ({
        kind: 'dropped',
        entryId: entry.id,
        values: { status: 'dropped', droppedOn: today },
        person: { ...rosterPerson(entry), line: null, account: names.get(entry.userId ?? 0) ?? null, changes: [] },
      })),
    );
  const allFaults = [...faults, ...read.doubles].toSorted((a, b) => a.line - b.line);
  const { titles, columns, samples, lines, fault } = read;
  const { lists, counts } = summarizeSteps(steps);
  return {
    steps,
    plan: {
      ...{ titles, columns, samples, lines, fault, keepsMissing },
      ...lists,
      faults: allFaults.slice(0, PLAN_NAMES),
      counts: { ...counts, faults: allFaults.length, unchanged, waiting },
      basis: planBasis(steps, secret),
    },
  };
}

const KINDS = ['added', 'returned', 'changed', 'dropped'] as const;

function summarizeSteps(steps: readonly Step[]): {
  lists: Record<Step['kind'], PlannedPerson[]>;
  counts: Record<Step['kind'], number>;
} {
  const people = KINDS.map((kind) => steps.flatMap((step) => (step.kind === kind ? step.person : [])));
  const byKind = <T>(valueOf: (people: PlannedPerson[]) => T): Record<Step['kind'], T> =>
    Object.fromEntries(KINDS.map((kind, index) => [kind, valueOf(people[index] ?? [])])) as Record<Step['kind'], T>;
  return { lists: byKind((all) => all.slice(0, PLAN_NAMES)), counts: byKind((all) => all.length) };
}

interface Matching {
  accounts: Awaited<ReturnType<typeof matchingAccounts>>;
  found: RosterPeople;
  names: ReadonlyMap<number, string>;
  readsIds: boolean;
}

function matchLine(
  person: RosterLine,
  { accounts, found, names, readsIds }: Matching,
): { step: Step | null; isWaiting: boolean } | string {
  const owner = accounts.of(person);
  if (typeof owner === 'string' && readsIds) return owner;
  const isLinked = typeof owner !== 'string' && owner !== null && (readsIds || namesAccount(person, owner));
  const account = isLinked ? owner : null;
  const shown = readsIds ? account : accounts.byAddress(person);
  const entry = found.take(person, account?.id ?? null);
  if (entry === 'several') return 'the student ID and the email address belong to two different people on this roster.';
  const link = { account, shown, completes: readsIds ? account : null };
  const isWaiting = (shown ?? entry?.userId ?? null) === null;
  return { isWaiting, step: entry === null ? additionStep(person, link) : changeStep(person, entry, link, names) };
}

/** A person on an unreadable line may be anyone of the roster. */
function keeps({ keepsMissing = false }: RosterFile, faults: readonly RosterFault[]): RosterPlan['keepsMissing'] {
  if (keepsMissing) return 'asked';
  return faults.length > 0 ? 'faults' : null;
}

function planBasis(steps: readonly Step[], secret: Buffer): string {
  const basis = createHmac('sha256', secret);
  for (const { kind, entryId, values } of steps)
    basis.update(JSON.stringify([kind, entryId, { ...values, droppedOn: undefined }]));
  return basis.digest('hex').slice(0, 32);
}

/** The account that a line is linked to, and the account that the importer sees. */
interface Link {
  account: Account | null;
  shown: Account | null;
  /**
   * The account whose student ID completes that of the line on the importer's screen: its zeros would reveal whose ID
   * it is.
   */
  completes: Account | null;
}

function additionStep(person: RosterLine, { account, shown, completes }: Link): Step {
  const userId = account?.id ?? null;
  return {
    kind: 'added',
    entryId: null,
    values: { ...entered(person, account), userId, status: 'enrolled', droppedOn: null },
    person: { ...entered(person, completes), line: person.line, account: shown?.displayName ?? null, changes: [] },
  };
}

/** Null where nothing is to be done. */
function changeStep(
  person: RosterLine,
  entry: Entry,
  { account, shown, completes }: Link,
  names: ReadonlyMap<number, string>,
): Step | null {
  const { line } = person;
  const before = names.get(entry.userId ?? 0) ?? null;
  const linked = shown?.displayName ?? before;
  const now = merged(person, entry, account);
  const display = merged(person, entry, completes);
  const userId = account?.id ?? entry.userId ?? null;
  const isLinked = userId !== (entry.userId ?? null);
  const changes = fieldChanges(rosterPerson(entry), display);
  if (isLinked && linked !== null) changes.push({ field: 'account', from: before, to: linked });
  const isBack = entry.status === 'dropped';
  if (fieldChanges(rosterPerson(entry), now).length === 0 && !isLinked && !isBack) return null;
  return {
    kind: isBack ? 'returned' : 'changed',
    entryId: entry.id,
    values: { ...now, userId, ...(isBack ? { status: 'enrolled' as const, droppedOn: null } : {}) },
    person: { ...display, line, account: linked, changes },
  };
}

function entered({ name, studentId, email, section }: RosterLine, account: Account | null): RosterPerson {
  return { name, studentId: wholeId(studentId, account?.studentId ?? null), email, section };
}

/** Values missing in the file remain. */
function merged({ name, studentId, email, section }: RosterLine, entry: Entry, account: Account | null): RosterPerson {
  return {
    // A name that is only the address or number stands for none.
    name: name === email || name === studentId ? entry.name : name,
    studentId: wholeId(studentId && wholeId(studentId, account?.studentId ?? null), entry.studentId ?? null),
    email: email ?? entry.email ?? null,
    section: section ?? entry.section ?? null,
  };
}

function fieldChanges(before: RosterPerson, now: RosterPerson): PlannedPerson['changes'] {
  return (['name', 'studentId', 'email', 'section'] as const)
    .filter((field) => now[field] !== before[field])
    .map((field) => ({ field, from: before[field], to: now[field] }));
}

function rosterPerson({ name, studentId, email, section }: Entry): RosterPerson {
  return { name, studentId: studentId ?? null, email: email ?? null, section: section ?? null };
}

/** The people of the roster. Each is found by at most one line of the file. */
class RosterPeople {
  private readonly byId: (studentId: string) => Entry | 'several' | undefined;
  private readonly byMail = new Map<string | null, Entry>();
  private readonly byUser = new Map<number, Entry>();
  private readonly rest: Set<Entry>;

  /** `entries`: those that count first. */
  constructor(entries: readonly Entry[]) {
    this.rest = new Set(entries);
    this.byId = byStudentId(entries.toReversed());
    for (const entry of entries.toReversed()) {
      if (entry.email !== null) this.byMail.set(entry.email.toLowerCase(), entry);
      if (entry.userId !== null) this.byUser.set(Number(entry.userId), entry);
    }
  }

  take({ studentId, email }: RosterPerson, userId: number | null): Entry | null | 'several' {
    const numbered = studentId === null ? undefined : this.byId(studentId);
    if (numbered === 'several') return 'several';
    const found = new Set(
      [numbered, this.byMail.get(email), this.byUser.get(userId ?? 0)].filter((one) => one !== undefined),
    );
    const [entry, ...others] = found;
    if (entry === undefined) return null;
    if (others.length > 0 || !this.rest.has(entry)) return 'several';
    this.rest.delete(entry);
    return entry;
  }

  /** Enrolled people without a line. */
  left(): Entry[] {
    return [...this.rest].filter(({ status }) => status === 'enrolled');
  }
}

async function rosterEntries(db: Db | Tx, classId: number): Promise<Entry[]> {
  const rows = await db.selectFrom('rosterEntries').selectAll().where('classId', '=', classId).orderBy('id').execute();
  // Enrolled people first.
  return (rows as Entry[]).toSorted((a, b) => Number(a.status === 'dropped') - Number(b.status === 'dropped'));
}

async function matchingAccounts(
  db: Db | Tx,
  people: readonly RosterLine[],
  entries: readonly Entry[],
): Promise<{
  all: Account[];
  of: (person: RosterPerson) => Account | null | string;
  byAddress: (person: RosterPerson) => Account | null;
}> {
  const ids = [...new Set(people.flatMap(({ studentId }) => (studentId === null ? [] : idKey(studentId))))];
  const mails = [...new Set(people.flatMap(({ email }) => email?.toLowerCase() ?? []))];
  const linked = entries.flatMap(({ userId }) => userId ?? []);
  const { rows } = await sql<Account>`select "id", "displayName", "studentId", "email" from "users"
    where ${idKeySql(sql`"studentId"`)} = any(${ids}::text[]) or lower("email") = any(${mails}::text[])
      or "id" = any(${linked}::bigint[]) order by "id"`.execute(db);
  const byId = byStudentId(rows);
  const byMail = Map.groupBy(rows, ({ email }) => email?.toLowerCase() ?? null);
  return {
    all: rows,
    byAddress: ({ email }) => {
      const mailed = (email !== null && byMail.get(email.toLowerCase())) || [];
      return mailed.length === 1 ? (mailed[0] ?? null) : null;
    },
    of: ({ studentId, email }) => {
      const numbered = studentId === null ? undefined : byId(studentId);
      if (numbered === 'several')
        return `several accounts have the student ID ${studentId ?? ''}, apart from leading zeros.`;
      const mailed = (email !== null && byMail.get(email.toLowerCase())) || [];
      if (numbered !== undefined && mailed.length > 0 && !mailed.includes(numbered))
        return `two accounts match: ${numbered.displayName} by student ID, ${mailed[0]?.displayName ?? ''} by address.`;
      if (numbered !== undefined) return numbered;
      if (mailed.length > 1) return `two accounts have the address ${email ?? ''}.`;
      const [account] = mailed;
      if (account === undefined) return null;
      if (studentId !== null && account.studentId !== null)
        return `the account with this address, ${account.displayName}, has a different student ID.`;
      return account;
    },
  };
}

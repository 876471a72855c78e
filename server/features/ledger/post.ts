import { sql } from 'kysely';
import pg from 'pg';
import type { Rows } from '../../../domain/generated/tables.ts';
import { PREPARED, type Tx } from '../../platform/database.ts';
import { noteExistingRows } from '../../platform/existing-rows.ts';
import { noteLockedRows } from '../../platform/locks.ts';
import { problem } from '../../platform/problem.ts';
import { balanceIdOf, type AccountCode } from './accounts.ts';

/** From one account to another: what `credit` gets, `debit` gives. A balance is the campus's debt, so a credit raises it. */
export interface Movement {
  debit: AccountCode;
  credit: AccountCode;
  amountCents: number;
}

export interface Entry {
  /** What causes it. The same source is never booked twice for one purpose. */
  source: string;
  sourceId: string;
  purpose: Rows['ledgerJournals']['purpose'];
  movements: readonly Movement[];
  memo: string;
  actorId: number | null;
  /** Who owes or receives the money if no balance identifies the person. */
  userId?: number | null;
  reversesId?: number;
  /** When it happened, if it is booked later. ISO 8601 */
  eventAt?: string;
}

export interface Booked {
  journalId: number;
  /** It was booked before: nothing has changed now. */
  isRepeat: boolean;
}

/**
 * Books an entry once. A repeated call with the same source, id and purpose returns the first journal; 409 `ledger.not-enough` where a balance
 * would fall below its floor, which ends the transaction; 422 `ledger.key-reused` for the same source with other movements.
 */
export async function post(tx: Tx, entry: Entry, released?: ReadonlyMap<number, number>): Promise<Booked> {
  const journalId = await postNew(tx, entry, released);
  return journalId === null ? earlier(tx, entry) : { journalId, isRepeat: false };
}

/**
 * The only function that moves money. Null, with nothing changed, when the source is booked for this purpose. `released`: amounts by balance
 * that the entry no longer reserves.
 */
export async function postNew(
  tx: Tx,
  entry: Entry,
  released: ReadonlyMap<number, number> = new Map(),
): Promise<number | null> {
  requireMovements(entry.movements);
  const changes = balanceChanges(entry.movements, released);
  noteLockedRows(
    tx,
    'balances',
    changes.map(({ id }) => id),
  );
  if (changes.length > 1) await lockBalances(tx, valuesOf(changes, 'id'));
  return writeEntry(tx, entry, changes).catch(rethrowRefusal);
}

function requireMovements(movements: readonly Movement[]): void {
  const isValid = ({ debit, credit, amountCents }: Movement): boolean =>
    debit !== credit && Number.isSafeInteger(amountCents) && amountCents > 0;
  if (movements.length === 0 || !movements.every(isValid))
    throw new Error('An entry moves whole cents above zero between two accounts.');
}

/**
 * The journal, its postings and the counters of balances in one statement: payments spend most of their time waiting for answers. Null when
 * the source is booked for this purpose; a concurrent call waits here until the first has ended.
 */
async function writeEntry(tx: Tx, entry: Entry, changes: readonly BalanceChange[]): Promise<number | null> {
  const { source, sourceId, purpose, memo, userId = null, actorId, reversesId = null, eventAt = null } = entry;
  const { rows } = await sql<{ id: number; changed: number }>`${PREPARED}
    with journal as (
      insert into "ledgerJournals" ("source", "sourceId", "purpose", "memo", "userId", "actorId", "reversesId", "eventAt", "at")
      select ${source}, ${sourceId}, ${purpose}, ${memo}, ${userId}::bigint, ${actorId}::bigint, ${reversesId}::bigint,
        ${eventAt}::timestamptz, atrium_now()
      where not exists (select 1 from "bookClosings" where "activeFor" is not null and "endsAt" > atrium_now())
      on conflict ("source", "sourceId", "purpose") do nothing returning "id", "at", "purpose"),
    moved as (
      insert into "ledgerPostings" ("journalId", "at", "purpose", "debitId", "creditId", "amountCents")
      select journal."id", journal."at", journal."purpose", (select "id" from "ledgerAccounts" where "code" = given.debit),
        (select "id" from "ledgerAccounts" where "code" = given.credit), given.cents
      from journal, ${movementRows(entry.movements)} order by given.n),
    changed as (
      update "balances" b set "balanceCents" = b."balanceCents" + given.balance, "heldCents" = b."heldCents" + given.held,
        "version" = b."version" + 1, "updatedAt" = atrium_now()
      from journal, ${changeRows(changes)} where b."id" = given.id returning b."id")
    select "id", (select count(*)::integer from changed) as changed from journal`.execute(tx);
  if (rows[0] && rows[0].changed !== changes.length) throw new Error('There is no such balance.');
  if (rows[0]) noteExistingRows(tx, 'ledgerJournals', [rows[0].id]);
  return rows[0]?.id ?? null;
}

/**
 * A single row, which most entries have, is a row of values: PostgreSQL takes arrays for longer than they are, and reads all balances. Arrays
 * are subqueries to hide their lengths: otherwise PostgreSQL prefers the plan for one element, and plans again at every call, which takes as
 * long as the execution.
 */
function movementRows(movements: readonly Movement[]) {
  const [movement] = movements;
  return movement && movements.length === 1
    ? sql`(values (${movement.debit}::text, ${movement.credit}::text, ${movement.amountCents}::bigint, 1)) as given (debit, credit, cents, n)`
    : sql`unnest((select ${valuesOf(movements, 'debit')}::text[]), (select ${valuesOf(movements, 'credit')}::text[]),
        (select ${valuesOf(movements, 'amountCents')}::bigint[])) with ordinality as given (debit, credit, cents, n)`;
}

function changeRows(changes: readonly BalanceChange[]) {
  const [change] = changes;
  return change && changes.length === 1
    ? sql`(values (${change.id}::bigint, ${change.balance}::bigint, ${change.held}::bigint)) as given (id, balance, held)`
    : sql`unnest((select ${valuesOf(changes, 'id')}::bigint[]), (select ${valuesOf(changes, 'balance')}::bigint[]),
        (select ${valuesOf(changes, 'held')}::bigint[])) as given (id, balance, held)`;
}

function valuesOf<T, K extends keyof T>(rows: readonly T[], key: K): T[K][] {
  return rows.map((row) => row[key]);
}

/** In the order of their ids, which the update of several rows does not follow. `ids`: ascending. */
export async function lockBalances(tx: Tx, ids: readonly number[]): Promise<void> {
  noteLockedRows(tx, 'balances', ids);
  await sql`${PREPARED}
    select 1 from "balances" where "id" = any(${ids}::bigint[]) order by "id" for no key update`.execute(tx);
}

async function earlier(tx: Tx, entry: Entry): Promise<Booked> {
  const stored = await bookedMovements(tx, entry);
  const isSame =
    stored.length === entry.movements.length &&
    entry.movements.every(({ debit, credit, amountCents }, index) => {
      const other = stored[index];
      return other?.debit === debit && other.credit === credit && other.amountCents === amountCents;
    });
  if (!stored[0]) throw periodClosed();
  if (!isSame) throw keyReused();
  return { journalId: stored[0].id, isRepeat: true };
}

export function keyReused() {
  return problem(
    422,
    'ledger.key-reused',
    'Already recorded',
    'This was already recorded with another amount or account.',
  );
}

/** Nothing else keeps a new entry from being booked. */
export function periodClosed() {
  return problem(409, 'ledger.period-closed', 'Month closed', 'The books of this month are closed.');
}

/** What was booked for this source and purpose; empty before that. */
export function bookedMovements(tx: Tx, { source, sourceId, purpose }: Pick<Entry, 'source' | 'sourceId' | 'purpose'>) {
  return tx
    .selectFrom('ledgerJournals as j')
    .innerJoin('ledgerPostings as p', 'p.journalId', 'j.id')
    .innerJoin('ledgerAccounts as d', 'd.id', 'p.debitId')
    .innerJoin('ledgerAccounts as c', 'c.id', 'p.creditId')
    .select(['j.id', 'd.code as debit', 'c.code as credit', 'p.amountCents'])
    .where('j.source', '=', source)
    .where('j.sourceId', '=', sourceId)
    .where('j.purpose', '=', purpose)
    .orderBy('p.id')
    .execute();
}

interface BalanceChange {
  id: number;
  balance: number;
  held: number;
}

/** By id, the order in which balances are locked. */
function balanceChanges(movements: readonly Movement[], released: ReadonlyMap<number, number>): BalanceChange[] {
  const changes = new Map<number, BalanceChange>();
  const changeOf = (id: number): BalanceChange => {
    const change = changes.get(id) ?? { id, balance: 0, held: 0 };
    changes.set(id, change);
    return change;
  };
  for (const { debit, credit, amountCents } of movements) {
    const [from, to] = [balanceIdOf(debit), balanceIdOf(credit)];
    if (from !== null) changeOf(from).balance -= amountCents;
    if (to !== null) changeOf(to).balance += amountCents;
  }
  for (const [id, amount] of released) changeOf(id).held -= amount;
  return [...changes.values()].toSorted((a, b) => a.id - b.id);
}

/** Reserves an amount of a balance; a negative one is released. 409 `ledger.not-enough`. */
export async function changeHeld(tx: Tx, id: number, cents: number): Promise<void> {
  noteLockedRows(tx, 'balances', [id]);
  await sql`${PREPARED}
    update "balances" set "heldCents" = "heldCents" + ${cents}, "version" = "version" + 1, "updatedAt" = atrium_now()
    where "id" = ${id}`
    .execute(tx)
    .catch(rethrowRefusal);
}

/** What PostgreSQL refuses by the conditions on balances (x-checks). */
function rethrowRefusal(error: unknown): never {
  const constraint = error instanceof pg.DatabaseError ? (error.constraint ?? '') : '';
  if (constraint.startsWith('balances_spendable_')) throw notEnough();
  if (constraint.startsWith('balances_closed_'))
    throw problem(409, 'ledger.closed', 'Balance closed', 'This balance is closed. It accepts no transactions.');
  throw error;
}

export function notEnough() {
  return problem(409, 'ledger.not-enough', 'Not enough balance', 'The balance is too low for this amount.');
}

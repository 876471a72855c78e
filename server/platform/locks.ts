import { sql } from 'kysely';
import { PREPARED, type Tx } from './database.ts';
import { memoryOf, type TransactionMemory } from './transaction-memory.ts';

/**
 * Every advisory lock, and the tables whose rows are locked together with those of others, in the order in which a transaction takes them.
 * Rows of one table are locked by ascending id. Rows of the other tables come after the advisory locks that precede the first table here.
 */
export const LOCK_ORDER = {
  /** Of one student ID: at most one account has it. */
  'student id': 'advisory',
  /** Of one template: its versions are numbered without gaps. */
  messageTemplates: 'advisory',
  /** Of one person: they get one digest a day. */
  'daily mail': 'advisory',
  /** Two prerequisites cannot close a circle together. */
  prerequisites: 'advisory',
  /** Of one person: one order at a time is made from their cart. */
  checkout: 'advisory',
  /** Of one center, or of one person there: visits open one after another, within the capacity. */
  center: 'advisory',
  /** Two sessions cannot take the same place or instructor at the same time. */
  scheduling: 'advisory',
  events: 'rows',
  eventSeries: 'rows',
  /** The lock of a session covers its tickets. */
  instances: 'rows',
  /** No one is offered seats in two sessions at the same time. */
  offers: 'advisory',
  /** Of one person and event: one seat at a time. It is only tried (`tryLocks`) while others are held. */
  booking: 'advisory',
  /** Of one balance: it has one top-up at a time. */
  topUp: 'advisory',
  /** Of the web store. They precede what is paid for them. */
  orders: 'rows',
  /** What is owed for one thing, after the thing itself: everything that pays it waits here. */
  charges: 'rows',
  payments: 'rows',
  refunds: 'rows',
  /** Their last uses. */
  discounts: 'rows',
  /** Of one person and department: their payments together stay within the limit. */
  'department limit': 'advisory',
  /** Stock that cannot be sold twice. */
  storeItems: 'rows',
  /** Of an amount that is captured or voided once. */
  ledgerHolds: 'rows',
  /** Months of the books are closed and reopened one after the other. */
  'book months': 'advisory',
  /** Accounts that cannot be overdrawn. */
  balances: 'rows',
  /** Of one open drawer: its cash is refunded once. */
  drawer: 'advisory',
  /** Of one location: it has at most one active center. */
  'active center': 'advisory',
  /** Receipts are numbered without gaps: others wait until the transaction ends, so it is taken last. */
  'receipt number': 'advisory',
} as const;

type LockName = keyof typeof LOCK_ORDER;
export type AdvisoryLock = { [N in LockName]: (typeof LOCK_ORDER)[N] extends 'advisory' ? N : never }[LockName];

const NAMES: readonly string[] = Object.keys(LOCK_ORDER);
/** Of rows of tables that are not listed. They have no order among themselves. */
const OTHER_ROWS = Object.values(LOCK_ORDER).indexOf('rows') - 0.5;

/** For tests: a lock that is taken out of order is an error from now on. */
export function checkLockOrder(): void {
  isChecked = true;
}
let isChecked = false;

/** Takes the lock, of `key` where there is one for each key, until the transaction ends. A second call does nothing. */
export async function takeLock(tx: Tx, name: AdvisoryLock, key = ''): Promise<void> {
  const text = lockText(name, key);
  if (!heldBy(tx).add({ rank: NAMES.indexOf(name), key, text })) return;
  await sql`${PREPARED}select pg_advisory_xact_lock(hashtextextended(${text}, 0))`.execute(tx);
}

function lockText(name: AdvisoryLock, key: string): string {
  return key === '' ? name : `${name} ${key}`;
}

/**
 * Takes the locks of these keys that no other transaction holds, and returns the keys of those that one does. It never waits, so it has no
 * place in the order.
 */
export async function tryLocks(tx: Tx, name: AdvisoryLock, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`${PREPARED}
    select "key" from unnest(${keys}::text[]) "key"
    where not pg_try_advisory_xact_lock(hashtextextended(${`${name} `} || "key", 0))`.execute(tx);
  return new Set(rows.map(({ key }) => key));
}

export function holdsLock(tx: Tx, name: AdvisoryLock, key = ''): boolean {
  return heldBy(tx).has(lockText(name, key));
}

export async function takeLocks(tx: Tx, names: ReadonlySet<AdvisoryLock>): Promise<void> {
  for (const name of [...names].toSorted((a, b) => NAMES.indexOf(a) - NAMES.indexOf(b))) await takeLock(tx, name);
}

/** Registers rows that the transaction has locked. */
export function noteLockedRows(tx: Tx, table: string, ids: readonly unknown[]): void {
  if (!isChecked) return;
  // A table can have the name of an advisory lock.
  const isListed = Object.entries(LOCK_ORDER).some(([name, kind]) => name === table && kind === 'rows');
  const rank = isListed ? NAMES.indexOf(table) : OTHER_ROWS;
  for (const id of ids)
    heldBy(tx).add({ rank, key: rank === OTHER_ROWS ? 0 : Number(id), text: `${table} ${String(id)}` });
}

export function requireLockedRow(tx: Tx, table: string, id: number): void {
  if (isChecked && !heldBy(tx).has(`${table} ${id}`)) throw new Error(`"${table} ${id}" is not locked.`);
}

/** Registers rows that the transaction has inserted: no other one sees them, so locking them never waits. */
export function noteOwnRows(tx: Tx, table: string, ids: readonly unknown[]): void {
  if (!isChecked) return;
  for (const id of ids) heldBy(tx).own(`${table} ${String(id)}`);
}

/** Tables in the order of their locks; the others follow by name. */
export function compareTables(a: string, b: string): number {
  const tableRank = (table: string): number => (NAMES.includes(table) ? NAMES.indexOf(table) : NAMES.length);
  return tableRank(a) - tableRank(b) || (a < b ? -1 : a > b ? 1 : 0);
}

interface Lock {
  rank: number;
  /** Among locks of one rank. */
  key: string | number;
  text: string;
}

class HeldLocks implements TransactionMemory {
  #texts = new Set<string>();
  #last: Lock | null = null;

  /** False for a lock that is held already. */
  add(lock: Lock): boolean {
    if (this.#texts.has(lock.text)) return false;
    const last = this.#last;
    const isAhead = last === null || lock.rank > last.rank || (lock.rank === last.rank && lock.key >= last.key);
    if (isChecked && !isAhead && lock.rank !== OTHER_ROWS)
      throw new Error(`The lock "${lock.text}" is taken after "${last.text}", against LOCK_ORDER (platform/locks.ts).`);
    this.#texts.add(lock.text);
    if (isAhead) this.#last = lock;
    return true;
  }

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  own(text: string): void {
    this.#texts.add(text);
  }

  snapshot(): () => void {
    const [texts, last] = [new Set(this.#texts), this.#last];
    return () => {
      this.#texts = texts;
      this.#last = last;
    };
  }
}

function heldBy(tx: Tx): HeldLocks {
  return memoryOf(tx, HeldLocks, () => new HeldLocks());
}

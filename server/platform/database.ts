import { setTimeout as wait } from 'node:timers/promises';
import { CompiledQuery, Kysely, PostgresDialect, sql, type Compilable, type RawBuilder } from 'kysely';
import pg from 'pg';
import type { Tables } from '../../domain/generated/tables.ts';
import { inTransaction } from './call-kind.ts';
import { openPool, PREPARED_MARK, type PoolOptions } from './connection-pool.ts';
import type { Db, Tx } from './database-types.ts';
import { causesOf } from './error-causes.ts';
import { memoryOf, RememberedSet } from './transaction-memory.ts';

export type { Db, Tx };

export interface DatabaseOptions extends PoolOptions {
  max?: number;
  /** PostgreSQL's statement_timeout in milliseconds; 0: none. Default: 15,000. */
  statementTimeout?: number;
}

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const NUMERIC = 1700;
const RETRIED = new Set(['40001', '40P01']);
const ATTEMPTS = 6;

/**
 * Opens a bounded pool on the database at `url` (postgres://...). bigint and numeric are parsed as numbers, dates as 'YYYY-MM-DD',
 * instants as ISO 8601 in UTC with milliseconds.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Db {
  const pool = openPool(
    {
      connectionString: url,
      max: options.max ?? 20,
      idleTimeoutMillis: 60_000,
      statement_timeout: options.statementTimeout ?? 15_000,
      idle_in_transaction_session_timeout: 60_000,
      options: '-c timezone=UTC',
      application_name: 'atrium',
      types: { getTypeParser },
    },
    options,
  );
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Quoted column references for raw SQL, checked by the compiler: `columnRefs('users', 'u').displayName`. */
export function columnRefs<T extends keyof Tables & string>(
  table: T,
  alias: string = table,
): { readonly [K in keyof Tables[T] & string]: RawBuilder<unknown> } {
  return new Proxy({} as { readonly [K in keyof Tables[T] & string]: RawBuilder<unknown> }, {
    get: (_target, name) => sql.ref(`${alias}.${String(name)}`),
  });
}

/** The clock's current time, for instant columns. */
export const NOW = sql<string>`atrium_now()`;

/**
 * Marks a statement as prepared: it is parsed and planned once per connection. For statements of every request whose best plan does
 * not depend on their values.
 */
export const PREPARED = sql.raw(PREPARED_MARK);
/** Runs a query as a prepared statement (PREPARED) and returns its rows. */
export async function prepared<O>(db: Db, query: Compilable<O>): Promise<O[]> {
  const { sql: text, parameters } = query.compile();
  return preparedText<O>(db, text, parameters);
}
/** The same for a text with values for $1, $2 ... To build a query takes as long as to send it, so the most frequent ones are texts. */
export async function preparedText<O>(db: Db, text: string, values: readonly unknown[]): Promise<O[]> {
  const { rows } = await db.executeQuery<O>(CompiledQuery.raw(`${PREPARED_MARK}${text}`, [...values]));
  return rows as O[];
}
/**
 * Runs `work` in a transaction and retries it on serialization failures and deadlocks, so `work` must have no effects outside the
 * database. Within a transaction it joins that one.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { result, pause } = await db.transaction().execute((tx) =>
        inTransaction(async () => {
          const endings = memoryOf(tx, beforeCommit, () => new RememberedSet<Ending>());
          const lastEndings = memoryOf(tx, LAST, () => new RememberedSet<Ending>());
          const result = await work(tx);
          for (const end of endings) await end();
          for (const end of lastEndings) await end();
          return { result, pause: pauses.get(tx) ?? 0 };
        }),
      );
      if (pause > 0) await wait(pause);
      return result;
    } catch (error) {
      if (attempt === ATTEMPTS || !RETRIED.has(errorCode(error))) throw error;
      await wait(Math.random() * 10 * 2 ** attempt);
    }
  }
}

type Ending = () => Promise<void>;

const LAST = {};

/**
 * Runs `work` at the end of the transaction, unless the savepoint that it belongs to is rolled back. `isLast`: after all work of others.
 */
export function beforeCommit(tx: Tx, work: Ending, { isLast = false } = {}): void {
  const endings = memoryOf(tx, isLast ? LAST : beforeCommit, (): RememberedSet<Ending> => {
    throw new Error('The transaction was not opened by transaction().');
  });
  endings.add(work);
}

const pauses = new WeakMap<Tx, number>();

/** Delays the resolution of `tx` until `milliseconds` after its commit. */
export function delayAnswer(tx: Tx, milliseconds: number): void {
  pauses.set(tx, milliseconds);
}

const LOST = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND']);
const LOST_WORDS =
  /^(Connection terminated|timeout (exceeded|expired)|Query read timeout|Client has encountered|Client was closed|Cannot use a pool)/;

/**
 * Whether `error` or a cause of it means that the database is unreachable, was lost during the work, is overloaded or
 * read-only: answer 503.
 */
export function isUnavailable(error: unknown): boolean {
  return causesOf(error).some((cause) => {
    const code = errorCode(cause);
    return (
      RETRIED.has(code) ||
      LOST.has(code) ||
      /^(08|25006|25P0[34]|53|57P|55P03|57014)/.test(code) ||
      ('syscall' in cause && cause.syscall === 'connect') ||
      LOST_WORDS.test(cause.message)
    );
  });
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const asIs = (text: string): string => text;

function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === INT8 || oid === NUMERIC) return Number;
  if (oid === DATE) return asIs;
  if (oid === TIMESTAMPTZ) return isoInstant;
  return pg.types.getTypeParser(oid, format ?? 'text');
}

/** '2026-11-21 00:20:54.0651+00' -> '2026-11-21T00:20:54.065Z' */
function isoInstant(text: string): string {
  if (!/^\d{4}-.*\+00$/.test(text)) return text;
  const fraction = text.slice(20, -3).padEnd(3, '0').slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

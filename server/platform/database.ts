import { setTimeout as wait } from 'node:timers/promises';
import {
  Kysely,
  PostgresDialect,
  sql,
  type Compilable,
  type PostgresPool,
  type PostgresPoolClient,
  type RawBuilder,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Tables } from '../../domain/generated/tables.ts';
import type { Clock } from './clock.ts';
import { withRevisionBumps, type WrittenTables } from './row-revisions.ts';

export type Db = Kysely<Tables>;
/** A transaction in progress; has the interface of Db on a single connection. */
export type Tx = Transaction<Tables>;

export interface DatabaseOptions {
  /** Maximum number of connections. Default: 20. */
  max?: number;
  /** PostgreSQL's statement_timeout in milliseconds; 0: none. Default: 15,000. */
  statementTimeout?: number;
  /** The tables whose writes bump revisions (row-revisions.ts). Default: none. */
  written?: WrittenTables;
  /** The clock behind `atrium_now()`. Default: the database's own time. */
  clock?: Clock;
  /** Told of every statement, without its values. */
  observe?: QueryObserver;
  /** Given the pool's figures. */
  onPool?: (figures: () => PoolFigures) => void;
}

/** Called when a statement is sent; what it returns is called when it has ended, with the error if it failed. */
export type QueryObserver = (text: string) => (error?: unknown) => void;

export interface PoolFigures {
  size: number;
  idle: number;
  /** Who wait for a connection. */
  waiting: number;
  /** The limit. */
  most: number;
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
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: options.statementTimeout ?? 15_000,
    idle_in_transaction_session_timeout: 60_000,
    options: '-c timezone=UTC',
    application_name: 'atrium',
    types: { getTypeParser },
  });
  // The pool replaces a lost connection and its query fails; without these listeners the error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  options.onPool?.(() => ({
    size: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    most: pool.options.max,
  }));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connecting(pool, options) }) });
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

const MARK = '/* prepared */ ';
/**
 * Marks a statement as prepared: it is parsed and planned once per connection. For statements of every request whose best plan does
 * not depend on their values.
 */
export const PREPARED = sql.raw(MARK);
/** Runs a query as a prepared statement (PREPARED) and returns its rows. */
export async function prepared<O>(db: Db, query: Compilable<O>): Promise<O[]> {
  const compiled = query.compile();
  const { rows } = await db.executeQuery<O>({ ...compiled, sql: `${MARK}${compiled.sql}` });
  return rows;
}
/** Every prepared statement takes memory in each connection, so statements with varying text must not create them without bound. */
const MOST_NAMES = 300;

/** Names the prepared statements of a pool. */
function namesOfStatements(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    if (!text.trimStart().startsWith(MARK)) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_NAMES) return known;
    const name = `atrium_${names.size}`;
    names.set(text, name);
    return name;
  };
}

/** The pool as Kysely's driver sees it: names prepared statements, bumps revisions on writes, and sets the clock of connections. */
function connecting(pool: pg.Pool, { clock, written, observe }: DatabaseOptions): PostgresPool {
  const offsets = new WeakMap<pg.PoolClient, number>();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const nameOf = namesOfStatements();
  const clientOf = (client: pg.PoolClient): PostgresPoolClient => {
    const send = (text: string, values: readonly unknown[]): Promise<unknown> => {
      const name = nameOf(text);
      return client.query({ text, values: [...values], ...(name ? { name } : {}) });
    };
    const seen = observe ? observed(send, observe) : send;
    const query = written ? withRevisionBumps(seen, written) : seen;
    return { query: query as PostgresPoolClient['query'], release: (discard?: boolean) => client.release(discard) };
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const offset = clock?.offset ?? 0;
      if ((offsets.get(client) ?? 0) !== offset) {
        await setOffset(client, offset);
        offsets.set(client, offset);
      }
      let known = clients.get(client);
      if (!known) clients.set(client, (known = clientOf(client)));
      return known;
    },
  };
}

type Send = (text: string, values: readonly unknown[]) => Promise<unknown>;

function observed(send: Send, observe: QueryObserver): Send {
  return (text, values) => {
    const end = observe(text);
    const answer = send(text, values);
    answer.then(
      () => end(),
      (error: unknown) => end(error),
    );
    return answer;
  };
}

async function setOffset(client: pg.PoolClient, milliseconds: number): Promise<void> {
  try {
    await client.query("select set_config('atrium.clock_offset', $1, false)", [`PT${milliseconds / 1000}S`]);
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * Runs `work` in a transaction and retries it on serialization failures and deadlocks, so `work` must have no effects outside the
 * database. Within a transaction it joins that one.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { result, pause } = await db.transaction().execute(async (tx) => {
        const ending: Ending[] = [];
        endings.set(tx, ending);
        const result = await work(tx);
        for (const end of ending) await end();
        return { result, pause: pauses.get(tx) ?? 0 };
      });
      if (pause > 0) await wait(pause);
      return result;
    } catch (error) {
      if (attempt === ATTEMPTS || !RETRIED.has(codeOf(error))) throw error;
      await wait(Math.random() * 10 * 2 ** attempt);
    }
  }
}

type Ending = () => Promise<void>;
const endings = new WeakMap<Tx, Ending[]>();

/** Runs `work` as the last part of the transaction, after all that is asked for before it. */
export function beforeCommit(tx: Tx, work: Ending): void {
  const ending = endings.get(tx);
  if (ending === undefined) throw new Error('The transaction was not opened by transaction().');
  ending.push(work);
}

/** Milliseconds between a transaction's commit and the resolution of its promise. */
const pauses = new WeakMap<Tx, number>();

/** Delays the resolution of `tx` until `milliseconds` after its commit. */
export function delayAnswer(tx: Tx, milliseconds: number): void {
  pauses.set(tx, milliseconds);
}

const LOST = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND']);
const LOST_WORDS =
  /^(Connection terminated|timeout (exceeded|expired)|Query read timeout|Client has encountered|Client was closed|Cannot use a pool)/;

/** Whether `error` or its cause says that the database is unreachable, was lost during the work or is overloaded: answer 503. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return (
    RETRIED.has(code) ||
    LOST.has(code) ||
    /^(08|25P0[34]|53|57P|55P03|57014)/.test(code) ||
    ('syscall' in error && error.syscall === 'connect') ||
    LOST_WORDS.test(error.message) ||
    isUnavailable(error.cause) ||
    (error instanceof AggregateError && error.errors.some(isUnavailable))
  );
}

function codeOf(error: unknown): string {
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

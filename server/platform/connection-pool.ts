import { once } from 'node:events';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { callKind } from './call-kind.ts';
import type { Clock } from './clock.ts';
import { ConnectionShares } from './connection-shares.ts';
import { withRevisionBumps, type WrittenTables } from './row-revisions.ts';
import { DatabaseUnreachable, isDestroyed, SilentConnections } from './silent-connections.ts';

export interface PoolOptions {
  /** The tables whose writes bump revisions (row-revisions.ts). Default: none. */
  written?: WrittenTables;
  /** The clock behind `atrium_now()`. Default: the database's own time. */
  clock?: Clock;
  /** Called with every statement, without its values. */
  observe?: QueryObserver;
  /** Receives a function that reads the pool's figures. */
  onPool?: (figures: () => PoolFigures) => void;
}

/** Called when a statement is sent; the returned function is called when it has ended, with the error if it failed. */
export type QueryObserver = (text: string) => (error?: unknown) => void;

export interface PoolFigures {
  size: number;
  idle: number;
  waiting: number;
  most: number;
}

/** How long a call waits for a connection. */
const CONNECT_MS = 10_000;
/**
 * The server ends a statement at its `statement_timeout`; without an answer this long after it, the connection counts
 * as lost.
 */
const ANSWER_MARGIN_MS = 5_000;
const TOO_MANY_CONNECTIONS = '53300';
const RETRY_CONNECT_MS = 200;
/** Prefix of statements that are prepared. */
export const PREPARED_MARK = '/* prepared */ ';
/** Every prepared statement takes memory in each connection, so statements with varying text must not create them without bound. */
const MOST_NAMES = 300;

export function openPool(config: pg.PoolConfig & { max: number }, options: PoolOptions): PostgresPool {
  const statementTimeout = Number(config.statement_timeout ?? 0);
  const pool = new pg.Pool({
    ...config,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(statementTimeout > 0 ? { query_timeout: statementTimeout + ANSWER_MARGIN_MS } : {}),
  });
  // The pool replaces a lost connection and its query fails; without these listeners the error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const shares = new ConnectionShares(config.max, CONNECT_MS);
  // Without a limit for statements, nothing that takes long is suspect.
  const silent = statementTimeout > 0 ? watchSilence(pool, config, shares) : null;
  options.onPool?.(() => ({
    size: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount + shares.waiting,
    most: config.max,
  }));
  const clientOf = describedClients(options, silent);
  return {
    options: pool.options,
    end: async () => {
      silent?.watcher.end();
      await pool.end();
    },
    async connect() {
      const { name, inTransaction } = callKind();
      if (silent?.watcher.isUnreachable) throw new DatabaseUnreachable();
      await shares.acquire(name, inTransaction);
      try {
        const client = await unlessUnreachable(connectPatiently(pool), silent);
        return await clientOf(client, () => shares.release(name));
      } catch (error) {
        shares.release(name);
        throw error;
      }
    },
  };
}

interface Watched {
  watcher: SilentConnections;
  refusals: Set<(error: Error) => void>;
}

function watchSilence(pool: pg.Pool, config: pg.PoolConfig, shares: ConnectionShares): Watched {
  const idle = new Set<pg.PoolClient>();
  pool.on('release', (_error, client) => idle.add(client));
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('remove', (client) => idle.delete(client));
  const refusals = new Set<(error: Error) => void>();
  const { max: _max, idleTimeoutMillis: _idle, ...clientConfig } = config;
  const watcher = new SilentConnections({
    config: clientConfig,
    idle: () => [...idle],
    onUnreachable: (error) => {
      shares.refuseWaiting(error);
      for (const refuse of refusals) refuse(error);
    },
  });
  return { watcher, refusals };
}

/** Ends the wait for a connection when the database becomes unreachable; a later connection returns to the pool. */
async function unlessUnreachable(connecting: Promise<pg.PoolClient>, silent: Watched | null): Promise<pg.PoolClient> {
  if (silent === null) return connecting;
  const done = silent.watcher.watch(null);
  let refuse: (error: Error) => void = () => undefined;
  const refused = new Promise<never>((_resolve, reject) => {
    refuse = reject;
    silent.refusals.add(reject);
  });
  let isAnswered = false;
  try {
    const client = await Promise.race([connecting, refused]);
    isAnswered = true;
    return client;
  } catch (error) {
    connecting.then(
      (client) => client.release(),
      () => undefined,
    );
    throw error;
  } finally {
    silent.refusals.delete(refuse);
    done(isAnswered);
  }
}

/** Where the server has no connection to spare, waits for one of the pool's own or for another program's. */
async function connectPatiently(pool: pg.Pool): Promise<pg.PoolClient> {
  const deadline = performance.now() + CONNECT_MS;
  for (;;) {
    try {
      const client = await pool.connect();
      if (!isDestroyed(client)) return client;
      client.release(true);
    } catch (error) {
      const isFull = error instanceof pg.DatabaseError && error.code === TOO_MANY_CONNECTIONS;
      if (!isFull || performance.now() > deadline) throw error;
      await once(pool, 'release', { signal: AbortSignal.timeout(RETRY_CONNECT_MS) }).catch(() => undefined);
    }
  }
}

type DescribeClient = (client: pg.PoolClient, onRelease: () => void) => Promise<PostgresPoolClient>;

function describedClients({ clock, written, observe }: PoolOptions, silent: Watched | null): DescribeClient {
  const offsets = new WeakMap<pg.PoolClient, number>();
  const lost = new WeakSet<pg.PoolClient>();
  const statementName = statementNames();
  const namedQuery = (client: pg.PoolClient): Send => {
    const send: Send = async (text, values) => {
      const name = statementName(text);
      const done = silent?.watcher.watch(client);
      let isAnswered = true;
      try {
        return await client.query({ text, values: [...values], ...(name ? { name } : {}) });
      } catch (error) {
        isAnswered = error instanceof pg.DatabaseError;
        if (isTimedOut(error)) {
          lost.add(client);
          silent?.watcher.abandon([client]);
        }
        throw error;
      } finally {
        done?.(isAnswered);
      }
    };
    const observed = observe ? withObserver(send, observe) : send;
    return written ? withRevisionBumps(observed, written) : observed;
  };
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const releases = new WeakMap<pg.PoolClient, () => void>();
  const describe = (client: pg.PoolClient): PostgresPoolClient => ({
    query: namedQuery(client) as PostgresPoolClient['query'],
    release: (discard?: boolean) => {
      client.release(discard === true || lost.has(client));
      releases.get(client)?.();
    },
  });
  return async (client, onRelease) => {
    const offset = clock?.offset ?? 0;
    if ((offsets.get(client) ?? 0) !== offset) {
      await setOffset(client, offset);
      offsets.set(client, offset);
    }
    releases.set(client, onRelease);
    let described = known.get(client);
    if (!described) known.set(client, (described = describe(client)));
    return described;
  };
}

type Send = (text: string, values: readonly unknown[]) => Promise<unknown>;

function withObserver(send: Send, observe: QueryObserver): Send {
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

/** pg gives up waiting, but the connection still waits for its answer. */
function isTimedOut(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    if (!text.trimStart().startsWith(PREPARED_MARK)) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_NAMES) return known;
    const name = `atrium_${names.size}`;
    names.set(text, name);
    return name;
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

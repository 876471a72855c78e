import type { Duplex } from 'node:stream';
import pg from 'pg';

/** A longer statement triggers a query whether the database is working on it. */
const SUSPECT_MS = 1_500;
const TICK_MS = 1_000;
const PROBE_MS = 5_000;
/** Consecutive answers, or missing ones, that decide. */
const CONFIRMATIONS = 2;

export class DatabaseUnreachable extends Error {
  readonly code = '08006';
  constructor() {
    super('The database does not answer.');
  }
}

interface Sent {
  client: pg.ClientBase | null;
  since: number;
  /** How often in a row the database was not working on it. */
  idle: number;
}

export interface SilentOptions {
  config: pg.ClientConfig;
  /** The unused connections, which are suspect too when others were found dead or the database unreachable. */
  idle: () => Iterable<pg.ClientBase>;
  /** Called when the database has become unreachable. */
  onUnreachable: (error: Error) => void;
}

/**
 * Finds connections that the network has dropped without notice: the database answers on another connection that it
 * does not work on the statement. During long statements this is checked once a second, over a separate connection. If
 * that one is not answered either, the database is unreachable, and further calls fail immediately until it answers.
 * The backends of abandoned connections are ended as soon as it does: it may not have noticed, and their transactions
 * would keep their locks.
 */
export class SilentConnections {
  readonly #options: SilentOptions;
  readonly #sent = new Set<Sent>();
  /** Backends of connections that were given up. */
  readonly #abandoned = new Set<number>();
  #timer: NodeJS.Timeout | null = null;
  #probe: pg.Client | null = null;
  #isProbing = false;
  #failures = 0;
  #answeredAt = -Infinity;
  #ended = false;

  constructor(options: SilentOptions) {
    this.#options = options;
  }

  get isUnreachable(): boolean {
    return this.#failures >= CONFIRMATIONS;
  }

  /**
   * Call when a statement is sent by `client`, or a connection is requested (null); call the returned function when
   * that has ended, with whether the database has answered.
   */
  watch(client: pg.ClientBase | null): (isAnswered: boolean) => void {
    const entry = { client, since: performance.now(), idle: 0 };
    this.#sent.add(entry);
    this.#start();
    return (isAnswered) => {
      this.#sent.delete(entry);
      if (isAnswered) this.#answeredAt = performance.now();
    };
  }

  /** Gives up connections that will never answer. */
  abandon(clients: Iterable<pg.ClientBase>): void {
    for (const client of clients) {
      const pid = processOf(client);
      if (pid !== null) this.#abandoned.add(pid);
      destroy(client);
    }
    this.#start();
  }

  #start(): void {
    this.#timer ??= setInterval(() => void this.#tick(), TICK_MS).unref();
  }

  end(): void {
    this.#ended = true;
    this.#rest();
  }

  async #tick(): Promise<void> {
    if (this.#isProbing || this.#ended) return;
    const suspects = [...this.#sent].filter(({ since }) => performance.now() - since > SUSPECT_MS);
    if (suspects.length === 0 && this.#failures === 0 && this.#abandoned.size === 0) {
      if (this.#sent.size === 0) this.#rest();
      return;
    }
    this.#isProbing = true;
    const begun = performance.now();
    try {
      const active = await this.#ask(suspects);
      this.#judge(suspects, active);
      await this.#endBackends(active !== null);
    } catch (error) {
      this.#missed(error, begun);
    } finally {
      this.#isProbing = false;
      if (this.#ended) this.#rest();
    }
  }

  /** The backends among those of the suspects that are working; null where a pooler hides them. */
  async #ask(suspects: readonly Sent[]): Promise<Set<number> | null> {
    const probe = (this.#probe ??= await this.#connect());
    const pids = suspects.flatMap(({ client }) => processOf(client) ?? []);
    const { rows } = await probe.query<{ own: number; active: number[] }>(
      `select pg_backend_pid() as own,
        array(select pid from pg_stat_activity where pid = any($1) and coalesce(state, '') not like 'idle%') as active`,
      [pids],
    );
    const { own, active } = rows[0] ?? { own: 0, active: [] };
    return own === processOf(probe) ? new Set(active) : null;
  }

  async #connect(): Promise<pg.Client> {
    const probe = new pg.Client({
      ...this.#options.config,
      application_name: 'atrium probe',
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
    });
    probe.on('error', () => undefined);
    try {
      await probe.connect();
    } catch (error) {
      destroy(probe);
      throw error;
    }
    return probe;
  }

  #judge(suspects: readonly Sent[], active: ReadonlySet<number> | null): void {
    const wasUnreachable = this.isUnreachable;
    this.#failures = 0;
    if (wasUnreachable) this.abandon(this.#options.idle());
    if (active === null) return;
    const dead = suspects.filter((entry) => {
      const pid = processOf(entry.client);
      entry.idle = pid === null || active.has(pid) ? 0 : entry.idle + 1;
      return entry.idle >= CONFIRMATIONS && this.#sent.has(entry);
    });
    if (dead.length === 0) return;
    this.abandon(this.#options.idle());
    this.abandon(dead.flatMap(({ client }) => client ?? []));
  }

  /** Where a pooler hides the backends, they end at the database's own timeouts. */
  async #endBackends(areKnown: boolean): Promise<void> {
    const pids = [...this.#abandoned];
    if (pids.length > 0 && areKnown)
      await this.#probe?.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
        where pid = any($1) and application_name = $2 and datname = current_database() and usename = current_user`,
        [pids, this.#options.config.application_name],
      );
    for (const pid of pids) this.#abandoned.delete(pid);
  }

  #missed(error: unknown, begun: number): void {
    if (this.#probe) destroy(this.#probe);
    this.#probe = null;
    // It answers, if only that no connection is free; a slow machine takes long to open another one.
    if (error instanceof pg.DatabaseError || this.#answeredAt > begun) {
      this.#failures = 0;
      return;
    }
    this.#failures += 1;
    if (!this.isUnreachable) return;
    this.abandon(this.#options.idle());
    this.abandon([...this.#sent].flatMap(({ client }) => client ?? []));
    this.#options.onUnreachable(new DatabaseUnreachable());
  }

  #rest(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    void this.#probe?.end().catch(() => undefined);
    this.#probe = null;
  }
}

/** Ends a connection without waiting for the other side. */
export function destroy(client: pg.ClientBase): void {
  clientStream(client)?.destroy();
}

/** The pool learns of it a moment later. */
export function isDestroyed(client: pg.ClientBase): boolean {
  return clientStream(client)?.destroyed === true;
}

function clientStream(client: pg.ClientBase): Duplex | undefined {
  return (client as unknown as { connection?: { stream: Duplex } }).connection?.stream;
}

function processOf(client: pg.ClientBase | null): number | null {
  return (client as unknown as { processID?: number | null } | null)?.processID ?? null;
}

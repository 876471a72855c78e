import { access, constants, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { diskFullMessage, isDiskFull, isDiskFullError } from './disk-space.ts';
import { makeFolder } from './durable-files.ts';
import { withFileLock } from './file-lock.ts';
import {
  DATABASE,
  USER,
  initialize,
  checkVersion,
  passwordOf,
  runningAt,
  writeConfiguration,
} from './postgres-cluster.ts';
import { registerUse } from './postgres-use.ts';
import { findPrograms, logTail, PostgresError, type Programs, runPgCtl } from './postgres-programs.ts';

/** The connection that every process using the engine holds. PostgreSQL's list of them is the count of users. */
const LEASE_NAME = 'atrium lease';
const GRACE_S = 30;
const UNKNOWN_DATABASE = '3D000';

export interface EmbeddedPostgres {
  /** Connection string for openDatabase; contains the cluster's password. */
  url: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Called when the engine had to be restarted, or could not be. */
  onFailure?: (message: string) => void;
  /** For tests: no fsync, so a power failure may lose data. */
  throwaway?: boolean;
  /** Connections that PostgreSQL must allow, when this process starts it. Default: 200, and never fewer. */
  connections?: number;
  /** Seconds until a PostgreSQL whose users were all killed stops by itself. Default: 30. */
  graceSeconds?: number;
}

/**
 * Starts the PostgreSQL of `dataDir`, or joins one that is already running, started by another process or left behind by a killed one.
 * Creates the cluster on the first run. Restarts an engine that dies while in use. Throws a PostgresError with a message for the
 * person who starts the server.
 */
export async function startEmbeddedPostgres(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedPostgres> {
  await makeFolder(dataDir)
    .then(() => access(dataDir, constants.W_OK))
    .catch((error: Error) => {
      if (isDiskFullError(error)) throw new PostgresError(diskFullMessage(dataDir));
      throw new PostgresError(`DATA_DIR is ${dataDir}, and this user may not write there (${error.message}).`);
    });
  const engine = new Engine(dataDir, options);
  try {
    await engine.join();
    return { url: await engine.url(), stop: () => engine.leave() };
  } catch (error) {
    if ((await isDiskFull(dataDir)) || isDiskFullError(error)) throw new PostgresError(diskFullMessage(dataDir));
    throw error;
  }
}

class Engine {
  readonly #dataDir: string;
  readonly #cluster: string;
  readonly #log: string;
  readonly #options: EmbeddedOptions;
  #lease: pg.Client | undefined;
  #unuse = (): void => undefined;
  #leaving = false;

  constructor(dataDir: string, options: EmbeddedOptions) {
    this.#dataDir = dataDir;
    this.#cluster = join(dataDir, 'postgres');
    this.#log = join(dataDir, 'postgres.log');
    this.#options = options;
  }

  join(): Promise<void> {
    return this.#alone(async () => {
      const programs = await findPrograms(this.#cluster);
      if (!(await checkVersion(programs, this.#cluster))) await initialize(programs, this.#dataDir, this.#cluster);
      await this.#ensureRunning(programs);
      this.#unuse();
      this.#unuse = await registerUse(this.#dataDir, this.#cluster, this.#options.graceSeconds ?? GRACE_S);
      this.#lease = await this.#openLease();
    });
  }

  /**
   * Resources that keep this process alive are released even if PostgreSQL cannot be stopped; the watchdog then stops
   * it.
   */
  async leave(): Promise<void> {
    this.#leaving = true;
    try {
      await this.#alone(() => this.#stopUnlessShared());
    } finally {
      await this.#lease?.end().catch(() => undefined);
      this.#unuse();
    }
  }

  async #stopUnlessShared(): Promise<void> {
    if (!(await this.#isShared())) {
      const address = await runningAt(this.#cluster);
      await runPgCtl(
        await findPrograms(this.#cluster),
        ['stop', '-D', this.#cluster, '-m', 'fast', '-w', '-s'],
        this.#log,
      );
      if (address?.host.startsWith('/')) await rmdir(address.host).catch(() => undefined);
    }
    // Before the lock is released: the next one to leave must not count this one.
    await this.#lease?.end().catch(() => undefined);
  }

  async url(database = DATABASE): Promise<string> {
    const address = await runningAt(this.#cluster);
    if (!address) throw new PostgresError('PostgreSQL is not running.');
    const place = address.host.startsWith('/')
      ? `/${database}?host=${encodeURIComponent(address.host)}&port=${address.port}`
      : `${address.host}:${address.port}/${database}`;
    const url = `postgres://${USER}:${await passwordOf(this.#cluster)}@`;
    return url + place;
  }

  /** Starting, joining and stopping are mutually exclusive across processes: no one joins an engine that is about to stop. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    return withFileLock(join(this.#dataDir, 'postgres.lock'), work);
  }

  async #ensureRunning(programs: Programs): Promise<void> {
    if (await runningAt(this.#cluster)) return;
    await writeConfiguration(this.#dataDir, this.#cluster, this.#options);
    for (let attempt = 1; ; attempt += 1) {
      const code = await runPgCtl(
        programs,
        ['start', '-D', this.#cluster, '-l', this.#log, '-w', '-t', '300', '-s'],
        this.#log,
      );
      if (code === 0) return;
      const end = await logTail(this.#log);
      // Processes of a killed PostgreSQL may outlive it until their work is done.
      if (attempt === 20 || !end.includes('is still in use'))
        throw new PostgresError(`PostgreSQL did not start. The end of ${this.#log}:\n${end}`);
      await wait(500);
    }
  }

  async #openLease(): Promise<pg.Client> {
    const lease = await this.#connect(DATABASE).catch(async (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === UNKNOWN_DATABASE)) throw error;
      await this.#createDatabase();
      return this.#connect(DATABASE);
    });
    lease.once('end', () => {
      if (!this.#leaving) void this.#rejoin();
    });
    return lease;
  }

  async #createDatabase(): Promise<void> {
    const client = await this.#connect('postgres');
    await client.query(`create database ${DATABASE}`);
    await client.end();
  }

  async #connect(database: string): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: await this.url(database),
      application_name: LEASE_NAME,
      keepAlive: true,
    });
    // Losing the connection is handled by its own event.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async #rejoin(): Promise<void> {
    this.#options.onFailure?.('The connection to PostgreSQL was lost; starting or joining it again.');
    for (let pause = 100; !this.#leaving; pause = Math.min(pause * 2, 5000)) {
      try {
        return await this.join();
      } catch (error) {
        this.#options.onFailure?.(error instanceof Error ? error.message : String(error));
        await wait(pause);
      }
    }
  }

  async #isShared(): Promise<boolean> {
    const others = 'select 1 from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid() limit 1';
    const found = await this.#lease?.query(others, [LEASE_NAME]).catch(() => null);
    return (found?.rowCount ?? 0) > 0;
  }
}

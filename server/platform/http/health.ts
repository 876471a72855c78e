import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db } from '../database.ts';
import { isDatabaseDiskFull, isDiskFull } from '../disk-space.ts';
import { causesOf } from '../error-causes.ts';
import { problem } from '../problem.ts';

const TIMEOUT_MS = 2_000;
/** How long a failed write is taken as a sign that the disk of the database is still full. */
const DISK_FULL_MS = 60_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    health?: boolean;
  }
}

export interface HealthOptions {
  db: Db;
  clock: Clock;
  /** Folders that must have space left. */
  folders: readonly string[];
  /** Whether the tables were migrated to other declarations. */
  isOutdated: () => Promise<boolean>;
}

/** Answers /healthz (the process is alive) and /readyz (it can do its work), and knows why it cannot. */
export class Health {
  readonly #options: HealthOptions;
  #diskFullAt = -Infinity;

  constructor(options: HealthOptions) {
    this.#options = options;
  }

  /** Remembers that the disk of the database is full: only a write finds that out. */
  note(error: unknown): void {
    if (causesOf(error).some(isDatabaseDiskFull)) this.#diskFullAt = this.#options.clock.now();
  }

  addRoutes(app: FastifyInstance): void {
    const config = { untraced: true, health: true };
    app.get('/healthz', { config }, async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ status: 'ok' }),
    );
    app.get('/readyz', { config }, async (_request, reply) => {
      const fault = await this.#fault();
      if (fault !== null) throw problem(503, 'server.unavailable', 'Service unavailable', fault);
      return reply.header('cache-control', 'no-store').send({ status: 'ready' });
    });
  }

  async #fault(): Promise<string | null> {
    const { clock, folders, isOutdated } = this.#options;
    const timeout = new AbortController();
    const answer = this.#askDatabase()
      .catch(() => NO_ANSWER)
      .finally(() => timeout.abort());
    const fault = await Promise.race([
      answer,
      wait(TIMEOUT_MS, NO_ANSWER, { signal: timeout.signal }).catch(() => answer),
    ]);
    if (fault !== null) return fault;
    if (await isOutdated().catch(() => false))
      return 'The database was migrated to other declarations than this server has loaded. Restart it.';
    for (const folder of folders) if (await isDiskFull(folder)) return 'The disk of the server is full.';
    return clock.now() - this.#diskFullAt < DISK_FULL_MS ? 'The disk of the database is full.' : null;
  }

  async #askDatabase(): Promise<string | null> {
    const { rows } = await sql<{ isReadOnly: boolean }>`
      select current_setting('transaction_read_only') = 'on' as "isReadOnly"`.execute(this.#options.db);
    return rows[0]?.isReadOnly === true ? 'The database accepts no changes: it is read-only.' : null;
  }
}

const NO_ANSWER = 'The database does not answer.';

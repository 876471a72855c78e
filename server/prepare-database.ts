import { sql } from 'kysely';
import type { Model } from '../domain/declarations/model.ts';
import { isUnavailable, openDatabase, type Db } from './platform/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { causesOf } from './platform/error-causes.ts';
import { syncSchema } from './schema/sync.ts';
import { readSettings, type Settings } from './platform/settings.ts';

const OLDEST_VERSION = 15;
/** Of a process, besides DATABASE_POOL: two of the job queue, and one to find out whether the others still work. */
const OTHER_CONNECTIONS = 3;
/** Of the process that starts and watches WORKERS, and of the embedded database's users. */
const PRIMARY_CONNECTIONS = 5;

/** A condition that prevents the start and that the operator can fix. The message says how. */
export class StartupError extends Error {}

export interface PreparedDatabase {
  url: string;
  /** Releases the embedded engine; a no-op for an external database. */
  release(): Promise<void>;
}

/** Starts or connects to the database, our own or the one of DATABASE_URL, and migrates its tables to the declarations. */
export async function prepareDatabase(settings: Settings, model: Model): Promise<PreparedDatabase> {
  const database = await openPostgres(settings);
  try {
    await checkDatabase(database.url, settings);
    await synchronize(database.url, model);
    return database;
  } catch (error) {
    await database.release();
    throw error;
  }
}

/** For commands: runs `work` on the database of DATABASE_URL, or on the embedded one, which is started if no server is running. */
export async function withDatabase(root: string, work: (db: Db, root: string) => Promise<void>): Promise<void> {
  const settings = readSettings(process.env, root);
  const database = await openPostgres(settings);
  try {
    await checkDatabase(database.url);
    const db = openDatabase(database.url, { max: 2, statementTimeout: 0 });
    await work(db, settings.root).finally(() => db.destroy());
  } finally {
    await database.release();
  }
}

/** The PostgreSQL of DATABASE_URL, or the embedded one, which is started if no server is running. */
export async function openPostgres(settings: Settings): Promise<PreparedDatabase> {
  if (settings.databaseUrl) return { url: settings.databaseUrl, release: async () => undefined };
  const engine = await startEmbeddedPostgres(settings.dataDir, {
    connections: connectionsOf(settings),
    onFailure: (message) => console.error(message),
  });
  return { url: engine.url, release: () => engine.stop() };
}

/** Throws a StartupError if the database cannot be used, or has fewer connections than a server with `settings` opens. */
export async function checkDatabase(url: string, settings?: Settings): Promise<void> {
  const db = openDatabase(url, { max: 1 });
  try {
    await checkVersion(db);
    if (settings) await checkConnections(db, settings);
  } catch (error) {
    const fault = error instanceof StartupError ? null : migrationFault(error);
    throw fault === null ? error : new StartupError(fault);
  } finally {
    await db.destroy();
  }
}

async function checkVersion(db: Db): Promise<void> {
  const { rows } = await sql<{
    version: number;
  }>`select current_setting('server_version_num')::integer / 10000 as version`.execute(db);
  const version = rows[0]?.version ?? 0;
  if (version < OLDEST_VERSION)
    throw new StartupError(`The database is PostgreSQL ${version}; Atrium needs ${OLDEST_VERSION} or later.`);
}

async function checkConnections(db: Db, settings: Settings): Promise<void> {
  const { rows } = await sql<{ most: number }>`
    select least(
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer,
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as most`.execute(db);
  const most = rows[0]?.most ?? Infinity;
  const needed = connectionsOf(settings);
  if (needed <= most) return;
  const { workers, databasePool } = settings;
  const fitting = Math.floor((most - primaryOf(settings)) / workers) - OTHER_CONNECTIONS;
  const todo = fitting >= 2 ? `Set DATABASE_POOL=${fitting}, or raise` : 'Raise';
  throw new StartupError(
    `The database allows ${most} connections, but ${workers === 1 ? 'a server' : `${workers} servers`} with DATABASE_POOL=${databasePool}` +
      ` may need ${needed}. ${todo} max_connections of PostgreSQL.`,
  );
}

function connectionsOf(settings: Settings): number {
  return settings.workers * (settings.databasePool + OTHER_CONNECTIONS) + primaryOf(settings);
}

function primaryOf({ workers, databaseUrl }: Settings): number {
  return workers > 1 || databaseUrl === null ? PRIMARY_CONNECTIONS : 0;
}

/** A sentence for a person who has set DATABASE_URL; null for another error. */
function migrationFault(error: unknown): string | null {
  const words = error instanceof Error ? error.message : String(error);
  const codes = causesOf(error).map(({ code }) => String(code));
  if (codes.includes('3D000'))
    return `The database of DATABASE_URL does not exist: ${words}. Create it, or correct the name.`;
  if (codes.some((code) => code.startsWith('28')))
    return `The database does not accept the user or the password of DATABASE_URL: ${words}.`;
  if (codes.includes('53300')) return `The database has no free connections: ${words}.`;
  if (codes.includes('42501')) return `The user of DATABASE_URL cannot create the tables: ${words}.`;
  return isUnavailable(error) ? `The database does not answer: ${words}` : null;
}

/** Without a statement timeout: indexing a large table may take long. */
async function synchronize(url: string, model: Model): Promise<void> {
  const db = openDatabase(url, { max: 2, statementTimeout: 0 });
  try {
    await syncSchema(db, model, { allowLoss: false });
  } catch (error) {
    const fault = causesOf(error).some(({ code }) => code === '42501') ? migrationFault(error) : null;
    throw fault === null ? error : new StartupError(fault);
  } finally {
    await db.destroy();
  }
}

import { sql } from 'kysely';
import type { Model } from '../domain/model.ts';
import { isUnavailable, openDatabase } from './platform/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { syncSchema } from './schema/sync.ts';
import type { Settings } from './platform/settings.ts';

const OLDEST_VERSION = 15;

/** A condition that prevents the start and that the operator can fix. The message says how. */
export class StartupError extends Error {}

export interface PreparedDatabase {
  url: string;
  /** Releases the embedded engine; a no-op for an external database. */
  release(): Promise<void>;
}

/** Starts or connects to the database, our own or the one of DATABASE_URL, and migrates its tables to the declarations. */
export async function prepareDatabase(settings: Settings, model: Model): Promise<PreparedDatabase> {
  const database = await openEngine(settings);
  try {
    await checkVersion(database.url);
    await synchronize(database.url, model);
    return database;
  } catch (error) {
    await database.release();
    throw error;
  }
}

async function openEngine(settings: Settings): Promise<PreparedDatabase> {
  if (settings.databaseUrl) return { url: settings.databaseUrl, release: async () => undefined };
  const engine = await startEmbeddedPostgres(settings.dataDir, { onFailure: (message) => console.error(message) });
  return { url: engine.url, release: () => engine.stop() };
}

async function checkVersion(url: string): Promise<void> {
  const db = openDatabase(url, { max: 1 });
  try {
    const { rows } = await sql<{
      version: number;
    }>`select current_setting('server_version_num')::integer / 10000 as version`.execute(db);
    const version = rows[0]?.version ?? 0;
    if (version < OLDEST_VERSION)
      throw new StartupError(`The database is PostgreSQL ${version}; Atrium needs ${OLDEST_VERSION} or later.`);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new StartupError(`The database does not answer: ${error instanceof Error ? error.message : error}`);
  } finally {
    await db.destroy();
  }
}

/** Without a statement timeout: indexing a large table may take long. */
async function synchronize(url: string, model: Model): Promise<void> {
  const db = openDatabase(url, { max: 2, statementTimeout: 0 });
  try {
    await syncSchema(db, model, { allowLoss: false });
  } finally {
    await db.destroy();
  }
}

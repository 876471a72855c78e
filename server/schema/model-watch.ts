import type { Model } from '../../domain/declarations/model.ts';
import type { Db } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { appliedHash } from './live.ts';
import { modelHash } from './sync.ts';

/** SQLSTATEs of statements that name tables, columns or functions that no longer exist, and of rows without a new required value. */
const MISMATCH = /^(42P01|42703|42883|42704|23502)$/;

/**
 * Notices that another process, or a command, has migrated the tables to other declarations than this process has loaded. It can no
 * longer read and write them correctly, and refuses all calls until it is restarted.
 */
export class ModelWatch {
  readonly #db: Db;
  readonly #hash: string;
  #isOutdated = false;

  constructor(db: Db, declared: Model) {
    this.#db = db;
    this.#hash = modelHash(declared);
  }

  get isOutdated(): boolean {
    return this.#isOutdated;
  }

  /** Compares this process's declarations with those of the tables. */
  async check(): Promise<boolean> {
    const applied = await appliedHash(this.#db);
    const isOutdated = applied !== this.#hash;
    if (isOutdated && !this.#isOutdated) console.error(`${OUTDATED} Restart this server.`);
    this.#isOutdated = isOutdated;
    return isOutdated;
  }

  /** The refusal, if a statement failed because the tables were migrated; otherwise the error itself. */
  explain = async (error: unknown): Promise<unknown> => {
    if (!(error instanceof Error && 'code' in error && MISMATCH.test(String(error.code)))) return error;
    return (await this.check().catch(() => false)) ? outdated() : error;
  };
}

const OUTDATED = 'The database was migrated to other declarations than this server has loaded.';

export function outdated(): Error {
  return problem(
    503,
    'server.outdated',
    'Service unavailable',
    'The portal was updated, and this server has to be restarted. Please try again in a minute.',
  );
}

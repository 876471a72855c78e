import { sql } from 'kysely';
import type { Row } from '../../domain/declarations/model.ts';
import type { Db } from '../platform/database.ts';
import { configurationRevision, RELIABLE_MS } from '../platform/revisions.ts';

/**
 * The rows of a small table that is read at every turn, cached in memory until the revision of the configuration changes. Requests bring
 * the revision along with their session (`refresh`), everything else reads it (`fresh`).
 */
export class ConfigurationStore<Value> {
  readonly #db: Db;
  /** Null: the installation does not declare the table, so it has no rows. */
  readonly #table: string | null;
  readonly #valueOf: (rows: Row[]) => Value;
  #loaded: { revision: number; value: Value };
  #loading: Promise<void> | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(db: Db, table: string | null, valueOf: (rows: Row[]) => Value) {
    this.#db = db;
    this.#table = table;
    this.#valueOf = valueOf;
    this.#loaded = { revision: -1, value: valueOf([]) };
  }

  get current(): Value {
    return this.#loaded.value;
  }

  /** The revision of `current`; -1 before the first refresh. */
  get revision(): number {
    return this.#loaded.revision;
  }

  /** Loads the rows unless the cached ones are at least as new as this revision. Without a revision: always. */
  async refresh(revision = Number.MAX_SAFE_INTEGER): Promise<void> {
    if (this.#table === null || this.revision >= revision) return;
    // A load in progress may have started before this revision was committed.
    await this.#loading;
    if (this.revision >= revision) return;
    this.#loading ??= this.#load(this.#table).finally(() => {
      this.#loading = null;
    });
    await this.#loading;
  }

  /** Brings `current` up to date with all writes that were answered before this call. */
  async fresh(): Promise<void> {
    if (this.#table === null || performance.now() - this.#askedAt < RELIABLE_MS) return;
    const requestedAt = performance.now();
    await this.refresh(await configurationRevision(this.#db));
    this.#askedAt = requestedAt;
  }

  /** One statement, so that rows and revision are consistent. */
  async #load(table: string): Promise<void> {
    const { rows } = await sql<{ revision: number; rows: Row[] }>`
      select coalesce((select "value" from "revisions" where "name" = 'permissions'), 0) as "revision",
        (select coalesce(jsonb_agg(to_jsonb(r) order by r."id"), '[]') from ${sql.table(table)} r) as "rows"`.execute(
      this.#db,
    );
    const [row] = rows;
    if (row) this.#loaded = { revision: row.revision, value: this.#valueOf(row.rows) };
  }
}

import { sql } from 'kysely';
import type { Row } from '../../domain/model.ts';
import { ACTIONS, type Action, type Rule } from '../../domain/permission.ts';
import type { Db } from '../platform/database.ts';

/** The rules of the table `permissions`, cached in memory until their revision changes. */
export class PermissionStore {
  private readonly db: Db;
  private loaded: { revision: number; rules: Rule[] } = { revision: -1, rules: [] };
  private loading: Promise<void> | null = null;

  constructor(db: Db) {
    this.db = db;
  }

  rules(): Rule[] {
    return this.loaded.rules;
  }

  /** The revision of `rules`; -1 before the first refresh. */
  get revision(): number {
    return this.loaded.revision;
  }

  /** Loads the rules unless the cached ones are at least as new as this revision. Without a revision: always. */
  async refresh(revision = Number.MAX_SAFE_INTEGER): Promise<void> {
    if (this.loaded.revision >= revision) return;
    // A load in progress may have started before this revision was committed.
    await this.loading;
    if (this.loaded.revision >= revision) return;
    this.loading ??= this.load().finally(() => {
      this.loading = null;
    });
    await this.loading;
  }

  /** One statement, so that rules and revision are consistent. */
  private async load(): Promise<void> {
    const { rows } = await sql<{ revision: number; rules: Row[] }>`
      select coalesce((select "value" from "revisions" where "name" = 'permissions'), 0) as "revision",
        (select coalesce(jsonb_agg(to_jsonb(p) order by p."id"), '[]') from "permissions" p) as "rules"`.execute(
      this.db,
    );
    const [row] = rows;
    if (row) this.loaded = { revision: row.revision, rules: row.rules.map(storedRule) };
  }
}

/** A row of the table as a rule, without unknown actions. */
export function storedRule(row: Row): Rule {
  const texts = (name: string): string[] => (Array.isArray(row[name]) ? row[name].map(String) : []);
  return {
    role: String(row['role']),
    resource: String(row['resource']),
    actions: texts('actions').filter((name): name is Action => (ACTIONS as readonly string[]).includes(name)),
    readFields: texts('readFields'),
    writeFields: texts('writeFields'),
    condition: (row['condition'] ?? null) as Rule['condition'],
  };
}

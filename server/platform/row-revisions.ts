import { sql } from 'kysely';

/** By table: the resources whose rows a write to it can change (its own, and on a delete those reached by cascades). */
export interface WrittenTables {
  changed: ReadonlyMap<string, readonly string[]>;
  deleted: ReadonlyMap<string, readonly string[]>;
}

/** Each connection increments one of this many counters, so that writers of one resource do not block each other. */
const SHARDS = 16;
const PREFIX = 'rows/';
const WRITE = /\b(insert into|update|delete from|merge into)\s+"([A-Za-z][A-Za-z0-9_]*)"/gi;
/** Limit of the cache of parsed statements; there are few distinct texts. */
const MAX_TEXTS = 2_000;

type Query = (text: string, values: readonly unknown[]) => Promise<unknown>;

/**
 * Wraps a connection's query function so that every write also bumps the revisions of the resources it changes, in the same
 * transaction, whichever part of the server issues it.
 */
export function withRevisionBumps(query: Query, tables: WrittenTables): Query {
  let isOpen = false;
  const pending = new Set<string>();
  const commit = async (): Promise<unknown> => {
    const text = pending.size > 0 ? `${bump(pending)}; commit` : 'commit';
    isOpen = false;
    pending.clear();
    const answer = await query(text, []);
    return Array.isArray(answer) ? answer.at(-1) : answer;
  };
  return async (text, values) => {
    if (/^(begin|start transaction)\b/.test(text)) {
      isOpen = true;
      pending.clear();
    } else if (text === 'commit') {
      return commit();
    } else if (text === 'rollback') {
      isOpen = false;
      pending.clear();
    }
    const written = writesOf(text, tables);
    if (written.length === 0) return query(text, values);
    for (const name of written) pending.add(name);
    if (isOpen) return query(text, values);
    await query('begin', []);
    try {
      const answer = await query(text, values);
      await commit();
      return answer;
    } catch (error) {
      pending.clear();
      await query('rollback', []);
      throw error;
    }
  };
}

/** The counters whose sum is the revision of the resource's rows. */
export function rowRevisionNames(resource: string): string[] {
  return Array.from({ length: SHARDS }, (_, shard) => `${PREFIX}${resource}/${shard}`);
}

/** SQL predicate that excludes the revisions of rows. */
export const NOT_OF_ROWS = sql.raw(`"name" not like '${PREFIX}%'`);

const writes = new WeakMap<WrittenTables, Map<string, readonly string[]>>();

function writesOf(text: string, tables: WrittenTables): readonly string[] {
  let known = writes.get(tables);
  if (!known) writes.set(tables, (known = new Map()));
  let names = known.get(text);
  if (!names) {
    const found = [...text.matchAll(WRITE)].flatMap(([, verb = '', table = '']) => {
      const deletes = /^(delete|merge)/i.test(verb);
      return (deletes ? tables.deleted : tables.changed).get(table) ?? [];
    });
    names = [...new Set(found)];
    if (known.size < MAX_TEXTS) known.set(text, names);
  }
  return names;
}

/** Ordered by name, so that transactions cannot deadlock. */
function bump(names: ReadonlySet<string>): string {
  const values = [...names].toSorted().map((name) => `('${PREFIX}${name}/' || pg_backend_pid() % ${SHARDS}, 1)`);
  return `insert into "revisions" ("name", "value") values ${values.join(', ')}
    on conflict ("name") do update set "value" = "revisions"."value" + 1, "updatedAt" = atrium_now()`;
}

import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../platform/database.ts';
import type { ColumnType } from './sql.ts';
import { TRIGRAMS } from './tables.ts';

export interface LiveSchema {
  /** All tables of the schema, including those of others. */
  tables: Map<string, LiveTable>;
  /** Whether indexes of parts of texts can be created. */
  hasTrigrams: boolean;
  /** PostgreSQL's server_version_num. */
  version: number;
}

export interface LiveTable {
  name: string;
  /** Created by the engine from a declaration of this name. */
  ours: boolean;
  columns: Map<string, LiveColumn>;
  /** Indexes, constraints and triggers created by the engine, by name. */
  objects: Map<string, ObjectKind>;
}

export type ObjectKind = 'index' | 'constraint' | 'trigger';

export interface LiveColumn {
  name: string;
  type: ColumnType | (string & {});
  notNull: boolean;
  ours: boolean;
  /** The declared default, or the expression of a generated column, as the engine wrote it. */
  definition: string | null;
}

/** Records what the engine created: tables, columns, indexes and constraints of others are never modified. */
const STATE = [
  `create table if not exists atrium_schema (
    id integer primary key check (id = 1), hash text not null, "appliedAt" timestamptz)`,
  `create table if not exists atrium_schema_objects (
    "table" text, kind text, name text, definition text, primary key ("table", kind, name))`,
  `insert into atrium_schema (id, hash) values (1, '') on conflict do nothing`,
];
/**
 * `now()` by the clock of the calling server (platform/clock.ts, platform/database.ts). Simple enough for the planner to inline.
 */
const CLOCK = `create or replace function atrium_now() returns timestamptz language sql stable as $$
  select case when coalesce(current_setting('atrium.clock_offset', true), '') = '' then pg_catalog.now()
    else pg_catalog.now() + current_setting('atrium.clock_offset', true)::interval end $$`;
/** Names in texts can be removed where an account is anonymized, by a transaction that says so. Numbers, as amounts and references, cannot change. */
const APPEND_ONLY = `create or replace function atrium_append_only() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and current_setting('atrium.anonymizing', true) = 'on' and not exists (
      select 1 from jsonb_each(to_jsonb(old)) o join jsonb_each(to_jsonb(new)) n on n.key = o.key
      where n.value <> o.value and (jsonb_typeof(o.value) <> 'string' or jsonb_typeof(n.value) <> 'string'))
    then return new;
    end if;
    raise exception '"%" is append-only: write a correction instead', tg_table_name using errcode = '42501';
  end $$`;
/** SQL states raised when two processes create the same table concurrently. */
const RACES = new Set(['23505', '42P07', '42710']);

export async function createState(db: Db): Promise<void> {
  for (const statement of STATE) {
    await sql
      .raw(statement)
      .execute(db)
      .catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && RACES.has(String(error.code)))) throw error;
      });
  }
}

export async function createFunctions(tx: Tx): Promise<void> {
  for (const statement of [CLOCK, APPEND_ONLY]) await sql.raw(statement).execute(tx);
}

/** Hash of the declarations that were applied last; null before the first time. */
export async function appliedHash(db: Db): Promise<string | null> {
  const tables = sql<{ state: string | null; objects: string | null }>`
    select to_regclass('atrium_schema')::text as state, to_regclass('atrium_schema_objects')::text as objects`;
  const [found] = (await tables.execute(db)).rows;
  if (found?.state == null || found.objects == null) return null;
  const applied = sql<{ hash: string }>`select hash from atrium_schema where id = 1`;
  return (await applied.execute(db)).rows[0]?.hash ?? null;
}

interface StateRow {
  table: string;
  kind: string;
  name: string;
  definition: string | null;
}
interface ColumnRow {
  table: string;
  name: string | null;
  type: string;
  notNull: boolean;
}

/** Installed where this connection finds it, or to be installed by the owner of the database. */
const HAS_TRIGRAMS = sql`(to_regtype('gtrgm') is not null
  or not exists (select 1 from pg_catalog.pg_extension where extname = ${TRIGRAMS})
    and exists (select 1 from pg_catalog.pg_available_extension_versions where name = ${TRIGRAMS} and trusted)
    and has_database_privilege(current_database(), 'create'))`;

/** Reads the catalog. `hasState`: the engine's own tables already exist. */
export async function readLive(db: Db | Tx, hasState: boolean): Promise<LiveSchema> {
  const read = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(db)).rows;
  const state = hasState
    ? await read(sql<StateRow>`select "table", kind, name, definition from atrium_schema_objects`)
    : [];
  const columns = await read(sql<ColumnRow>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      coalesce(a.attnotnull, false) as "notNull"
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = current_schema() and c.relkind in ('r', 'p', 'v', 'm', 'f') order by c.relname, a.attnum`);
  const objects = await read(sql<{ table: string; name: string; kind: ObjectKind }>`
    select t.relname as "table", x.name, x.kind from (
      select conrelid as id, conname as name, 'constraint' as kind
      from pg_catalog.pg_constraint where contype in ('c', 'f')
      union all
      select indrelid, i.relname, 'index' from pg_catalog.pg_index p
      join pg_catalog.pg_class i on i.oid = p.indexrelid
      union all
      select tgrelid, tgname, 'trigger' from pg_catalog.pg_trigger where not tgisinternal
    ) x
    join pg_catalog.pg_class t on t.oid = x.id
    join pg_catalog.pg_namespace n on n.oid = t.relnamespace where n.nspname = current_schema()`);
  const [server] = await read(sql<{ version: number; hasTrigrams: boolean }>`
    select current_setting('server_version_num')::integer as version, ${HAS_TRIGRAMS} as "hasTrigrams"`);
  const { version = 0, hasTrigrams = false } = server ?? {};
  return { tables: assemble(state, columns, objects), hasTrigrams, version };
}

function assemble(
  state: StateRow[],
  columns: ColumnRow[],
  objects: { table: string; name: string; kind: ObjectKind }[],
): Map<string, LiveTable> {
  const made = new Map(state.map((row) => [`${row.table} ${row.kind} ${row.name}`, row]));
  const tables = new Map<string, LiveTable>();
  for (const column of columns) {
    const table = tables.get(column.table) ?? {
      name: column.table,
      ours: made.has(`${column.table} table ${column.table}`),
      columns: new Map(),
      objects: new Map(),
    };
    tables.set(column.table, table);
    const { name } = column;
    if (name === null) continue;
    const entry = made.get(`${column.table} column ${name}`);
    table.columns.set(name, {
      name,
      type: column.type,
      notNull: column.notNull,
      ours: table.ours && entry !== undefined,
      definition: entry?.definition ?? null,
    });
  }
  for (const { table, name, kind } of objects) {
    if (made.has(`${table} object ${name}`)) tables.get(table)?.objects.set(name, kind);
  }
  return tables;
}

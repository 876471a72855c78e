import { sql } from 'kysely';
import type { Json } from '../../domain/values/json.ts';
import type { Tx } from '../platform/database.ts';
import type { Rename, ValueRename } from './draft.ts';

/** Updates records that refer to resources and fields by name: permission rules, the history and stored files. */
export async function applyRenames(tx: Tx, renames: Rename[]): Promise<void> {
  if (renames.length === 0) return;
  const rules = await exists(tx, 'permissions', ['resource', 'readFields', 'writeFields', 'condition']);
  const history = await exists(tx, 'auditEntries', ['resource', 'before', 'after']);
  const files = await exists(tx, 'files', ['resource', 'field']);
  for (const { resource, from, to } of renames) {
    if (resource === '') {
      if (files) await sql`update files set resource = ${to} where resource = ${from}`.execute(tx);
      if (rules) await sql`update permissions set resource = ${to} where resource = ${from}`.execute(tx);
      if (history) await sql`update "auditEntries" set resource = ${to} where resource = ${from}`.execute(tx);
      continue;
    }
    if (rules) await renameInRules(tx, resource, from, to);
    if (history) await renameInHistory(tx, resource, from, to);
    if (files) await sql`update files set field = ${to} where resource = ${resource} and field = ${from}`.execute(tx);
  }
  if (await exists(tx, 'revisions', ['name', 'value']))
    await sql`update revisions set value = value + 1 where name = 'permissions'`.execute(tx);
}

/** Updates renamed values of enumerations in rules and the history, so that rules still match and entries can still be reverted. */
export async function applyValueRenames(tx: Tx, renames: ValueRename[]): Promise<void> {
  if (renames.length === 0) return;
  const rules = await exists(tx, 'permissions', ['resource', 'condition']);
  const history = await exists(tx, 'auditEntries', ['resource', 'before', 'after']);
  for (const rename of renames) {
    if (rules) await renameValueInRules(tx, rename);
    if (history) await renameValueInHistory(tx, rename);
  }
  if (await exists(tx, 'revisions', ['name', 'value']))
    await sql`update revisions set value = value + 1 where name = 'permissions'`.execute(tx);
}

async function renameValueInRules(tx: Tx, { resource, field, from, to }: ValueRename): Promise<void> {
  const query = sql<{ id: number; condition: Json }>`
    select id, condition from permissions where resource = ${resource} and condition is not null`;
  for (const rule of (await query.execute(tx)).rows) {
    const renamed = JSON.stringify(valueInCondition(rule.condition, field, from, to));
    if (renamed !== JSON.stringify(rule.condition))
      await sql`update permissions set condition = ${renamed}::jsonb where id = ${rule.id}`.execute(tx);
  }
}

/** {"status": "old", "_or": [{"status_in": ["old", "x"]}]} -> {"status": "new", "_or": [{"status_in": ["new", "x"]}]} */
function valueInCondition(condition: Json, field: string, from: Json, to: Json): Json {
  if (Array.isArray(condition)) return condition.map((part) => valueInCondition(part, field, from, to));
  if (typeof condition !== 'object' || condition === null) return condition;
  return Object.fromEntries(
    Object.entries(condition).map(([key, value]) => {
      if (key.startsWith('_')) return [key, valueInCondition(value, field, from, to)];
      const names = key === field || ['_eq', '_neq', '_in', '_nin'].some((operator) => key === `${field}${operator}`);
      return [key, names ? renamed(value, from, to) : value];
    }),
  );
}

function renamed(value: Json, from: Json, to: Json): Json {
  if (Array.isArray(value)) return value.map((one) => renamed(one, from, to));
  return value === from ? to : value;
}

async function renameValueInHistory(tx: Tx, { resource, field, from, to }: ValueRename): Promise<void> {
  for (const side of ['before', 'after']) {
    const column = sql.ref(side);
    const [old, now] = [JSON.stringify(from), JSON.stringify(to)];
    await sql`
      update "auditEntries" set ${column} = jsonb_set(${column}, array[${field}::text], case
        when jsonb_typeof(${column} -> ${field}::text) = 'array' then (
          select jsonb_agg(case entry.value when ${old}::jsonb then ${now}::jsonb else entry.value end order by entry.place)
          from jsonb_array_elements(${column} -> ${field}::text) with ordinality as entry (value, place))
        else ${now}::jsonb end)
      where resource = ${resource} and ${column} -> ${field}::text @> ${old}::jsonb`.execute(tx);
  }
}

async function exists(tx: Tx, table: string, columns: string[]): Promise<boolean> {
  const query = sql<{ count: number }>`
    select count(*)::integer as count from pg_catalog.pg_attribute
    where attrelid = to_regclass(${`"${table}"`}) and attname = any(${columns}) and not attisdropped`;
  const [found] = (await query.execute(tx)).rows;
  return found?.count === columns.length;
}

interface RuleRow {
  id: number;
  readFields: string[] | null;
  writeFields: string[] | null;
  condition: Json;
}

async function renameInRules(tx: Tx, resource: string, from: string, to: string): Promise<void> {
  const renamed = (names: string[] | null): string =>
    JSON.stringify((names ?? []).map((name) => (name === from ? to : name)));
  const query = sql<RuleRow>`
    select id, "readFields", "writeFields", condition from permissions where resource = ${resource}`;
  for (const rule of (await query.execute(tx)).rows) {
    const condition = rule.condition === null ? null : JSON.stringify(inCondition(rule.condition, from, to));
    const update = sql`
      update permissions set "readFields" = ${renamed(rule.readFields)}::jsonb,
        "writeFields" = ${renamed(rule.writeFields)}::jsonb, condition = ${condition}::jsonb
      where id = ${rule.id}`;
    await update.execute(tx);
  }
}

/** {"old_lt": 3, "_or": [{"old": 1}]} -> {"new_lt": 3, "_or": [{"new": 1}]} */
function inCondition(condition: Json, from: string, to: string): Json {
  if (Array.isArray(condition)) return condition.map((part) => inCondition(part, from, to));
  if (typeof condition !== 'object' || condition === null) return condition;
  return Object.fromEntries(
    Object.entries(condition).map(([key, value]) => {
      const operator = key.startsWith(`${from}_`) ? key.slice(from.length) : key === from ? '' : null;
      if (operator !== null && /^(_[a-z]+)?$/.test(operator)) return [`${to}${operator}`, value];
      return [key, key.startsWith('_') ? inCondition(value, from, to) : value];
    }),
  );
}

async function renameInHistory(tx: Tx, resource: string, from: string, to: string): Promise<void> {
  for (const side of ['before', 'after']) {
    const column = sql.ref(side);
    const update = sql`
      update "auditEntries"
      set ${column} = (${column} - ${from}::text) || jsonb_build_object(${to}::text, ${column} -> ${from}::text)
      where resource = ${resource} and ${column} ? ${from}::text`;
    await update.execute(tx);
  }
}

import { neutralValue } from './checks.ts';
import { columnSql, records, type Draft, type Match } from './draft.ts';
import { conversion, literal, quoted, valueLiteral, type ColumnType, type Conversion } from './sql.ts';
import type { LiveColumn } from './live.ts';
import type { Column } from './tables.ts';

export async function planColumns(draft: Draft, match: Match): Promise<void> {
  const changed = retyped(match);
  for (const column of match.table.columns) {
    const live = match.columns.get(column.name);
    if (column.generated) planGenerated(draft, match, column, live, changed);
    else if (!live) await addColumn(draft, match, column);
    else if (!live.ours) refuseForeign(draft, match, column);
    else await changeColumn(draft, match, column, live);
  }
  await dropColumns(draft, match);
}

/** The conversion of the column's current values; null when the type stays. */
export function conversionOf(draft: Draft, column: Column, live: LiveColumn): Conversion | null {
  return live.type === column.type
    ? null
    : conversion(live.type as ColumnType, column.type, column.isList, draft.live.version);
}

/** SQL of the column's future value, in terms of the table `of` as it is now. */
export function futureValue(draft: Draft, column: Column, live: LiveColumn, of: string): string {
  const now = `${quoted(of)}.${quoted(live.name)}`;
  return renamedValue(column, conversionOf(draft, column, live)?.value(now) ?? now);
}

/** SQL that maps former values of the enumeration in `value` to their current names. */
function renamedValue({ type, isList, renamedValues }: Column, value: string): string {
  if (renamedValues.length === 0) return value;
  const of = isList ? 'jsonb' : type;
  const cases = (one: string) =>
    `case ${one} ${renamedValues.map(({ from, to }) => `when ${valueLiteral(from, of)} then ${valueLiteral(to, of)}`).join(' ')} else ${one} end`;
  if (!isList) return `(${cases(value)})`;
  const renamed = `select jsonb_agg(${cases('entry.value')} order by entry.place) from jsonb_array_elements(${value}) with ordinality as entry (value, place)`;
  return `(case when jsonb_typeof(${value}) = 'array' then coalesce((${renamed}), '[]') else ${value} end)`;
}

/** Renames values of an enumeration; rules and the history are updated as well (renames.ts). */
async function renameValues(
  draft: Draft,
  { table, live: liveTable }: Match,
  column: Column,
  live: LiveColumn,
): Promise<void> {
  if (column.renamedValues.length === 0) return;
  const pairs = column.renamedValues.map((one) => ({ resource: table.name, field: column.name, ...one }));
  draft.renamedValues.push(...pairs);
  const own = `${quoted(liveTable.name)}.${quoted(live.name)}`;
  const now = conversionOf(draft, column, live)?.value(own) ?? own;
  const rows = await draft.count(liveTable.name, `${renamedValue(column, now)} is distinct from ${now}`);
  if (rows === 0) return;
  const name = quoted(column.name);
  draft.step({
    resource: table.name,
    field: column.name,
    change: 'rename',
    words: `Rename ${pairs.map(({ from, to }) => `"${from}" to "${to}"`).join(', ')} in ${records(rows)}`,
  });
  const later = renamedValue(column, name);
  draft.run('change', `update ${quoted(table.name)} set ${name} = ${later} where ${later} is distinct from ${name}`);
}

/** The value for records that would have none, as SQL; null if there is none. */
export function fillValue(column: Column): string | null {
  if (column.default !== null) return column.default;
  const value = column.property && neutralValue(column.property);
  return value === undefined ? null : valueLiteral(value, column.type);
}

function retyped({ table, columns }: Match): string[] {
  return table.columns
    .filter((column) => (columns.get(column.name)?.type ?? column.type) !== column.type)
    .map((column) => column.name);
}

function planGenerated(
  draft: Draft,
  { table, live: liveTable }: Match,
  column: Column,
  live: LiveColumn | undefined,
  changed: string[],
): void {
  const uses = changed.some((name) => column.default?.includes(quoted(name)));
  if (live?.ours && live.definition === column.default && !uses) return;
  const words = column.property ? `Derive "${column.name}" in every record` : 'Rebuild the full-text search';
  draft.step({ resource: table.name, field: column.name, change: 'objects', words });
  draft.remade.add(`${table.name}.${column.name}`);
  if (live) draft.run('release', `alter table ${quoted(liveTable.name)} drop column ${quoted(column.name)}`);
  draft.run('change', `alter table ${quoted(table.name)} add column ${columnSql(column)}`);
}

function losing(rows: number): string {
  return `${records(rows)} would lose ${rows === 1 ? 'its' : 'their'} value`;
}

function without(rows: number): string {
  return `${records(rows)} ${rows === 1 ? 'has' : 'have'} no value for it`;
}

/** Advice for when there is no default value. */
function adviceOn(fill: string | null): string {
  return fill === null ? '. Give it a default, or make it optional' : '';
}

async function addColumn(draft: Draft, match: Match, column: Column): Promise<void> {
  const { table, live } = match;
  const alter = `alter table ${quoted(table.name)}`;
  if (column.backfill) return addFromReference(draft, match, column, column.backfill);
  const missing = column.notNull && column.default === null ? await draft.count(live.name) : 0;
  if (missing === 0) {
    draft.step({
      resource: table.name,
      field: column.name,
      change: 'add',
      words: `Add "${column.name}"${column.notNull && column.default ? `, ${column.default} in every record` : ''}`,
    });
    draft.run('change', `${alter} add column ${columnSql(column)}`);
    return;
  }
  const fill = fillValue(column);
  draft.step({
    resource: table.name,
    field: column.name,
    change: 'add',
    words: `Add "${column.name}", which is required and has no default: ${without(missing)}${adviceOn(fill)}`,
    rows: missing,
    loss: fill === null ? 'impossible' : 'data',
  });
  if (fill !== null)
    draft.run(
      'change',
      `${alter} add column ${columnSql({ ...column, default: fill })}`,
      `${alter} alter column ${quoted(column.name)} drop default`,
    );
}

/** As a generated column, which PostgreSQL computes without triggers and leaving no dead rows, and which then becomes an ordinary one. */
async function addFromReference(
  draft: Draft,
  { table, live }: Match,
  column: Column,
  { through, target, from }: NonNullable<Column['backfill']>,
): Promise<void> {
  const rows = await draft.count(live.name);
  draft.step({
    resource: table.name,
    field: column.name,
    change: 'add',
    words: `Add "${column.name}", with "${from}" of "${through}" in ${records(rows)}`,
  });
  const [name, type] = [quoted(column.name), table.columns.find((other) => other.name === through)?.type];
  const alter = `alter table ${quoted(table.name)}`;
  const select = `select ${quoted(from)} from ${quoted(target)} where "id" = $1`;
  draft.run(
    'change',
    `create function pg_temp.atrium_backfill(${type}) returns ${column.type} language sql immutable as ${literal(select)}`,
    `${alter} add column ${name} ${column.type} generated always as (pg_temp.atrium_backfill(${quoted(through)})) stored`,
    `${alter} alter column ${name} drop expression`,
    ...(column.notNull ? [`${alter} alter column ${name} set not null`] : []),
    `drop function pg_temp.atrium_backfill(${type})`,
  );
}

function refuseForeign(draft: Draft, { table }: Match, column: Column): void {
  const words = `The table has a column "${column.name}" that Atrium did not make: rename it, or the field`;
  draft.step({ resource: table.name, field: column.name, change: 'add', words, loss: 'impossible' });
}

async function changeColumn(draft: Draft, match: Match, column: Column, live: LiveColumn): Promise<void> {
  const alter = `alter table ${quoted(match.table.name)} alter column ${quoted(column.name)}`;
  const about = { resource: match.table.name, field: column.name };
  const lost = await planType(draft, match, column, live);
  if (lost === 'blocked') return;
  if (live.definition !== column.default && column.name !== 'id') {
    draft.step({
      ...about,
      change: 'alter',
      words:
        column.default === null
          ? `"${column.name}" has no default anymore`
          : `The default of "${column.name}" is ${column.default}`,
    });
    draft.run('change', column.default === null ? `${alter} drop default` : `${alter} set default ${column.default}`);
  }
  await renameValues(draft, match, column, live);
  if (column.notNull && !live.notNull) await require(draft, match, column, live);
  else if (!column.notNull && live.notNull) {
    draft.step({ ...about, change: 'alter', words: `"${column.name}" is not required anymore` });
    draft.run('change', `${alter} drop not null`);
  }
}

async function planType(
  draft: Draft,
  { table, live: liveTable }: Match,
  column: Column,
  live: LiveColumn,
): Promise<number | 'blocked'> {
  const change = conversionOf(draft, column, live);
  if (!change) return 0;
  const about = { resource: table.name, field: column.name };
  if (column.name === 'id') {
    draft.step({
      ...about,
      change: 'alter',
      words: 'The kind of id cannot change: make a new resource',
      loss: 'impossible',
    });
    return 'blocked';
  }
  const lost = change.loses ? await draft.count(liveTable.name, change.loses(quoted(live.name))) : 0;
  const words = `Change "${column.name}" from ${live.type} to ${column.type}`;
  const fill = lost > 0 && column.notNull ? fillValue(column) : '';
  draft.step({
    ...about,
    change: 'alter',
    words: lost === 0 ? words : `${words}: ${losing(lost)}${adviceOn(fill)}`,
    rows: lost,
    loss: fill === null ? 'impossible' : lost > 0 ? 'data' : 'none',
  });
  const alter = `alter table ${quoted(table.name)} alter column ${quoted(column.name)}`;
  draft.run('change', `${alter} drop default`);
  if (lost > 0 && live.notNull) draft.run('change', `${alter} drop not null`);
  draft.run('change', `${alter} type ${column.type} using ${change.value(quoted(column.name))}`);
  if (column.default !== null) draft.run('change', `${alter} set default ${column.default}`);
  if (lost > 0 && live.notNull && column.notNull) draft.run('change', ...fillNulls(table.name, column));
  return lost;
}

async function require(
  draft: Draft,
  { table, live: liveTable }: Match,
  column: Column,
  live: LiveColumn,
): Promise<void> {
  const empty = await draft.count(liveTable.name, `(${futureValue(draft, column, live, liveTable.name)}) is null`);
  const fill = empty > 0 ? fillValue(column) : '';
  const isLoss = empty > 0 && column.default === null;
  const given = empty > 0 ? `, ${column.default ?? ''} in ${records(empty)} without a value` : '';
  const why = isLoss ? ` and has no default: ${without(empty)}${adviceOn(fill)}` : given;
  draft.step({
    resource: table.name,
    field: column.name,
    change: isLoss ? 'narrow' : 'alter',
    words: `"${column.name}" becomes required${why}`,
    rows: isLoss ? empty : 0,
    loss: fill === null ? 'impossible' : isLoss ? 'data' : 'none',
  });
  draft.run('change', ...fillNulls(table.name, column));
}

export function fillNulls(table: string, column: Column): string[] {
  const fill = fillValue(column);
  const name = quoted(column.name);
  return [
    ...(fill === null ? [] : [`update ${quoted(table)} set ${name} = ${fill} where ${name} is null`]),
    `alter table ${quoted(table)} alter column ${name} set not null`,
  ];
}

async function dropColumns(draft: Draft, { table, live: liveTable, columns }: Match): Promise<void> {
  const current = new Set([...columns.values()].map((live) => live.name));
  for (const live of liveTable.columns.values()) {
    if (!live.ours || current.has(live.name)) continue;
    const about = { resource: table.name, field: live.name, change: 'remove' as const };
    const counter = table.counters.find(({ name }) => name === live.name);
    if (counter) {
      const [from, to] = [quoted(table.name), quoted(counter.resource)];
      const name = quoted(live.name);
      draft.step({ ...about, words: `Move "${live.name}" to the resource "${counter.resource}", with its values` });
      draft.run(
        'drop',
        `insert into ${to} (${quoted(counter.reference)}, ${name}) select id, ${name} from ${from} where ${name} <> 0`,
        `alter table ${from} drop column ${name}`,
      );
      continue;
    }
    if (live.type === 'tsvector') {
      draft.step({ ...about, words: 'Remove the full-text search' });
      draft.run('release', `alter table ${quoted(liveTable.name)} drop column ${quoted(live.name)}`);
    } else {
      const rows = await draft.count(liveTable.name, `${quoted(live.name)} is not null`);
      const isMark = live.name === 'deletedAt';
      const words = isMark
        ? `Deleted records are not kept anymore: ${records(rows)} would come back`
        : `Remove "${live.name}": ${losing(rows)}`;
      draft.step({ ...about, words, rows, loss: isMark && rows === 0 ? 'none' : 'data' });
      draft.run('drop', `alter table ${quoted(table.name)} drop column ${quoted(live.name)}`);
    }
  }
}

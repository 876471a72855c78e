import { fillNulls, fillValue, futureValue } from './plan-columns.ts';
import { records, type Draft, type Match } from './draft.ts';
import type { ObjectKind } from './live.ts';
import { quoted } from './sql.ts';
import { TRIGRAMS, type Column, type Table, type TableObject } from './tables.ts';

export async function planObjects(draft: Draft, table: Table, matches: Map<string, Match>): Promise<void> {
  const match = matches.get(table.name);
  const present = match?.live.objects ?? new Map<string, ObjectKind>();
  const objects = table.objects.filter((object) => draft.live.hasTrigrams || !needsTrigrams(object));
  const wanted = new Set(objects.map((object) => object.name));
  const isRemoved = (object: TableObject): boolean =>
    object.columns.some((name) => draft.remade.has(`${table.name}.${name}`));
  const added = objects.filter((object) => !present.has(object.name) || isRemoved(object));
  for (const [name, kind] of present) {
    if (!match || wanted.has(name)) continue;
    const from = quoted(match.live.name);
    draft.run('release', dropSql(kind, name, from));
  }
  for (const object of added) {
    if (match) await checkRows(draft, match, object, matches);
    if (needsTrigrams(object)) draft.run('release', `create extension if not exists ${TRIGRAMS}`);
    draft.run(object.kind === 'foreignKey' ? 'refer' : 'constrain', object.create);
  }
  if (match) reportObjects(draft, table, added, [...present.keys()].filter((name) => !wanted.has(name)).length);
}

function needsTrigrams(object: TableObject): boolean {
  return object.kind === 'index' && object.extension === TRIGRAMS;
}

function dropSql(kind: ObjectKind, name: string, table: string): string {
  if (kind === 'index') return `drop index if exists ${quoted(name)}`;
  if (kind === 'trigger') return `drop trigger if exists ${quoted(name)} on ${table}`;
  return `alter table ${table} drop constraint if exists ${quoted(name)}`;
}

function reportObjects(draft: Draft, table: Table, added: TableObject[], removed: number): void {
  if (added.length === 0 && removed === 0) return;
  const words = new Set(
    added.map((object) => `${WORDS[object.kind]} ${object.columns.map((name) => `"${name}"`).join(', ')}`.trim()),
  );
  if (removed > 0) words.add(`${removed} older removed`);
  draft.step({ resource: table.name, change: 'objects', words: `Indexes and rules: ${[...words].join('; ')}` });
}

const WORDS: Record<TableObject['kind'], string> = {
  index: 'index on',
  unique: 'unique',
  check: 'limits of',
  rule: 'condition on',
  appendOnly: 'records are only added',
  foreignKey: 'reference',
};

/** Checks whether existing records satisfy a new rule. */
async function checkRows(draft: Draft, match: Match, object: TableObject, matches: Map<string, Match>): Promise<void> {
  if (object.kind === 'check') await checkLimit(draft, match, object);
  if (object.kind === 'rule') await checkRule(draft, match, object);
  if (object.kind === 'foreignKey') await checkReference(draft, match, object, matches);
  if (object.kind === 'unique') await checkUnique(draft, match, object);
}

function matchingColumn(match: Match, name: string): Column | undefined {
  return match.table.columns.find((column) => column.name === name);
}

async function checkLimit(draft: Draft, match: Match, check: TableObject & { kind: 'check' }): Promise<void> {
  const column = matchingColumn(match, check.column);
  const live = match.columns.get(check.column);
  if (!column || !live?.ours) return;
  const name = quoted(column.name);
  const repaired = check.repair(name);
  await mend(draft, match, column, {
    broken: `not (${check.holds(futureValue(draft, column, live, match.live.name))})`,
    words: `Narrow "${column.name}" to ${check.holds(name)}`,
    update: `update ${quoted(match.table.name)} set ${name} = ${repaired ?? 'null'} where not (${check.holds(name)})`,
    empties: repaired === null,
  });
}

/** Only a person can decide how a record is to fulfill a condition on several of its fields. */
async function checkRule(
  draft: Draft,
  match: Match,
  { columns, condition }: TableObject & { kind: 'rule' },
): Promise<void> {
  const values = columns.map((name) => {
    const column = matchingColumn(match, name);
    const live = match.columns.get(name);
    const value = column && live ? futureValue(draft, column, live, match.live.name) : (column?.default ?? 'null');
    return `${value} as ${quoted(name)}`;
  });
  const future = `select id, ${values.join(', ')} from ${quoted(match.live.name)}`;
  const rows = await draft.count(match.live.name, `id in (select id from (${future}) future where not (${condition}))`);
  if (rows === 0) return;
  const words = `Require ${condition}: ${records(rows)} ${rows === 1 ? 'does' : 'do'} not fit. Change them first`;
  draft.step({ resource: match.table.name, change: 'narrow', words, rows, loss: 'impossible' });
}

async function checkReference(
  draft: Draft,
  match: Match,
  key: TableObject & { kind: 'foreignKey' },
  matches: Map<string, Match>,
): Promise<void> {
  const column = matchingColumn(match, key.column);
  const live = match.columns.get(key.column);
  if (!column || !live?.ours) return;
  const missingIn = (target: string, value: string): string =>
    `${value} is not null and not exists (select 1 from ${quoted(target)} target where target.id = ${value})`;
  const now = matches.get(key.target)?.live.name;
  const value = futureValue(draft, column, live, match.live.name);
  const name = quoted(column.name);
  const later = `${quoted(match.table.name)}.${name}`;
  await mend(draft, match, column, {
    broken: now === undefined ? `${value} is not null` : missingIn(now, value),
    words: `Make "${column.name}" refer to "${key.target}"`,
    update: `update ${quoted(match.table.name)} set ${name} = null where ${missingIn(key.target, later)}`,
    empties: true,
  });
}

interface Repair {
  /** Condition on current rows that violate the new rule. */
  broken: string;
  words: string;
  /** The assignment that repairs them. */
  update: string;
  /** The update leaves them without a value. */
  empties: boolean;
}

async function mend(
  draft: Draft,
  match: Match,
  column: Column,
  { broken, words, update, empties }: Repair,
): Promise<void> {
  const rows = await draft.count(match.live.name, broken);
  if (rows === 0) return;
  const stuck = empties && column.notNull && fillValue(column) === null;
  const advice = stuck ? '. Change them first, or make the field optional' : '';
  const why = `${records(rows)} ${rows === 1 ? 'does' : 'do'} not fit`;
  draft.step({
    resource: match.table.name,
    field: column.name,
    change: 'narrow',
    words: `${words}: ${why}${advice}`,
    rows,
    loss: stuck ? 'impossible' : 'data',
  });
  if (empties && column.notNull)
    draft.run('change', `alter table ${quoted(match.table.name)} alter column ${quoted(column.name)} drop not null`);
  draft.run('change', update);
  if (empties && column.notNull) draft.run('change', ...fillNulls(match.table.name, column));
}

/** Only a person can decide which of two equal records to change. */
async function checkUnique(draft: Draft, match: Match, unique: TableObject & { kind: 'unique' }): Promise<void> {
  const columns = unique.columns.map((name) => matchingColumn(match, name)).filter((column) => column !== undefined);
  const there = columns.flatMap((column) => match.columns.get(column.name) ?? []);
  const fresh = columns.filter((column) => !match.columns.has(column.name));
  // A new column that is null in existing records makes no two of them equal.
  if (fresh.some((column) => column.default === null && !column.notNull)) return;
  const values = columns.flatMap((column) => {
    const live = match.columns.get(column.name);
    return live ? [futureValue(draft, column, live, match.live.name)] : [];
  });
  const isLive = unique.liveOnly && match.live.columns.has('deletedAt') ? ' and "deletedAt" is null' : '';
  const partition = values.length === 0 ? '' : `partition by ${values.join(', ')}`;
  const known = there.map((live) => `${quoted(live.name)} is not null`).join(' and ') || 'true';
  const from = `${quoted(match.live.name)} where ${known}${isLive}`;
  const counted = `select id, count(*) over (${partition}) as equals from ${from}`;
  const equals = `select id from (${counted}) found where equals > 1`;
  const rows = await draft.count(match.live.name, `id in (${equals})`);
  if (rows === 0) return;
  const names = unique.columns.map((name) => `"${name}"`).join(', ');
  const words = `Make ${names} unique: ${records(rows)} are equal. Change them first`;
  draft.step({
    resource: match.table.name,
    ...(columns.length === 1 && columns[0] ? { field: columns[0].name } : {}),
    change: 'narrow',
    words,
    rows,
    loss: 'impossible',
  });
}

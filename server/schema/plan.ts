import type { Db, Tx } from '../platform/database.ts';
import { columnSql, Draft, records, type Match } from './draft.ts';
import type { LiveColumn, LiveSchema, LiveTable } from './live.ts';
import { planColumns } from './plan-columns.ts';
import { planObjects } from './plan-objects.ts';
import { quoted } from './sql.ts';
import type { Table } from './tables.ts';

export async function draftPlan(db: Db | Tx, tables: Map<string, Table>, live: LiveSchema): Promise<Draft> {
  const draft = new Draft(db, live);
  const matches = new Map<string, Match>();
  for (const table of tables.values()) {
    const found = findTable(draft, table, tables);
    if (found === 'blocked') continue;
    if (found) matches.set(table.name, { table, live: found, columns: findColumns(draft, table, found) });
    else createTable(draft, table);
  }
  for (const match of matches.values()) await planColumns(draft, match);
  for (const table of tables.values()) await planObjects(draft, table, matches);
  const current = new Set([...matches.values()].map((match) => match.live.name));
  for (const table of live.tables.values()) {
    if (table.ours && !current.has(table.name) && !tables.has(table.name)) await dropTable(draft, table);
  }
  return draft;
}

function findTable(draft: Draft, table: Table, tables: Map<string, Table>): LiveTable | 'blocked' | undefined {
  const same = draft.live.tables.get(table.name);
  if (same?.ours) return same;
  if (same) {
    const words = `The database has a table "${table.name}" that Atrium did not make: rename it, or the resource`;
    draft.step({ resource: table.name, change: 'create', words, loss: 'impossible' });
    return 'blocked';
  }
  const former = table.was
    .map((name) => draft.live.tables.get(name))
    .find((found) => found?.ours && !tables.has(found.name));
  if (!former) return undefined;
  draft.step({
    resource: table.name,
    change: 'rename',
    words: `Rename the resource "${former.name}" to "${table.name}", with its records`,
  });
  draft.run('rename', `alter table ${quoted(former.name)} rename to ${quoted(table.name)}`);
  draft.renames.push({ resource: '', from: former.name, to: table.name });
  return former;
}

function findColumns(draft: Draft, table: Table, live: LiveTable): Map<string, LiveColumn> {
  const declared = new Set(table.columns.map((column) => column.name));
  const found = new Map<string, LiveColumn>();
  for (const column of table.columns) {
    const same = live.columns.get(column.name);
    if (same) {
      found.set(column.name, same);
      continue;
    }
    const former = column.was
      .map((name) => live.columns.get(name))
      .find((candidate) => candidate?.ours && !declared.has(candidate.name));
    if (!former) continue;
    found.set(column.name, former);
    draft.step({
      resource: table.name,
      field: column.name,
      change: 'rename',
      words: `Rename "${former.name}" to "${column.name}", with its values`,
    });
    draft.run(
      'rename',
      `alter table ${quoted(table.name)} rename column ${quoted(former.name)} to ${quoted(column.name)}`,
    );
    draft.renames.push({ resource: table.name, from: former.name, to: column.name });
  }
  return found;
}

function createTable(draft: Draft, table: Table): void {
  const own = table.columns.filter((column) => column.property).length;
  draft.step({
    resource: table.name,
    change: 'create',
    words: `Create the resource "${table.name}" with ${own} ${own === 1 ? 'field' : 'fields'}`,
  });
  draft.run('create', `create table ${quoted(table.name)} (${table.columns.map(columnSql).join(', ')})`);
}

async function dropTable(draft: Draft, live: LiveTable): Promise<void> {
  const rows = await draft.count(live.name);
  const words = `Remove the resource "${live.name}": ${records(rows)} would be lost`;
  draft.step({ resource: live.name, change: 'remove', words, rows, loss: 'data' });
  for (const [name, kind] of live.objects) {
    if (kind === 'constraint')
      draft.run('release', `alter table ${quoted(live.name)} drop constraint if exists ${quoted(name)}`);
  }
  draft.run('dropTables', `drop table ${quoted(live.name)}`);
}

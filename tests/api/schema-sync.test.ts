import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PropertySchema } from '../../domain/model.ts';
import { loadModel } from '../../server/platform/configuration.ts';
import { openDatabase } from '../../server/platform/database.ts';
import { planSync, SchemaSyncRefused, syncSchema } from '../../server/platform/schema-sync.ts';
import { constraintFields } from '../../server/platform/schema-tables.ts';
import type { Plan } from '../../server/platform/schema-plan.ts';
import { copiedDeclarations, smallDeclarations, type Declarations } from '../factories/declarations.ts';
import { scratchDatabase, type ScratchDatabase } from './scratch-database.ts';

let files: Declarations;
let scratch: ScratchDatabase;

beforeEach(async () => {
  files = smallDeclarations();
  scratch = await scratchDatabase();
});

afterEach(async () => {
  files.remove();
  await scratch.drop();
});

const sync = async (allowLoss = false): Promise<Plan> => syncSchema(scratch.db, await loadModel(files.root), { allowLoss });
const plan = async (): Promise<Plan> => planSync(scratch.db, await loadModel(files.root));
const run = async (text: string): Promise<Record<string, unknown>[]> => (await sql<Record<string, unknown>>`${sql.raw(text)}`.execute(scratch.db)).rows;

async function refusal(allowLoss = false): Promise<SchemaSyncRefused> {
  const outcome = await sync(allowLoss).catch((error: unknown) => error);
  if (!(outcome instanceof SchemaSyncRefused)) throw outcome instanceof Error ? outcome : new Error('It was not refused.');
  return outcome;
}

const text: PropertySchema = { type: 'string', maxLength: 100 };

describe('a new resource', () => {
  it('gets a table with the columns, rules and indexes of its properties', async () => {
    files.resource('shelves', { name: text });
    files.resource('tools', {
      name: { ...text, 'x-unique': true, 'x-search': true },
      kind: { type: 'string', enum: ['hand', 'power'], default: 'hand' },
      size: { type: 'integer', minimum: 1, maximum: 10, 'x-index': true },
      weight: { type: 'number' },
      sharp: { type: 'boolean', default: false },
      boughtOn: { type: 'string', format: 'date' },
      seenAt: { type: 'string', format: 'date-time' },
      tags: { type: 'array', items: { type: 'string' } },
      shelfId: { type: 'integer', 'x-reference': 'shelves', 'x-on-delete': 'set-null' },
      userIds: { type: 'array', items: { type: 'integer', 'x-reference': 'users' } },
    }, { schema: { required: ['name'], 'x-unique-together': [['name', 'size']] }, config: { list: { sort: ['seenAt', 'DESC'] } } });
    await sync();
    const columns = await run(`select column_name || ' ' || data_type || case is_nullable when 'NO' then ' required' else '' end as it from information_schema.columns where table_name = 'tools' order by ordinal_position`);
    expect(columns.map(({ it: column }) => column)).toEqual([
      'id bigint required', 'name text required', 'kind text', 'size bigint', 'weight double precision', 'sharp boolean', 'boughtOn date',
      'seenAt timestamp with time zone', 'tags jsonb', 'shelfId bigint', 'userIds jsonb', 'version integer required', 'createdAt timestamp with time zone required',
      'createdById bigint', 'updatedAt timestamp with time zone required', 'updatedById bigint', 'search tsvector',
    ]);
    await run(`insert into tools (name) values ('saw')`);
    expect(await run('select kind, sharp, version from tools')).toEqual([{ kind: 'hand', sharp: false, version: 1 }]);
    for (const [column, value] of [['size', '11'], ['kind', `'other'`], ['"shelfId"', '99'], ['name', `repeat('x', 101)`], ['tags', `'{}'`], ['name', 'null'], ['"userIds"', `'"x"'`]]) {
      await expect(run(`update tools set ${column} = ${value}`), column).rejects.toThrow();
    }
    await expect(run(`insert into tools (name) values ('saw')`)).rejects.toThrow(/tools_name_key/);
    const indexes = await run(`select regexp_replace(indexdef, '^.* USING ', '') as it from pg_indexes where tablename = 'tools'`);
    expect(indexes.map(({ it: index }) => index).sort()).toEqual([
      'btree ("seenAt", id)', 'btree ("shelfId", id)', 'btree (id)', 'btree (name)', 'btree (name, size)', 'btree (size, id)', 'gin ("userIds" jsonb_path_ops)', 'gin (search)',
    ]);
  });

  it('may be numbered by uuid, and referred to so', async () => {
    files.resource('assets', { name: text }, { schema: { 'x-id': 'uuid' } });
    files.resource('tools', { assetId: { type: 'string', 'x-reference': 'assets', 'x-on-delete': 'cascade' } });
    await sync();
    await run(`with made as (insert into assets (name) values ('a') returning id) insert into tools ("assetId") select id from made`);
    await run('delete from assets');
    expect(await run('select * from tools')).toEqual([]);
  });

  it('may refer to another in a circle, and to itself', async () => {
    files.resource('shelves', { bestToolId: { type: 'integer', 'x-reference': 'tools' }, aboveId: { type: 'integer', 'x-reference': 'shelves' } });
    files.resource('tools', { shelfId: { type: 'integer', 'x-reference': 'shelves' } });
    await sync();
    const keys = await run(`select 1 from pg_constraint where contype = 'f' and conrelid in ('shelves'::regclass, 'tools'::regclass) and confrelid <> 'users'::regclass`);
    expect(keys).toHaveLength(3);
  });

  it('finds words of all searched fields', async () => {
    files.resource('tools', { name: { ...text, 'x-search': true }, story: { type: 'string', format: 'html', 'x-search': true }, tags: { type: 'array', items: { type: 'string' }, 'x-search': true } });
    await sync();
    await run(`insert into tools (name, story, tags) values ('Band saw', '<p class="grand">Cuts<b>wood</b></p>', '["loud"]'), (null, repeat('long ', 400000), null)`);
    const found = async (word: string): Promise<number> => (await run(`select 1 from tools where search @@ to_tsquery('simple', '${word}:*')`)).length;
    expect([await found('saw'), await found('wood'), await found('lou'), await found('grand'), await found('long')]).toEqual([1, 1, 1, 0, 1]);
  });

  it('lets a unique value be used again after a soft deletion', async () => {
    files.resource('tools', { name: { ...text, 'x-unique': true } }, { config: { softDelete: true } });
    await sync();
    await run(`insert into tools (name, "deletedAt") values ('saw', now()), ('saw', now()), ('saw', null)`);
    await expect(run(`insert into tools (name) values ('saw')`)).rejects.toThrow(/unique/);
  });
});

describe('the whole portal', () => {
  it('is made, and then there is nothing to do', async () => {
    const portal = copiedDeclarations();
    const model = await loadModel(portal.root);
    portal.remove();
    expect((await syncSchema(scratch.db, model)).steps.length).toBe(model.resources.size);
    expect(await planSync(scratch.db, model)).toEqual({ steps: [] });
    expect(await syncSchema(scratch.db, model)).toEqual({ steps: [] });
    const violated = constraintFields(model);
    const named = await run(`select conname as name from pg_constraint where contype in ('c', 'f') and connamespace = current_schema()::regnamespace and conrelid::regclass::text !~ 'atrium'`);
    expect(named.filter(({ name }) => !violated.has(String(name)))).toEqual([]);
  });
});

describe('what loses nothing is done at once', () => {
  beforeEach(async () => {
    files.resource('tools', { name: text, size: { type: 'integer', maximum: 10 }, kind: { type: 'string', enum: ['a', 'b'] } });
    await sync();
    await run(`insert into tools (name, size, kind) values ('saw', 3, 'a'), ('axe', null, null)`);
  });

  it('another property, filled in where it has a default', async () => {
    files.resource('tools', { name: text, size: { type: 'integer', maximum: 10 }, kind: { type: 'string', enum: ['a', 'b'] }, colour: { ...text, default: "it's red" }, note: text }, { schema: { required: ['colour'] } });
    expect((await sync()).steps.map((step) => step.words)).toEqual(expect.arrayContaining([`Add "note"`]));
    expect(await run('select colour, note from tools')).toEqual([{ colour: "it's red", note: null }, { colour: "it's red", note: null }]);
  });

  it('wider types and limits, and no limits', async () => {
    files.resource('tools', { name: { type: 'string' }, size: { type: 'number', maximum: 100 }, kind: { type: 'string', enum: ['a', 'b', 'c'] } });
    await sync();
    await run(`insert into tools (name, size, kind) values (repeat('x', 200), 99.5, 'c')`);
    files.resource('tools', { name: { type: 'string' }, size: { type: 'string' }, kind: { type: 'array', items: { type: 'string' } } });
    await sync();
    expect(await run('select size, kind from tools order by id')).toEqual([{ size: '3', kind: ['a'] }, { size: null, kind: null }, { size: '99.5', kind: ['c'] }]);
  });

  it('a narrower limit that all records keep', async () => {
    files.resource('tools', { name: { type: 'string', maxLength: 3 }, size: { type: 'integer', maximum: 3 }, kind: { type: 'string', enum: ['a'] } }, { schema: { required: ['name'] } });
    await sync();
    await expect(run(`update tools set size = 4`)).rejects.toThrow(/check/);
  });

  it('a requirement whose default fills the gaps', async () => {
    files.resource('tools', { name: text, size: { type: 'integer', maximum: 10, default: 5 }, kind: { type: 'string', enum: ['a', 'b'] } }, { schema: { required: ['size'] } });
    await sync();
    expect(await run('select size from tools order by id')).toEqual([{ size: 3 }, { size: 5 }]);
  });
});

describe('a new name', () => {
  it('of a property keeps its values, also over several names and when it stays written', async () => {
    files.resource('tools', { nam: { ...text, 'x-search': true, 'x-unique': true } }, { schema: { required: ['nam'] } });
    await sync();
    await run(`insert into tools (nam) values ('saw')`);
    files.resource('tools', { name: { ...text, 'x-search': true, 'x-unique': true, 'x-was': 'nam' } }, { schema: { required: ['name'] } });
    const { steps } = await sync();
    expect(steps[0]).toEqual({ resource: 'tools', field: 'name', change: 'rename', words: 'Rename "nam" to "name", with its values', rows: 0, loss: 'none' });
    files.resource('tools', { title: { ...text, 'x-search': true, 'x-unique': true, 'x-was': ['name', 'nam'] } }, { schema: { required: ['title'] } });
    await sync();
    expect(await sync()).toEqual({ steps: [] });
    expect(await run(`select title from tools where search @@ 'saw'`)).toEqual([{ title: 'saw' }]);
  });

  it('of a resource keeps its records and what refers to them', async () => {
    files.resource('tools', { name: text }).resource('loans', { toolId: { type: 'integer', 'x-reference': 'tools' } });
    await sync();
    await run(`with made as (insert into tools (name) values ('saw') returning id) insert into loans ("toolId") select id from made`);
    files.without('tools').resource('machines', { title: { ...text, 'x-was': 'name' } }, { schema: { 'x-was': 'tools' } })
      .resource('loans', { machineId: { type: 'integer', 'x-reference': 'machines', 'x-was': 'toolId' } });
    await sync();
    expect(await run(`select title from machines join loans on "machineId" = machines.id`)).toEqual([{ title: 'saw' }]);
    await expect(run('delete from machines')).rejects.toThrow(/foreign key/);
    files.resource('tools', { name: text });
    files.change('schemas/resources/machines.json', { 'x-was': undefined });
    await sync();
    expect(await run('select * from tools')).toEqual([]);
  });

  it('is followed by permission rules and by the history', async () => {
    const portal = copiedDeclarations();
    await syncSchema(scratch.db, await loadModel(portal.root));
    await run(`insert into permissions (role, resource, actions, "readFields", "writeFields", condition) values
      ('Staff', 'discounts', '["read"]', '["name", "percent"]', '["percent"]', '{"percent_lt": 50, "_or": [{"percent": 1}, {"name": "percent"}]}')`);
    await run(`insert into "auditEntries" (at, resource, "recordId", action, before, after) values (now(), 'discounts', '1', 'update', '{"percent": 1}', '{"percent": 2}')`);
    const schema = portal.read('schemas/resources/discounts.json') as { properties: Record<string, PropertySchema>; required: string[] };
    const { percent, ...others } = schema.properties;
    portal.change('schemas/resources/discounts.json', { required: ['name'], properties: { ...others, share: { ...percent, 'x-was': 'percent' } } });
    portal.write('config/resources/discounts.json', {}).write('config/demo/40-store.json', {});
    await syncSchema(scratch.db, await loadModel(portal.root));
    portal.remove();
    expect(await run('select "readFields", "writeFields", condition from permissions')).toEqual([
      { readFields: ['name', 'share'], writeFields: ['share'], condition: { share_lt: 50, _or: [{ share: 1 }, { name: 'percent' }] } },
    ]);
    expect(await run('select before, after from "auditEntries"')).toEqual([{ before: { share: 1 }, after: { share: 2 } }]);
  });
});

describe('what would lose data is refused with its count, and done when loss is allowed', () => {
  beforeEach(async () => {
    files.resource('tools', { name: text, size: { type: 'integer', maximum: 10 }, code: text, empty: text });
    await sync();
    await run(`insert into tools (name, size, code) values ('saw', 3, '12'), ('axe', 9, 'x1'), ('awl', null, null)`);
  });

  const cases: [string, Record<string, PropertySchema>, string[], string, number, Record<string, unknown>[]][] = [
    ['removing a property', { name: text, size: { type: 'integer' }, empty: text }, [], 'code', 2, []],
    ['removing a property without values', { name: text, size: { type: 'integer' }, code: text }, [], 'empty', 0, []],
    ['a lower limit', { name: text, size: { type: 'integer', maximum: 5 }, code: text, empty: text }, [], 'size', 1, [{ size: 3 }, { size: 5 }, { size: null }]],
    ['a shorter text', { name: { type: 'string', maxLength: 2 }, size: { type: 'integer' }, code: text, empty: text }, [], 'name', 3, [{ name: 'sa' }, { name: 'ax' }, { name: 'aw' }]],
    ['fewer values', { name: { type: 'string', enum: ['saw'] }, size: { type: 'integer' }, code: text, empty: text }, [], 'name', 2, [{ name: 'saw' }, { name: null }, { name: null }]],
    ['another type', { name: text, size: { type: 'integer' }, code: { type: 'integer' }, empty: text }, [], 'code', 1, [{ code: 12 }, { code: null }, { code: null }]],
    ['a type that nothing becomes', { name: text, size: { type: 'boolean' }, code: text, empty: text }, [], 'size', 2, [{ size: null }, { size: null }, { size: null }]],
    ['a requirement', { name: text, size: { type: 'integer', maximum: 10, minimum: 2 }, code: text, empty: text }, ['size'], 'size', 1, [{ size: 3 }, { size: 9 }, { size: 2 }]],
    ['a new required property', { name: text, size: { type: 'integer' }, code: text, empty: text, done: { type: 'boolean' } }, ['done'], 'done', 3, [{ done: false }, { done: false }, { done: false }]],
    ['a reference to what is not there', { name: text, size: { type: 'integer', 'x-reference': 'users' }, code: text, empty: text }, [], 'size', 2, [{ size: null }, { size: null }, { size: null }]],
  ];
  it.each(cases)('%s', async (_title, properties, required, field, rows, after) => {
    files.resource('tools', properties, { schema: { required } });
    const before = await run('select * from tools order by id');
    const { steps, message } = await refusal();
    expect(steps.map((step) => [step.resource, step.field, step.rows, step.loss])).toEqual([['tools', field, rows, 'data']]);
    expect(message).toMatch(new RegExp(`tools\\.${field}: .*\\b${rows} record.*\n.*npm run schema -- apply --allow-loss`));
    expect(await run('select * from tools order by id')).toEqual(before);
    expect((await plan()).steps).toContainEqual(steps[0]);
    await sync(true);
    const columns = await run(`select 1 from information_schema.columns where table_name = 'tools' and column_name = '${field}'`);
    expect(columns).toHaveLength(field in properties ? 1 : 0);
    if (after.length > 0) expect(await run(`select ${field} from tools order by id`)).toEqual(after);
    expect(await plan()).toEqual({ steps: [] });
  });

  it('removing a resource', async () => {
    files.without('tools');
    expect((await refusal()).message).toContain('tools: Remove the resource "tools": 3 records would be lost');
    await sync(true);
    expect(await run(`select to_regclass('tools') as it`)).toEqual([{ it: null }]);
  });
});

describe('what cannot be is refused, even with loss allowed', () => {
  beforeEach(async () => {
    files.resource('tools', { name: text, size: { type: 'integer' } });
    await sync();
    await run(`insert into tools (name, size) values ('saw', 1), ('saw', 2)`);
  });

  const cases: [string, Record<string, PropertySchema>, Record<string, unknown>, RegExp][] = [
    ['unique where two are equal', { name: { ...text, 'x-unique': true }, size: { type: 'integer' } }, {}, /unique: 2 records are equal/],
    ['a required reference without a value', { name: text, size: { type: 'integer' }, userId: { type: 'integer', 'x-reference': 'users' } }, { required: ['userId'] }, /Give it a default, or make it optional/],
    ['another kind of id', { name: text, size: { type: 'integer' } }, { 'x-id': 'uuid' }, /kind of id cannot change/],
  ];
  it.each(cases)('%s', async (_title, properties, schema, message) => {
    files.resource('tools', properties, { schema });
    expect((await refusal(true)).message).toMatch(message);
    expect(await run('select name, size from tools order by id')).toEqual([{ name: 'saw', size: 1 }, { name: 'saw', size: 2 }]);
  });

  it('a table or column of somebody else', async () => {
    await run('create table drills (id integer)');
    await run('alter table tools add column weight integer');
    files.resource('drills', { name: text }).resource('tools', { name: text, size: { type: 'integer' }, weight: { type: 'integer' } });
    expect((await refusal(true)).message).toMatch(/table "drills" that Atrium did not make[^]*column "weight" that Atrium did not make/);
  });
});

describe('several processes', () => {
  it('that start at once make the tables once', async () => {
    files.resource('tools', { name: text }).resource('loans', { toolId: { type: 'integer', 'x-reference': 'tools' } });
    const model = await loadModel(files.root);
    const others = [1, 2, 3].map(() => openDatabase(scratch.url, { max: 2 }));
    const done = await Promise.all(others.map((db) => syncSchema(db, model)));
    await Promise.all(others.map((db) => db.destroy()));
    expect(done.map(({ steps }) => steps.length).sort()).toEqual([0, 0, 3]);
    expect(await plan()).toEqual({ steps: [] });
  });

  it('leave nothing half done when one dies in the middle', async () => {
    files.resource('tools', { name: text });
    await sync();
    await run(`insert into tools (name) values ('saw')`);
    const holder = openDatabase(scratch.url, { max: 1 });
    const { rows: [held] } = await holder.connection().execute(async (db) => {
      await sql`begin`.execute(db);
      await sql`lock table users in access share mode`.execute(db);
      return sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    });
    // The new table and column are made before the change of users has to wait for the lock.
    files.resource('drills', { name: text }).resource('tools', { name: text, size: { type: 'integer', default: 1 } })
      .resource('users', { username: { type: 'string', maxLength: 60, 'x-unique': true }, roles: { type: 'array', items: { type: 'string' } }, late: text });
    const syncing = sync().then(() => 'done', () => 'died');
    await expect.poll(() => run(`select pg_terminate_backend(pid) from pg_stat_activity where ${held?.pid ?? 0} = any(pg_blocking_pids(pid))`), { timeout: 20_000 }).toHaveLength(1);
    expect(await syncing).toBe('died');
    await sql`rollback`.execute(holder);
    await holder.destroy();
    expect(await run(`select to_regclass('drills') as it`)).toEqual([{ it: null }]);
    await expect(run('select size from tools')).rejects.toThrow(/does not exist/);
    await sync();
    expect(await run('select name, size from tools')).toEqual([{ name: 'saw', size: 1 }]);
  });
});

it('leaves tables, columns and indexes of others alone', async () => {
  files.resource('tools', { name: text });
  await sync();
  await run(`create table inventory (id integer); insert into inventory values (1)`);
  await run(`alter table tools add column weight integer default 7`);
  await run(`create index of_mine on tools (weight)`);
  await run(`insert into tools (name) values ('saw')`);
  files.resource('tools', { name: text, size: { type: 'integer' } });
  await sync();
  expect(await run('select weight, (select count(*) from inventory) as kept from tools')).toEqual([{ weight: 7, kept: 1 }]);
  expect(await run(`select 1 from pg_indexes where indexname = 'of_mine'`)).toHaveLength(1);
});

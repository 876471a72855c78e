import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { storedResources } from '../../server/declarations/views.ts';
import { openDatabase } from '../../server/platform/database.ts';
import { planSync, syncSchema } from '../../server/schema/sync.ts';
import { copiedDeclarations } from '../factories/declarations.ts';
import { SchemaWorkbench } from './schema-workbench.ts';

let bench: SchemaWorkbench;

beforeEach(async () => {
  bench = await SchemaWorkbench.open();
});

afterEach(() => bench.close());

const text: PropertySchema = { type: 'string', maxLength: 100 };

describe('a derived property', () => {
  it('has its value in the records that are there, and follows the value it is derived from', async () => {
    const kind: PropertySchema = { type: 'string', enum: ['hand', 'power'] };
    const risk = (otherwise: string): PropertySchema => ({
      type: 'string',
      enum: ['low', 'high'],
      'x-derived': { from: 'kind', values: { power: 'high' }, otherwise },
      'x-computed': true,
      'x-index': true,
    });
    bench.files.resource('tools', { kind });
    await bench.sync();
    await bench.run(`insert into tools (kind) values ('power'), (null)`);
    bench.files.resource('tools', { kind, risk: risk('low') });
    await bench.sync();
    expect(await bench.run('select risk from tools order by id')).toEqual([{ risk: 'high' }, { risk: 'low' }]);
    await bench.run(`update tools set kind = 'hand'`);
    bench.files.resource('tools', { kind, risk: risk('high') });
    await bench.sync();
    expect(await bench.run('select risk from tools order by id')).toEqual([{ risk: 'high' }, { risk: 'high' }]);
    expect((await bench.plan()).steps).toEqual([]);
  });
});

describe('a new resource', () => {
  it('gets a table with the columns, rules and indexes of its properties', async () => {
    bench.files.resource('shelves', { name: text });
    bench.files.resource(
      'tools',
      {
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
      },
      {
        schema: { required: ['name'], 'x-unique-together': [['name', 'size']] },
        config: { list: { sort: ['seenAt', 'DESC'] } },
      },
    );
    await bench.sync();
    const columns = await bench.run(
      `select column_name || ' ' || data_type || case is_nullable when 'NO' then ' required' else '' end as it from information_schema.columns where table_name = 'tools' order by ordinal_position`,
    );
    expect(columns.map(({ it: column }) => column)).toEqual([
      'id bigint required',
      'name text required',
      'kind text',
      'size bigint',
      'weight double precision',
      'sharp boolean',
      'boughtOn date',
      'seenAt timestamp with time zone',
      'tags jsonb',
      'shelfId bigint',
      'userIds jsonb',
      'version integer required',
      'createdAt timestamp with time zone required',
      'createdById bigint',
      'updatedAt timestamp with time zone required',
      'updatedById bigint',
      'search tsvector',
    ]);
    await bench.run(`insert into tools (name) values ('saw')`);
    expect(await bench.run('select kind, sharp, version from tools')).toEqual([
      { kind: 'hand', sharp: false, version: 1 },
    ]);
    for (const [column, value] of [
      ['size', '11'],
      ['kind', `'other'`],
      ['"shelfId"', '99'],
      ['name', `repeat('x', 101)`],
      ['tags', `'{}'`],
      ['name', 'null'],
      ['"userIds"', `'"x"'`],
    ]) {
      await expect(bench.run(`update tools set ${column} = ${value}`), column).rejects.toThrow();
    }
    await expect(bench.run(`insert into tools (name) values ('saw')`)).rejects.toThrow(/tools_name_key/);
    const indexes = await bench.run(
      `select regexp_replace(indexdef, '^.* USING ', '') as it from pg_indexes where tablename = 'tools'`,
    );
    expect(indexes.map(({ it: index }) => index).sort()).toEqual([
      'btree ("seenAt", id)',
      'btree ("shelfId", id)',
      'btree (id)',
      'btree (name)',
      'btree (name, size)',
      'btree (size, id)',
      'gin ("userIds" jsonb_path_ops)',
      'gin (search)',
    ]);
  });

  it('can have uuids as ids, and be referred to by them', async () => {
    bench.files.resource('assets', { name: text }, { schema: { 'x-id': 'uuid' } });
    bench.files.resource('tools', { assetId: { type: 'string', 'x-reference': 'assets', 'x-on-delete': 'cascade' } });
    await bench.sync();
    await bench.run(
      `with made as (insert into assets (name) values ('a') returning id) insert into tools ("assetId") select id from made`,
    );
    await bench.run('delete from assets');
    expect(await bench.run('select * from tools')).toEqual([]);
  });

  it('can refer to another in a circle, and to itself', async () => {
    bench.files.resource('shelves', {
      bestToolId: { type: 'integer', 'x-reference': 'tools' },
      aboveId: { type: 'integer', 'x-reference': 'shelves' },
    });
    bench.files.resource('tools', { shelfId: { type: 'integer', 'x-reference': 'shelves' } });
    await bench.sync();
    const keys = await bench.run(
      `select 1 from pg_constraint where contype = 'f' and conrelid in ('shelves'::regclass, 'tools'::regclass) and confrelid <> 'users'::regclass`,
    );
    expect(keys).toHaveLength(3);
  });

  it('finds words of all searched fields', async () => {
    bench.files.resource('tools', {
      name: { ...text, 'x-search': true },
      story: { type: 'string', format: 'html', 'x-search': true },
      tags: { type: 'array', items: { type: 'string' }, 'x-search': true },
    });
    await bench.sync();
    await bench.run(
      `insert into tools (name, story, tags) values ('Band saw', '<p class="grand">Cuts<b>wood</b></p>', '["loud"]'), (null, repeat('long ', 400000), null)`,
    );
    const found = async (word: string): Promise<number> =>
      (await bench.run(`select 1 from tools where search @@ to_tsquery('simple', '${word}:*')`)).length;
    expect([
      await found('saw'),
      await found('wood'),
      await found('lou'),
      await found('grand'),
      await found('long'),
    ]).toEqual([1, 1, 1, 0, 1]);
  });

  it('lets a unique value be used again after a soft deletion', async () => {
    bench.files.resource('tools', { name: { ...text, 'x-unique': true } }, { config: { softDelete: true } });
    await bench.sync();
    await bench.run(
      `insert into tools (name, "deletedAt") values ('saw', atrium_now()), ('saw', atrium_now()), ('saw', null)`,
    );
    await expect(bench.run(`insert into tools (name) values ('saw')`)).rejects.toThrow(/unique/);
  });
});

describe('the whole portal', () => {
  it('is made, and then there is nothing to do', async () => {
    const portal = copiedDeclarations();
    const model = await loadModel(portal.root);
    portal.remove();
    expect((await syncSchema(bench.scratch.db, model)).steps.length).toBe(storedResources(model).length);
    expect(await planSync(bench.scratch.db, model)).toEqual({ steps: [] });
    expect(await syncSchema(bench.scratch.db, model)).toEqual({ steps: [] });
  });
});

describe('what loses nothing is done immediately', () => {
  beforeEach(async () => {
    bench.files.resource('tools', {
      name: text,
      size: { type: 'integer', maximum: 10 },
      kind: { type: 'string', enum: ['a', 'b'] },
    });
    await bench.sync();
    await bench.run(`insert into tools (name, size, kind) values ('saw', 3, 'a'), ('axe', null, null)`);
  });

  it('another property, filled in where it has a default', async () => {
    bench.files.resource(
      'tools',
      {
        name: text,
        size: { type: 'integer', maximum: 10 },
        kind: { type: 'string', enum: ['a', 'b'] },
        color: { ...text, default: "it's red" },
        note: text,
      },
      { schema: { required: ['color'] } },
    );
    expect((await bench.sync()).steps.map((step) => step.words)).toEqual(expect.arrayContaining([`Add "note"`]));
    expect(await bench.run('select color, note from tools')).toEqual([
      { color: "it's red", note: null },
      { color: "it's red", note: null },
    ]);
  });

  it('wider types and limits, and no limits', async () => {
    bench.files.resource('tools', {
      name: { type: 'string' },
      size: { type: 'number', maximum: 100 },
      kind: { type: 'string', enum: ['a', 'b', 'c'] },
    });
    await bench.sync();
    await bench.run(`insert into tools (name, size, kind) values (repeat('x', 200), 99.5, 'c')`);
    bench.files.resource('tools', {
      name: { type: 'string' },
      size: { type: 'string' },
      kind: { type: 'array', items: { type: 'string' } },
    });
    await bench.sync();
    expect(await bench.run('select size, kind from tools order by id')).toEqual([
      { size: '3', kind: ['a'] },
      { size: null, kind: null },
      { size: '99.5', kind: ['c'] },
    ]);
  });

  it('a narrower limit that all records keep', async () => {
    bench.files.resource(
      'tools',
      {
        name: { type: 'string', maxLength: 3 },
        size: { type: 'integer', maximum: 3 },
        kind: { type: 'string', enum: ['a'] },
      },
      { schema: { required: ['name'] } },
    );
    await bench.sync();
    await expect(bench.run(`update tools set size = 4`)).rejects.toThrow(/check/);
  });

  it('a requirement whose default fills the gaps', async () => {
    bench.files.resource(
      'tools',
      { name: text, size: { type: 'integer', maximum: 10, default: 5 }, kind: { type: 'string', enum: ['a', 'b'] } },
      { schema: { required: ['size'] } },
    );
    await bench.sync();
    expect(await bench.run('select size from tools order by id')).toEqual([{ size: 3 }, { size: 5 }]);
  });
});

describe('a new name', () => {
  it('of a property keeps its values, also over several names and when it stays written', async () => {
    bench.files.resource(
      'tools',
      { nam: { ...text, 'x-search': true, 'x-unique': true } },
      { schema: { required: ['nam'] } },
    );
    await bench.sync();
    await bench.run(`insert into tools (nam) values ('saw')`);
    bench.files.resource(
      'tools',
      { name: { ...text, 'x-search': true, 'x-unique': true, 'x-was': 'nam' } },
      { schema: { required: ['name'] } },
    );
    const { steps } = await bench.sync();
    expect(steps[0]).toEqual({
      resource: 'tools',
      field: 'name',
      change: 'rename',
      words: 'Rename "nam" to "name", with its values',
      rows: 0,
      loss: 'none',
    });
    bench.files.resource(
      'tools',
      { title: { ...text, 'x-search': true, 'x-unique': true, 'x-was': ['name', 'nam'] } },
      { schema: { required: ['title'] } },
    );
    await bench.sync();
    expect(await bench.sync()).toEqual({ steps: [] });
    expect(await bench.run(`select title from tools where search @@ 'saw'`)).toEqual([{ title: 'saw' }]);
  });

  it('of a resource keeps its records and what refers to them', async () => {
    bench.files
      .resource('tools', { name: text })
      .resource('loans', { toolId: { type: 'integer', 'x-reference': 'tools' } });
    await bench.sync();
    await bench.run(
      `with made as (insert into tools (name) values ('saw') returning id) insert into loans ("toolId") select id from made`,
    );
    bench.files
      .without('tools')
      .resource('machines', { title: { ...text, 'x-was': 'name' } }, { schema: { 'x-was': 'tools' } })
      .resource('loans', { machineId: { type: 'integer', 'x-reference': 'machines', 'x-was': 'toolId' } });
    await bench.sync();
    expect(await bench.run(`select title from machines join loans on "machineId" = machines.id`)).toEqual([
      { title: 'saw' },
    ]);
    await expect(bench.run('delete from machines')).rejects.toThrow(/foreign key/);
    bench.files.resource('tools', { name: text });
    bench.files.change('schemas/resources/machines.json', { 'x-was': undefined });
    await bench.sync();
    expect(await bench.run('select * from tools')).toEqual([]);
  });

  it('is followed by permission rules and by the history', async () => {
    const portal = copiedDeclarations();
    await syncSchema(bench.scratch.db, await loadModel(portal.root));
    await bench.run(`insert into permissions (role, resource, actions, "readFields", "writeFields", condition) values
      ('Staff', 'discounts', '["read"]', '["name", "percent"]', '["percent"]', '{"percent_lt": 50, "_or": [{"percent": 1}, {"name": "percent"}]}')`);
    await bench.run(
      `insert into "auditEntries" (at, resource, "recordId", action, before, after) values (atrium_now(), 'discounts', '1', 'update', '{"percent": 1}', '{"percent": 2}')`,
    );
    const schema = portal.read('schemas/resources/discounts.json') as {
      properties: Record<string, PropertySchema>;
      required: string[];
    };
    const { percent, ...others } = schema.properties;
    portal.change('schemas/resources/discounts.json', {
      required: ['name'],
      properties: { ...others, share: { ...percent, 'x-was': 'percent' } },
    });
    portal.write('config/resources/discounts.json', {}).write('config/demo/40-store.json', {});
    await syncSchema(bench.scratch.db, await loadModel(portal.root));
    portal.remove();
    expect(await bench.run('select "readFields", "writeFields", condition from permissions')).toEqual([
      {
        readFields: ['name', 'share'],
        writeFields: ['share'],
        condition: { share_lt: 50, _or: [{ share: 1 }, { name: 'percent' }] },
      },
    ]);
    expect(await bench.run('select before, after from "auditEntries"')).toEqual([
      { before: { share: 1 }, after: { share: 2 } },
    ]);
  });
});

describe('a new name of a value of an enumeration', () => {
  const written = (values: string[], was: Record<string, string> = {}): Record<string, PropertySchema> => ({
    state: {
      type: 'string',
      enum: values,
      default: values[0] ?? '',
      ...(was.a ? { 'x-was': { [was.a]: was.b ?? '' } } : {}),
    },
    states: {
      type: 'array',
      items: { type: 'string', enum: values },
      ...(was.a ? { 'x-was': { [was.a]: was.b ?? '' } } : {}),
    },
  });

  it('is what records, rules and the history hold from then on', async () => {
    const portal = copiedDeclarations();
    portal.resource('tools', written(['booked', 'free']), { schema: { required: ['state'] } });
    await syncSchema(bench.scratch.db, await loadModel(portal.root));
    await bench.run(
      `insert into tools (state, states) values ('booked', '["free", "booked"]'), ('free', null), (default, '[]')`,
    );
    await bench.run(`insert into permissions (role, resource, actions, condition) values
      ('Staff', 'tools', '["read"]', '{"state_in": ["booked", "free"], "_or": [{"state": "booked"}, {"states": "booked"}]}')`);
    await bench.run(`insert into "auditEntries" (at, resource, "recordId", action, before, after) values
      ('2030-01-07T15:00:00Z', 'tools', '1', 'update', '{"state": "booked", "states": ["booked"]}', '{"state": "free"}')`);

    portal.resource('tools', written(['confirmed', 'free'], { a: 'confirmed', b: 'booked' }), {
      schema: { required: ['state'] },
    });
    const model = await loadModel(portal.root);
    const { steps } = await syncSchema(bench.scratch.db, model);
    portal.remove();
    expect(steps.filter((step) => step.loss !== 'none')).toEqual([]);
    expect(steps.map((step) => step.words)).toContain('Rename "booked" to "confirmed" in 2 records');
    expect(await bench.run('select state, states from tools order by id')).toEqual([
      { state: 'confirmed', states: ['free', 'confirmed'] },
      { state: 'free', states: null },
      { state: 'confirmed', states: [] },
    ]);
    expect(await bench.run('select condition from permissions')).toEqual([
      { condition: { state_in: ['confirmed', 'free'], _or: [{ state: 'confirmed' }, { states: 'confirmed' }] } },
    ]);
    expect(await bench.run('select before, after from "auditEntries"')).toEqual([
      { before: { state: 'confirmed', states: ['confirmed'] }, after: { state: 'free' } },
    ]);
    await bench.run('insert into tools (states) values (null)');
    expect(await bench.run('select state from tools order by id desc limit 1')).toEqual([{ state: 'confirmed' }]);
    expect((await planSync(bench.scratch.db, model)).steps).toEqual([]);
  });
});

describe('several processes', () => {
  it('that start at the same time make the tables once', async () => {
    bench.files
      .resource('tools', { name: text })
      .resource('loans', { toolId: { type: 'integer', 'x-reference': 'tools' } });
    const model = await loadModel(bench.files.root);
    const others = [1, 2, 3].map(() => openDatabase(bench.scratch.url, { max: 2 }));
    const done = await Promise.all(others.map((db) => syncSchema(db, model)));
    await Promise.all(others.map((db) => db.destroy()));
    expect(done.map(({ steps }) => steps.length).sort()).toEqual([0, 0, 3]);
    expect(await bench.plan()).toEqual({ steps: [] });
  });

  it('leave nothing half done when one dies in the middle', async () => {
    bench.files.resource('tools', { name: text });
    await bench.sync();
    await bench.run(`insert into tools (name) values ('saw')`);
    const holder = openDatabase(bench.scratch.url, { max: 1 });
    const {
      rows: [held],
    } = await holder.connection().execute(async (db) => {
      await sql`begin`.execute(db);
      await sql`lock table users in access share mode`.execute(db);
      return sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    });
    // The new table and column are created before the change to users waits for the lock.
    bench.files
      .resource('drills', { name: text })
      .resource('tools', { name: text, size: { type: 'integer', default: 1 } })
      .resource('users', {
        username: { type: 'string', maxLength: 60, 'x-unique': true },
        roles: { type: 'array', items: { type: 'string' } },
        late: text,
      });
    const syncing = bench.sync().then(
      () => 'done',
      () => 'died',
    );
    await expect
      .poll(
        () =>
          bench.run(
            `select pg_terminate_backend(pid) from pg_stat_activity where ${held?.pid ?? 0} = any(pg_blocking_pids(pid))`,
          ),
        { timeout: 20_000 },
      )
      .toHaveLength(1);
    expect(await syncing).toBe('died');
    await sql`rollback`.execute(holder);
    await holder.destroy();
    expect(await bench.run(`select to_regclass('drills') as it`)).toEqual([{ it: null }]);
    await expect(bench.run('select size from tools')).rejects.toThrow(/does not exist/);
    await bench.sync();
    expect(await bench.run('select name, size from tools')).toEqual([{ name: 'saw', size: 1 }]);
  });
});

it('leaves tables, columns and indexes of others alone', async () => {
  bench.files.resource('tools', { name: text });
  await bench.sync();
  await bench.run(`create table inventory (id integer); insert into inventory values (1)`);
  await bench.run(`alter table tools add column weight integer default 7`);
  await bench.run(`create index of_mine on tools (weight)`);
  await bench.run(`insert into tools (name) values ('saw')`);
  bench.files.resource('tools', { name: text, size: { type: 'integer' } });
  await bench.sync();
  expect(await bench.run('select weight, (select count(*) from inventory) as kept from tools')).toEqual([
    { weight: 7, kept: 1 },
  ]);
  expect(await bench.run(`select 1 from pg_indexes where indexname = 'of_mine'`)).toHaveLength(1);
});

it('moves what a column counted to the resource that counts it from now on', async () => {
  const counted: PropertySchema = { type: 'integer', default: 0 };
  bench.files.resource('tools', { name: text, uses: counted });
  await bench.sync();
  await bench.run(`insert into tools (name, uses) values ('saw', 3), ('drill', 0), ('file', null)`);
  const counter = { resource: 'toolUses', reference: 'toolId' };
  bench.files
    .resource('tools', { name: text, uses: { type: 'integer', 'x-computed': true, 'x-counter': counter } })
    .resource('toolUses', {
      toolId: { type: 'integer', 'x-reference': 'tools', 'x-on-delete': 'cascade', 'x-unique': true },
      uses: counted,
    });
  const { steps } = await bench.sync();
  expect(steps.map(({ words }) => words)).toContain('Move "uses" to the resource "toolUses", with its values');
  expect(await bench.run(`select name, "toolUses".uses from "toolUses" join tools on tools.id = "toolId"`)).toEqual([
    { name: 'saw', uses: 3 },
  ]);
  await expect(bench.run('select uses from tools limit 1')).rejects.toThrow(/does not exist/);
  expect((await bench.plan()).steps).toEqual([]);
});

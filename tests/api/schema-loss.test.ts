import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import { SchemaWorkbench } from './schema-workbench.ts';

let bench: SchemaWorkbench;

beforeEach(async () => {
  bench = await SchemaWorkbench.open();
});

afterEach(() => bench.close());

const text: PropertySchema = { type: 'string', maxLength: 100 };

describe('what would lose data is refused with its count, and done when loss is allowed', () => {
  beforeEach(async () => {
    bench.files.resource('tools', { name: text, size: { type: 'integer', maximum: 10 }, code: text, empty: text });
    await bench.sync();
    await bench.run(
      `insert into tools (name, size, code) values ('saw', 3, '12'), ('axe', 9, 'x1'), ('awl', null, null)`,
    );
  });

  const cases: [string, Record<string, PropertySchema>, string[], string, number, Record<string, unknown>[]][] = [
    ['removing a property', { name: text, size: { type: 'integer' }, empty: text }, [], 'code', 2, []],
    ['removing a property without values', { name: text, size: { type: 'integer' }, code: text }, [], 'empty', 0, []],
    [
      'a lower limit',
      { name: text, size: { type: 'integer', maximum: 5 }, code: text, empty: text },
      [],
      'size',
      1,
      [{ size: 3 }, { size: 5 }, { size: null }],
    ],
    [
      'a shorter text',
      { name: { type: 'string', maxLength: 2 }, size: { type: 'integer' }, code: text, empty: text },
      [],
      'name',
      3,
      [{ name: 'sa' }, { name: 'ax' }, { name: 'aw' }],
    ],
    [
      'fewer values',
      { name: { type: 'string', enum: ['saw'] }, size: { type: 'integer' }, code: text, empty: text },
      [],
      'name',
      2,
      [{ name: 'saw' }, { name: null }, { name: null }],
    ],
    [
      'another type',
      { name: text, size: { type: 'integer' }, code: { type: 'integer' }, empty: text },
      [],
      'code',
      1,
      [{ code: 12 }, { code: null }, { code: null }],
    ],
    [
      'a type that nothing becomes',
      { name: text, size: { type: 'boolean' }, code: text, empty: text },
      [],
      'size',
      2,
      [{ size: null }, { size: null }, { size: null }],
    ],
    [
      'a requirement',
      { name: text, size: { type: 'integer', maximum: 10, minimum: 2 }, code: text, empty: text },
      ['size'],
      'size',
      1,
      [{ size: 3 }, { size: 9 }, { size: 2 }],
    ],
    [
      'a new required property',
      { name: text, size: { type: 'integer' }, code: text, empty: text, done: { type: 'boolean' } },
      ['done'],
      'done',
      3,
      [{ done: false }, { done: false }, { done: false }],
    ],
    [
      'a reference to what is not there',
      { name: text, size: { type: 'integer', 'x-reference': 'users' }, code: text, empty: text },
      [],
      'size',
      2,
      [{ size: null }, { size: null }, { size: null }],
    ],
  ];
  it.each(cases)('%s', async (_title, properties, required, field, rows, after) => {
    bench.files.resource('tools', properties, { schema: { required } });
    const before = await bench.run('select * from tools order by id');
    const { steps, message } = await bench.refusal();
    expect(steps.map((step) => [step.resource, step.field, step.rows, step.loss])).toEqual([
      ['tools', field, rows, 'data'],
    ]);
    expect(message).toMatch(
      new RegExp(`tools\\.${field}: .*\\b${rows} record.*\n.*npm run schema -- apply --allow-loss`),
    );
    expect(await bench.run('select * from tools order by id')).toEqual(before);
    expect((await bench.plan()).steps).toContainEqual(steps[0]);
    await bench.sync(true);
    const columns = await bench.run(
      `select 1 from information_schema.columns where table_name = 'tools' and column_name = '${field}'`,
    );
    expect(columns).toHaveLength(field in properties ? 1 : 0);
    if (after.length > 0) expect(await bench.run(`select ${field} from tools order by id`)).toEqual(after);
    expect(await bench.plan()).toEqual({ steps: [] });
  });

  it('removing a resource', async () => {
    bench.files.without('tools');
    expect((await bench.refusal()).message).toContain('tools: Remove the resource "tools": 3 records would be lost');
    await bench.sync(true);
    expect(await bench.run(`select to_regclass('tools') as it`)).toEqual([{ it: null }]);
  });
});

describe('what cannot be is refused, even with loss allowed', () => {
  beforeEach(async () => {
    bench.files.resource('tools', { name: text, size: { type: 'integer' } });
    await bench.sync();
    await bench.run(`insert into tools (name, size) values ('saw', 1), ('saw', 2)`);
  });

  const cases: [string, Record<string, PropertySchema>, Record<string, unknown>, RegExp][] = [
    [
      'unique where two are equal',
      { name: { ...text, 'x-unique': true }, size: { type: 'integer' } },
      {},
      /unique: 2 records are equal/,
    ],
    [
      'a required reference without a value',
      { name: text, size: { type: 'integer' }, userId: { type: 'integer', 'x-reference': 'users' } },
      { required: ['userId'] },
      /Give it a default, or make it optional/,
    ],
    ['another kind of id', { name: text, size: { type: 'integer' } }, { 'x-id': 'uuid' }, /kind of id cannot change/],
  ];
  it.each(cases)('%s', async (_title, properties, schema, message) => {
    bench.files.resource('tools', properties, { schema });
    expect((await bench.refusal(true)).message).toMatch(message);
    expect(await bench.run('select name, size from tools order by id')).toEqual([
      { name: 'saw', size: 1 },
      { name: 'saw', size: 2 },
    ]);
  });

  it('a table or column of someone else', async () => {
    await bench.run('create table drills (id integer)');
    await bench.run('alter table tools add column weight integer');
    bench.files
      .resource('drills', { name: text })
      .resource('tools', { name: text, size: { type: 'integer' }, weight: { type: 'integer' } });
    expect((await bench.refusal(true)).message).toMatch(
      /table "drills" that Atrium did not make[^]*column "weight" that Atrium did not make/,
    );
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import { SchemaWorkbench } from './schema-workbench.ts';

let bench: SchemaWorkbench;

beforeEach(async () => {
  bench = await SchemaWorkbench.open();
});

afterEach(() => bench.close());

describe('a property with x-backfill', () => {
  const KIND: PropertySchema = { type: 'string', enum: ['hand', 'power'] };
  const toolId: PropertySchema = { type: 'integer', 'x-reference': 'tools' };
  const copied = (schema: PropertySchema, from: string): PropertySchema => ({
    ...schema,
    'x-backfill': { through: 'toolId', from },
  });
  const loans = (properties: Record<string, PropertySchema>, required: string[]) =>
    bench.files.resource('loans', { toolId, ...properties }, { schema: { required, 'x-append-only': true } });

  beforeEach(async () => {
    bench.files.resource('tools', { kind: KIND, boughtAt: { type: 'string', format: 'date-time' } });
    loans({}, ['toolId']);
    await bench.sync();
    await bench.run(`insert into tools (kind, "boughtAt") values ('hand', '2026-01-02T03:04:05Z'), ('power', null)`);
    await bench.run('insert into loans ("toolId") values (1), (2), (1)');
  });

  it('has the value of the referenced record in existing records, also where records are only added', async () => {
    loans({ kind: copied(KIND, 'kind'), at: copied({ type: 'string', format: 'date-time' }, 'boughtAt') }, [
      'toolId',
      'kind',
    ]);
    const { steps } = await bench.sync();
    expect(steps.map(({ loss }) => loss)).not.toContain('impossible');
    const bought = new Date('2026-01-02T03:04:05Z').getTime();
    const rows = await bench.run('select kind, extract(epoch from at)::integer as at from loans order by id');
    expect(rows).toEqual([
      { kind: 'hand', at: bought / 1_000 },
      { kind: 'power', at: null },
      { kind: 'hand', at: bought / 1_000 },
    ]);
    await expect(bench.run(`update loans set kind = 'power'`)).rejects.toMatchObject({ code: '42501' });
    await bench.run(`update tools set kind = 'power'`);
    await bench.run(`insert into loans ("toolId", kind) values (2, 'hand')`);
    expect((await bench.run('select kind from loans order by id')).map(({ kind }) => kind)).toEqual([
      'hand',
      'power',
      'hand',
      'hand',
    ]);
    await expect(bench.run('insert into loans ("toolId") values (2)')).rejects.toMatchObject({ code: '23502' });
    expect((await bench.plan()).steps).toEqual([]);
  });
});

describe('a text with x-contains', () => {
  const indexes = async () =>
    (await bench.run(`select indexdef from pg_indexes where tablename = 'tools' and indexdef like '%trgm%'`)).length;
  const declare = () => bench.files.resource('tools', { code: { type: 'string', maxLength: 60, 'x-contains': true } });

  it('has an index of its parts', async () => {
    declare();
    await bench.sync();
    expect(await indexes()).toBe(1);
    expect((await bench.plan()).steps).toEqual([]);
  });

  it('has none where the extension cannot be used', async () => {
    await bench.run('create schema elsewhere');
    await bench.run('create extension pg_trgm schema elsewhere');
    declare();
    await bench.sync();
    expect(await indexes()).toBe(0);
    expect((await bench.plan()).steps).toEqual([]);
    await bench.run('alter extension pg_trgm set schema public');
    expect((await bench.plan()).steps).toHaveLength(1);
  });
});

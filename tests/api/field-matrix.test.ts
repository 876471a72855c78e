import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../domain/declarations/actor.ts';
import { capabilitiesOf } from '../../domain/declarations/capabilities.ts';
import type { Field, Resource, Row } from '../../domain/declarations/model.ts';
import { canAccess, canAccessField } from '../../server/declarations/permission.ts';
import { ProblemError } from '../../server/platform/problem.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
let resources: Resource[];
let actors: Actor[];

beforeAll(async () => {
  t = await startTestApp();
  const { model } = t.services;
  resources = [...model.resources.values()].filter(({ config }) => !config.internal);
  const member = model.roles.find(({ implicit }) => implicit === 'member')?.name ?? '';
  const everyone = model.roles.find(({ implicit }) => implicit === 'public')?.name ?? '';
  const actor = (roles: string[], id: number | null): Actor => ({
    id,
    username: id === null ? null : 'someone',
    roles,
    capabilities: capabilitiesOf(model.roles, roles),
    groupIds: [],
    isKiosk: false,
    ip: null,
  });
  actors = [
    actor([everyone], null),
    ...model.roles.filter(({ name }) => name !== 'Administrator').map(({ name }) => actor([everyone, member, name], 1)),
  ];
});
afterAll(() => t.close());

async function refusal(work: Promise<unknown>): Promise<{ status: number; detail: string }> {
  const error = await work.then(
    () => new Error('It was not refused'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ProblemError)) throw error;
  return { status: error.problem.status, detail: error.problem.detail };
}

/** All uses that a caller can make of a field's name. */
function uses(actor: Actor, resource: Resource, field: string): [how: string, work: Promise<unknown>][] {
  const { engine } = t.services;
  const filters = [
    { [field]: 1 },
    { [`${field}_neq`]: 'x' },
    { [`${field}_null`]: true },
    { [`${field}_like`]: '%' },
    { _or: [{ _not: { [`${field}_in`]: [] } }] },
  ];
  return [
    ...filters.map((filter): [string, Promise<unknown>] => [
      JSON.stringify(filter),
      engine.list(actor, resource.name, { filter }),
    ]),
    ['sort', engine.list(actor, resource.name, { sort: [field, 'ASC'] })],
  ];
}

async function rowsOf(actor: Actor, resource: Resource): Promise<Row[]> {
  return (await t.services.engine.list(actor, resource.name, { range: [0, 99] })).rows;
}

test('a role can neither select, filter, sort nor export unreadable fields; the response is that for a field that does not exist', async () => {
  let tried = 0;
  for (const actor of actors) {
    for (const resource of resources) {
      const { resolver } = t.services.engine;
      const read = resolver.access(actor, resource, 'read');
      if (!canAccess(read)) {
        expect(await refusal(t.services.engine.list(actor, resource.name, {}))).toMatchObject({
          status: actor.id === null ? 401 : 403,
        });
        continue;
      }
      const denied = resource.fields.filter(({ name }) => !canAccessField(read, name)).map(({ name }) => name);
      const rows = await rowsOf(actor, resource);
      for (const row of rows) expect(Object.keys(row).filter((name) => denied.includes(name))).toEqual([]);
      for (const name of [...denied, 'noSuchField']) {
        for (const [how, work] of uses(actor, resource, name)) {
          expect(await refusal(work), `${actor.roles.join('+')} ${resource.name} ${how}`).toEqual({
            status: 400,
            detail: `There is no field "${name}".`,
          });
          tried += 1;
        }
        if (canAccess(resolver.access(actor, resource, 'export'))) {
          expect(await refusal(t.services.engine.export(actor, resource.name, {}, { only: [name] }))).toEqual({
            status: 400,
            detail: `There is no field "${name}".`,
          });
        }
      }
    }
  }
  expect(tried).toBeGreaterThan(500);
});

test('the history of a record shows changes of readable fields only', async () => {
  const { engine } = t.services;
  await engine.create(SYSTEM, 'permissions', rule('TransactionReader', 'centers', ['read', 'history'], ['name']), {
    command: true,
  });
  await t.services.permissions.refresh();
  const location = (await engine.list(SYSTEM, 'locations', {})).rows[0];
  const center = await engine.create(
    SYSTEM,
    'centers',
    sampleOf('centers', { name: 'Makeshop East', locationId: location?.['id'] ?? null }),
    { command: true },
  );
  await engine.update(SYSTEM, 'centers', Number(center['id']), { name: 'Makeshop West' }, { command: true });
  const reader: Actor = {
    id: 1,
    username: 'reader',
    roles: ['TransactionReader'],
    capabilities: [],
    groupIds: [],
    isKiosk: false,
    ip: null,
  };
  const { rows } = await engine.history.list(reader, 'centers', Number(center['id']));
  expect(rows.map(({ action, changes }) => [action, changes.map(({ field }) => field)])).toEqual([
    ['update', ['name']],
    ['create', ['name']],
  ]);
  expect(
    await refusal(engine.history.revert(reader, 'centers', Number(center['id']), { entryId: rows[0]?.id ?? 0 })),
  ).toMatchObject({ status: 403 });
});

test('full-text search finds nothing by a word in an unreadable field', async () => {
  const { engine, permissions } = t.services;
  await engine.create(SYSTEM, 'permissions', rule('TransactionReader', 'events', ['read'], ['title']), {
    command: true,
  });
  await permissions.refresh();
  const category = await engine.create(SYSTEM, 'categories', { name: 'Hidden words', active: true }, { command: true });
  await engine.create(
    SYSTEM,
    'events',
    {
      title: 'Openly titled',
      summary: 'Secretly zirconium',
      categoryId: category['id'] ?? null,
      defaultMinutes: 60,
      defaultCapacity: 1,
      active: true,
    },
    { command: true },
  );
  const reader: Actor = {
    id: 1,
    username: 'reader',
    roles: ['TransactionReader'],
    capabilities: [],
    groupIds: [],
    isKiosk: false,
    ip: null,
  };
  expect((await engine.list(SYSTEM, 'events', { filter: { q: 'zircon' } })).total).toBe(1);
  expect((await engine.list(reader, 'events', { filter: { q: 'zircon' } })).total).toBe(0);
  expect((await engine.list(reader, 'events', { filter: { q: 'open titled' } })).total).toBe(1);
});

test('a field that is granted in some rows is null in the others, and filters and sorts as null there', async () => {
  const { engine, permissions } = t.services;
  await engine.create(SYSTEM, 'permissions', rule('TransactionReader', 'categories', ['read'], ['name']), {
    command: true,
  });
  await engine.create(
    SYSTEM,
    'permissions',
    rule('TransactionReader', 'categories', ['read'], ['description'], { active: true }),
    { command: true },
  );
  await permissions.refresh();
  await engine.create(SYSTEM, 'categories', { name: 'Shown', description: 'quartz', active: true }, { command: true });
  await engine.create(
    SYSTEM,
    'categories',
    { name: 'Veiled', description: 'quartz', active: false },
    { command: true },
  );
  const reader: Actor = {
    id: 1,
    username: 'reader',
    roles: ['TransactionReader'],
    capabilities: [],
    groupIds: [],
    isKiosk: false,
    ip: null,
  };
  const names = async (filter: object): Promise<unknown[]> =>
    (await engine.list(reader, 'categories', { filter, sort: ['name', 'ASC'] })).rows.map(({ name }) => name);
  expect(await names({ description: 'quartz' })).toEqual(['Shown']);
  expect(await names({ q: 'quartz' })).toEqual(['Shown']);
  expect(await names({ name_in: ['Shown', 'Veiled'], description_null: true })).toEqual(['Veiled']);
  expect(await names({ name_in: ['Shown', 'Veiled'], description_like: 'quartz' })).toEqual(['Shown']);
});

function rule(
  role: string,
  resource: string,
  actions: string[],
  readFields: string[],
  condition: Row | null = null,
): Row {
  return { role, resource, actions, readFields, writeFields: [], condition };
}

/** A row that the schema accepts: the required fields with their smallest values. */
function sampleOf(name: string, given: Row): Row {
  const fields: Field[] = t.services.model.resources.get(name)?.fields ?? [];
  const missing = fields.filter(
    (field) => field.required && !field.engine && field.schema.default === undefined && given[field.name] === undefined,
  );
  const value = ({ schema, options }: Field) =>
    options?.[0]?.value ??
    (schema.type === 'boolean' ? true : schema.type === 'string' ? 'sample' : (schema.minimum ?? 1));
  return { ...Object.fromEntries(missing.map((field) => [field.name, value(field)])), ...given };
}

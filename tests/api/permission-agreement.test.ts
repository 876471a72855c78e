import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../domain/declarations/actor.ts';
import { holds, parseFilter, parseRule, resolveVariables } from '../../domain/declarations/condition.ts';
import { Variables } from '../../domain/declarations/condition-variables.ts';
import { fieldsOf } from '../../domain/declarations/fields.ts';
import type { Json } from '../../domain/values/json.ts';
import type { Resource, Row } from '../../domain/declarations/model.ts';
import type { ResourceConfig } from '../../domain/declarations/resource-config.ts';
import type { PropertySchema, ResourceSchema } from '../../domain/declarations/schemas.ts';
import { accessTo, type Rule } from '../../server/declarations/permission.ts';
import { fieldColumn, conditionSql } from '../../server/resources/condition-sql.ts';
import { View } from '../../server/resources/view.ts';
import { startTestApp, type TestApp } from './support.ts';

const PROPERTIES: Record<string, PropertySchema> = {
  whole: { type: 'integer' },
  real: { type: 'number' },
  name: { type: 'string' },
  flag: { type: 'boolean' },
  day: { type: 'string', format: 'date' },
  at: { type: 'string', format: 'date-time' },
  clock: { type: 'string', format: 'time' },
  kind: { type: 'string', enum: ['a', 'b', 'c'] },
  owner: { type: 'integer', 'x-reference': 'users' },
  tags: { type: 'array', items: { type: 'string' } },
  ownerIds: { type: 'array', items: { type: 'integer', 'x-reference': 'users' } },
};

const VALUES: Record<string, readonly Json[]> = {
  whole: [-1, 0, 1, 2, 9007199254740991],
  real: [-0.5, 0, 0.1, 1e300],
  name: ['', 'a', 'A', 'É', 'é', 'x%', 'a_b', 'a\\b', 'ΑΣ', "o'b", 'x$1'],
  flag: [true, false],
  day: ['2026-02-28', '2026-03-29', '0001-01-01', '9999-12-31'],
  at: ['2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00.000Z', '1969-12-31T23:59:59.001Z'],
  clock: ['00:00', '09:30', '09:30:15', '23:59'],
  kind: ['a', 'b', 'c'],
  owner: [1, 2, 3],
  tags: ['x', 'y', 'É', '"'],
  ownerIds: [1, 2, 3],
};
const LISTS = new Set(['tags', 'ownerIds']);
const ORDERED = ['whole', 'real', 'day', 'at', 'clock', 'owner'];
const NAMES = Object.keys(PROPERTIES);
const actor: Actor = {
  id: 2,
  username: 'a',
  roles: ['x', 'R'],
  capabilities: [],
  groupIds: [1, 3],
  isKiosk: false,
  ip: null,
};

const resource: Resource = (() => {
  const schema: ResourceSchema = {
    title: 'Probe',
    type: 'object',
    additionalProperties: false,
    properties: PROPERTIES,
  };
  const config: ResourceConfig = {
    label: 'Probes',
    icon: 'table',
    path: '/admin/probes',
    represent: '{name}',
    form: [],
    rules: [],
    count: 'exact',
    commandFields: [],
    softDelete: false,
    cached: false,
    list: { columns: [], filters: [], sort: ['id', 'ASC'], pageSize: 25 },
    writes: { create: true, update: true, delete: true },
    internal: false,
    menu: null,
  };
  return { name: 'probes', schema, config, idKind: 'integer', fields: fieldsOf(schema, config), actions: [] };
})();
const fieldNamed = (name: string) => resource.fields.find((field) => field.name === name);

const valueFor = (name: string) => fc.constantFrom(...(VALUES[name] ?? []));
const comparison: fc.Arbitrary<Record<string, Json>> = fc.constantFrom(...NAMES).chain((name) => {
  const one = valueFor(name).map((value): Json => value);
  const several = fc.array(one, { maxLength: 3 }).map((values): Json => values);
  const options: fc.Arbitrary<[string, Json]>[] = [
    one.map((value) => [name, value]),
    several.map((values) => [name, values]),
    one.map((value) => [`${name}_neq`, value]),
    several.map((values) => [`${name}_in`, values]),
    several.map((values) => [`${name}_nin`, values]),
    fc.boolean().map((value) => [`${name}_null`, value]),
    fc.constant([name, null]),
    fc.constant([`${name}_neq`, null]),
  ];
  if (ORDERED.includes(name))
    options.push(
      fc
        .tuple(fc.constantFrom('lt', 'lte', 'gt', 'gte'), one)
        .map(([operator, value]) => [`${name}_${operator}`, value]),
    );
  if (name === 'name')
    options.push(
      fc.constantFrom('', 'a', 'A%', '%B', 'é', '_', '\\', 'a%b', 'ας', '%').map((value) => [`${name}_like`, value]),
    );
  return fc.oneof(...options).map(([key, value]) => ({ [key]: value }));
});
const withVariable: fc.Arbitrary<Record<string, Json>> = fc.constantFrom<Record<string, Json>>(
  { owner: '$user.id' },
  { owner_neq: '$user.id' },
  { owner: '$user.groupIds' },
  { ownerIds: '$user.id' },
  { ownerIds_nin: ['$user.groupIds'] },
  { owner_nin: '$user.groupIds' },
  { tags: '$user.roles' },
  { name: '$user.username' },
  { at_lt: '$now' },
  { day_gte: '$now' },
  { owner_in: ['$user.groupIds', 2] },
);
const condition: fc.Arbitrary<Record<string, Json>> = fc.letrec<{ node: Record<string, Json> }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    comparison,
    withVariable,
    fc.array(tie('node'), { maxLength: 3 }).map((parts) => ({ _and: parts })),
    fc.array(tie('node'), { maxLength: 3 }).map((parts) => ({ _or: parts })),
    tie('node').map((part) => ({ _not: part })),
  ),
})).node;
const row: fc.Arbitrary<Row> = fc.record(
  Object.fromEntries(
    NAMES.map((name) => [
      name,
      fc.option<Json>(LISTS.has(name) ? fc.uniqueArray(valueFor(name), { maxLength: 3 }) : valueFor(name), { freq: 4 }),
    ]),
  ),
);

let t: TestApp;
let rows: Row[];

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  await sql`create table "probes" ("id" bigint primary key generated always as identity, "version" integer default 1, "createdAt" timestamptz default atrium_now(),
    "createdById" bigint, "updatedAt" timestamptz default atrium_now(), "updatedById" bigint, "whole" bigint, "real" double precision, "name" text, "flag" boolean,
    "day" date, "at" timestamptz, "clock" text, "kind" text, "owner" bigint, "tags" jsonb, "ownerIds" jsonb)`.execute(
    db,
  );
  for (const one of fc.sample(row, { numRuns: 150, seed: 7 })) {
    const values = NAMES.map((name) =>
      LISTS.has(name) && one[name] ? sql`${JSON.stringify(one[name])}::jsonb` : sql`${one[name]}`,
    );
    await sql`insert into "probes" (${sql.join(NAMES.map((name) => sql.id(name)))}) values (${sql.join(values)})`.execute(
      db,
    );
  }
  rows = (await sql<Row>`select ${sql.join(resource.fields.map(fieldColumn))} from "probes" order by "id"`.execute(db))
    .rows;
});
afterAll(() => t.close());

const variables = (): Variables => new Variables(actor, new Date('2026-03-29T01:00:00.000Z'), 'America/New_York');

async function idsBySql(where: ReturnType<typeof conditionSql>): Promise<unknown[]> {
  const found = await sql<{ id: number }>`select "id" from "probes" where ${where} order by "id"`.execute(
    t.services.db,
  );
  return found.rows.map(({ id }) => id);
}

test('a rule reaches the same rows in SQL and in memory', async () => {
  await fc.assert(
    fc.asyncProperty(condition, async (rule) => {
      const resolved = resolveVariables(parseRule(rule, fieldNamed), variables());
      expect(await idsBySql(conditionSql(resolved, fieldColumn))).toEqual(
        rows.filter((one) => holds(resolved, one)).map(({ id }) => id),
      );
    }),
    { numRuns: 400 },
  );
});

test('a condition or its negation holds for every row, never both', async () => {
  await fc.assert(
    fc.asyncProperty(comparison, async (filter) => {
      const parsed = parseFilter(filter, fieldNamed);
      const [yes, no] = [
        await idsBySql(conditionSql(parsed, fieldColumn)),
        await idsBySql(conditionSql({ not: parsed }, fieldColumn)),
      ];
      expect([...yes, ...no].toSorted((a, b) => Number(a) - Number(b))).toEqual(rows.map(({ id }) => id));
    }),
    { numRuns: 150 },
  );
});

test('a union of rules shows the same rows, fields and values in SQL and in memory', async () => {
  const rule: fc.Arbitrary<Rule> = fc.record({
    role: fc.constantFrom('R', 'other'),
    resource: fc.constantFrom('probes', '*'),
    actions: fc.constantFrom<Rule['actions']>(['read'], ['read', 'update'], ['update']),
    readFields: fc.oneof(fc.constant<string[]>(['*']), fc.subarray(NAMES)),
    writeFields: fc.constant<string[]>([]),
    condition: fc.option(condition, { nil: null }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(rule, { minLength: 1, maxLength: 4 }), async (rules) => {
      const view = new View(resource, accessTo(rules, actor, resource, 'read', variables()), t.services.model.site);
      const shown =
        view.fields.length === 0
          ? []
          : (
              await sql<Row>`select ${view.select(view.fields)} from "probes"
      where ${view.where({ all: [] })} order by "probes"."id"`.execute(t.services.db)
            ).rows;
      expect(shown).toEqual(rows.filter((one) => view.canRead(one)).map((one) => view.project(one)));
    }),
    { numRuns: 200 },
  );
});

test('a filter sees only what its caller can read', async () => {
  await fc.assert(
    fc.asyncProperty(comparison, condition, async (filter, when) => {
      const rules: Rule[] = [
        { role: 'R', resource: 'probes', actions: ['read'], readFields: [], writeFields: [], condition: null },
        { role: 'R', resource: 'probes', actions: ['read'], readFields: ['*'], writeFields: [], condition: when },
      ];
      const view = new View(resource, accessTo(rules, actor, resource, 'read', variables()), t.services.model.site);
      fc.pre(view.fields.length > 2);
      const parsed = parseFilter(filter, view.fieldOf);
      const found = await idsBySql(view.where(parsed));
      expect(found).toEqual(rows.filter((one) => holds(parsed, view.project(one))).map(({ id }) => id));
    }),
    { numRuns: 200 },
  );
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClientModel } from '../../domain/declarations/client-model.ts';
import { SYSTEM } from '../../domain/declarations/actor.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let cookie: string;
let groupId: number;
let made = 0;
beforeAll(async () => {
  t = await startTestApp();
  cookie = await t.loginAs('administrator');
  groupId = (await t.services.engine.create(SYSTEM, 'groups', { name: 'Members', active: true, roles: [] })).id;
});
afterAll(() => t.close());

const FAULT = { endsOn: 'Must not be before the first day' };
const BACKWARD = { startsOn: '2026-05-05', endsOn: '2026-05-04' };

const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, payload?: object) =>
  t.app.inject({ method, url: `/api/${path}`, headers: { cookie }, ...(payload ? { payload } : {}) });

async function discount(values: object = {}): Promise<number> {
  const answer = await call('POST', 'discounts', {
    name: `A ${++made}`,
    groupId,
    percent: 5,
    startsOn: '2026-05-01',
    ...values,
  });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ id: number }>().id;
}

test('a rule across fields refuses to create and to change a record, by its own message', async () => {
  const created = await call('POST', 'discounts', { name: 'B', groupId, percent: 5, ...BACKWARD });
  expect(expectProblem(created).errors).toEqual(FAULT);
  const id = await discount({ endsOn: '2026-05-09' });
  expect(expectProblem(await call('PUT', `discounts/${id}`, { startsOn: '2026-05-10' })).errors).toEqual(FAULT);
  expect((await call('PUT', `discounts/${id}`, { startsOn: '2026-05-10', endsOn: '2026-05-10' })).statusCode).toBe(200);
});

test('it refuses a change of many records where one of them would break it, and changes none', async () => {
  const ids = [await discount(), await discount({ startsOn: '2026-06-01' })];
  const answer = await call('PATCH', 'discounts', { ids, data: { endsOn: '2026-05-09' } });
  expect(expectProblem(answer).errors).toEqual(FAULT);
  expect((await call('GET', `discounts/${ids[0]}`)).json()).toMatchObject({ endsOn: null, version: 1 });
});

test('it holds for commands, jobs and the seed, too', async () => {
  const values = { name: 'C', groupId, percent: 5, ...BACKWARD };
  const { engine } = t.services;
  const refused = { problem: { status: 400, errors: FAULT } };
  await expect(engine.create(SYSTEM, 'discounts', values)).rejects.toMatchObject(refused);
  await expect(engine.transaction((tx) => engine.createMany(tx, SYSTEM, 'discounts', [values]))).rejects.toMatchObject(
    refused,
  );
});

test('a record that broke it before it was declared can be changed otherwise', async () => {
  const id = await discount();
  await sql`update "discounts" set "endsOn" = '2026-04-01' where "id" = ${id}`.execute(t.services.db);
  expect((await call('PUT', `discounts/${id}`, { percent: 6 })).statusCode).toBe(200);
  expect(expectProblem(await call('PUT', `discounts/${id}`, { endsOn: '2026-04-02' })).errors).toEqual(FAULT);
});

test('forms receive the rules whose fields the caller can read', async () => {
  const { resources } = (await call('GET', 'model')).json<ClientModel>();
  const rulesOf = (name: string) => resources.find((resource) => resource.name === name)?.config.rules;
  expect(rulesOf('discounts')?.[0]).toEqual({
    field: 'endsOn',
    when: { endsOn_lt: '$record.startsOn' },
    message: 'Must not be before the first day',
  });
  // Of its calendar.
  expect(rulesOf('hoursExceptions')?.at(-1)).toEqual({
    field: 'endsOn',
    when: { endsOn_lt: '$record.startsOn' },
    message: 'Must not be before the first day',
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageUrl } from '../../domain/values/images.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { copiedDeclarations, type Declarations } from '../factories/declarations.ts';
import { PLACE_VARIANTS } from '../factories/place-variants.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp } from './support.ts';

let declarations: Declarations;
let t: TestApp;
let cookie: string;

beforeAll(async () => {
  declarations = copiedDeclarations()
    .resource('parts', {
      name: { type: 'string', maxLength: 40 },
      partOfId: { type: 'integer', 'x-reference': 'parts', 'x-on-delete': 'cascade' },
      firstPartOfId: { type: 'integer', 'x-reference': 'parts', 'x-on-delete': 'cascade' },
      boxId: { type: 'integer', 'x-reference': 'boxes', 'x-on-delete': 'cascade' },
    })
    .resource('lessons', {
      name: { type: 'string', maxLength: 40 },
      place: PLACE_VARIANTS,
    })
    .resource(
      'boxes',
      { ofId: { type: 'integer', 'x-reference': 'parts', 'x-on-delete': 'cascade' } },
      { config: { softDelete: true } },
    )
    .resource('posters', {
      name: { type: 'string', maxLength: 40 },
      pictures: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          properties: {
            picture: { type: 'string', format: 'image' },
            caption: { type: 'string', maxLength: 40 },
            text: { type: 'string', format: 'html', maxLength: 400 },
          },
        },
      },
    })
    .resource(
      'tokens',
      {
        nextId: { type: 'string', 'x-reference': 'tokens' },
        kinIds: { type: 'array', items: { type: 'string', 'x-reference': 'tokens' } },
        price: { type: 'number', multipleOf: 0.01 },
        at: { type: 'string', format: 'date-time' },
      },
      { schema: { 'x-id': 'uuid' } },
    );
  t = await startTestApp({ root: declarations.root });
  await syncSchema(t.services.db, t.services.model);
  cookie = await t.loginAs('administrator');
});
afterAll(async () => {
  await t.close();
  declarations.remove();
});

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
): Promise<{ status: number; body: Row }> {
  const answer = await t.app.inject({
    method,
    url: `/api/${path}`,
    headers: { cookie },
    ...(payload ? { payload } : {}),
  });
  if (answer.statusCode >= 400) expectProblem(answer);
  return { status: answer.statusCode, body: answer.json<Row>() };
}

async function made(resource: string, data: Row): Promise<Row> {
  const { status, body } = await call('POST', resource, data);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

const status = async (path: string): Promise<number> => (await call('GET', path)).status;

test('a record that belongs to itself is deleted', async () => {
  const { id } = await made('parts', { name: 'Own part' });
  await call('PUT', `parts/${id}`, { partOfId: id ?? null });
  expect((await call('DELETE', `parts/${id}`)).status).toBe(200);
  expect(await status(`parts/${id}`)).toBe(404);
});

test('records that belong to each other in a ring are deleted together, over resources and kinds of deletion', async () => {
  const first = await made('parts', { name: 'First' });
  const second = await made('parts', { name: 'Second', partOfId: first['id'] ?? null });
  const box = await made('boxes', { ofId: second['id'] ?? null });
  await call('PUT', `parts/${first['id']}`, { boxId: box['id'] ?? null });
  expect((await call('DELETE', `boxes/${box['id']}`)).status).toBe(200);
  expect(
    await Promise.all([status(`parts/${first['id']}`), status(`parts/${second['id']}`), status(`boxes/${box['id']}`)]),
  ).toEqual([404, 404, 404]);
});

test('a record that goes with two others that go is deleted once', async () => {
  const whole = await made('parts', { name: 'Whole' });
  const half = await made('parts', { name: 'Half', partOfId: whole['id'] ?? null });
  const screw = await made('parts', {
    name: 'Screw',
    partOfId: whole['id'] ?? null,
    firstPartOfId: half['id'] ?? null,
  });
  expect((await call('DELETE', `parts/${whole['id']}`)).status).toBe(200);
  expect(await status(`parts/${screw['id']}`)).toBe(404);
  const answer = await t.app.inject({
    url: `/api/parts?filter=${JSON.stringify({ id: [whole['id'], half['id'], screw['id']] })}`,
    headers: { cookie },
  });
  expect(answer.json()).toEqual([]);
});

test('a reference that cannot be an id is refused on its field', async () => {
  for (const bad of ['nothing', '', '0000', "' or 1=1"]) {
    if (bad !== '') expect((await call('POST', 'tokens', { nextId: bad })).body['errors']).toHaveProperty('nextId');
    expect((await call('POST', 'tokens', { kinIds: [bad] })).body['errors']).toHaveProperty('kinIds');
  }
});

test('a record that only it refers to is deleted', async () => {
  const { id } = await made('tokens', {});
  await call('PUT', `tokens/${id}`, { nextId: id ?? null, kinIds: [id ?? null] });
  const other = await made('tokens', { nextId: id ?? null });
  expect((await call('DELETE', `tokens/${id}`)).body['detail']).toContain('tokens: 1');
  expect((await call('DELETE', `tokens/${other['id']}`)).status).toBe(200);
  expect((await call('DELETE', `tokens/${id}`)).status).toBe(200);
});

test('ids in capitals name the same records, also in lists', async () => {
  const one = await made('tokens', {});
  const big = String(one['id']).toUpperCase();
  const two = await made('tokens', { nextId: big, kinIds: [big] });
  expect(two).toMatchObject({ nextId: one['id'], kinIds: [one['id']] });
  expect((await call('DELETE', `tokens/${one['id']}`)).status).toBe(409);
});

test('decimal steps take every multiple', async () => {
  for (const price of [0.07, 1.1, 4.35, 1234.56, 0.29])
    expect(await made('tokens', { price })).toMatchObject({ price });
  expect((await call('POST', 'tokens', { price: 0.075 })).body['errors']).toEqual({
    price: 'Must be a multiple of 0.01',
  });
});

test('a day alone is no moment', async () => {
  expect((await call('POST', 'tokens', { at: '2026-03-01' })).body['errors']).toEqual({
    at: 'Please enter a valid date and time',
  });
  expect(await made('tokens', { at: '2026-03-01T01:00:00+02:00' })).toMatchObject({ at: '2026-02-28T23:00:00.000Z' });
});

test('an object has one of its forms, and nothing of another one', async () => {
  const room = { kind: 'room', room: 'B12' };
  const { id } = await made('lessons', { name: 'Welding', place: room });
  expect((await call('GET', `lessons/${id}`)).body).toMatchObject({ place: room });
  const faultOf = async (place: object) => {
    const { status, body } = await call('POST', 'lessons', { name: 'Welding', place });
    expect(status).toBe(400);
    return body['errors'];
  };
  expect(await faultOf({ ...room, address: 'https://meet.example' })).toEqual({
    place: 'Contains an unknown entry',
  });
  expect(await faultOf({ kind: 'online' })).toEqual({ place: 'Address is required' });
  expect(await faultOf({ kind: 'moon' })).toEqual({ place: 'Must match one of the allowed forms' });
  expect(await faultOf({ room: 'B12' })).toEqual({ place: 'Must match one of the allowed forms' });
  const csv = await t.app.inject({ url: '/api/lessons/export', headers: { cookie } });
  expect(csv.body).toContain('""kind"":""room"",""room"":""B12""');
});

test('a picture within a list of parts must exist', async () => {
  const { file } = await makeRow(t.services, 'images');
  const posters = [{ picture: file ?? null }, { picture: '00000000000000000000-640x480.webp' }];
  const { status, body } = await call('POST', 'posters', { name: 'Lost', pictures: posters });
  expect([status, body['errors']]).toEqual([400, { pictures: 'Entry 2: picture: There is no such image' }]);
});

test('values within a list of parts are stored as elsewhere: HTML without scripts, a picture by its name', async () => {
  const { file } = await makeRow(t.services, 'images');
  const text = '<p onclick="x()">Come<script>x()</script></p>';
  const poster = await made('posters', {
    name: 'Clean',
    pictures: [{ picture: imageUrl(String(file)), text }],
  });
  expect(poster['pictures']).toEqual([{ picture: file, text: '<p>Come</p>' }]);
});

test('a picture within a list of parts is in use', async () => {
  const { id, file } = await makeRow(t.services, 'images');
  await made('posters', { name: 'Open day', pictures: [{ picture: file ?? null, caption: 'Outside' }] });
  const { status, body } = await call('DELETE', `images/${String(id)}`);
  expect(status).toBe(409);
  expect(body['detail']).toContain('posters: Open day');
});

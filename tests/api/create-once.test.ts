import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { runHousekeeping } from '../../server/feature.ts';
import { FEATURES } from '../../server/features/index.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let keeper: TestUser;
let other: TestUser;
let locationId: number;

beforeAll(async () => {
  t = await startTestApp();
  keeper = await t.createUser({ roles: ['Administrator'] });
  other = await t.createUser({ roles: ['Administrator'] });
  locationId = Number((await makeRow(t.services, 'locations'))['id']);
});
afterAll(() => t.close());

const blockOf = (title: string): Row => ({
  title,
  kind: 'closed',
  locationId,
  startsAt: '2031-03-03T14:00:00.000Z',
  endsAt: '2031-03-03T15:00:00.000Z',
});
const create = (payload: Row, key: string, as = keeper) =>
  t.app.inject({ method: 'POST', url: '/api/blocks', headers: { cookie: as.cookie, 'idempotency-key': key }, payload });
async function made(title: string): Promise<number> {
  const { rows } = await sql`select 1 from "blocks" where "title" = ${title}`.execute(t.services.db);
  return rows.length;
}

describe('a row that is created with a key', () => {
  test('is made once, a repeated request is answered with it, and another body is refused', async () => {
    const [key, block] = [randomUUID(), blockOf('Once')];
    const first = await create(block, key);
    expect(first.statusCode).toBe(201);
    const again = await create(block, key);
    expect([again.statusCode, again.json(), again.headers['location'], again.headers['etag']]).toEqual([
      201,
      first.json(),
      first.headers['location'],
      first.headers['etag'],
    ]);
    expect(await made('Once')).toBe(1);
    expect(expectProblem(await create(blockOf('Twice'), key))).toMatchObject({
      status: 422,
      code: 'idempotency.key-reused',
    });
    expect(await made('Twice')).toBe(0);
  });

  test('is made once by calls that come at the same time', async () => {
    const [key, block] = [randomUUID(), blockOf('At once')];
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(block, key)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.json<Row>()['id'])).size).toBe(1);
    expect(await made('At once')).toBe(1);
  });

  test('is not the answer to another person, nor to another resource', async () => {
    const [key, block] = [randomUUID(), blockOf('Theirs')];
    const own = (await create(block, key)).json<Row>();
    const theirs = (await create(block, key, other)).json<Row>();
    expect(theirs).toMatchObject({ createdById: other.id });
    expect(theirs['id']).not.toBe(own['id']);
    const elsewhere = await t.app.inject({
      method: 'POST',
      url: '/api/groups',
      headers: { cookie: keeper.cookie, 'idempotency-key': key },
      payload: { name: 'Theirs' },
    });
    expect(elsewhere.json()).toMatchObject({ name: 'Theirs' });
  });

  test('leaves the key free when it is refused', async () => {
    const key = randomUUID();
    expect((await create({ ...blockOf('Backward'), endsAt: '2031-03-03T13:00:00.000Z' }, key)).statusCode).toBe(400);
    expect((await create(blockOf('Backward'), key)).statusCode).toBe(201);
  });

  test('stays deleted after a repeated call', async () => {
    const [key, block] = [randomUUID(), blockOf('Gone')];
    const { id } = (await create(block, key)).json<Row>();
    await t.app.inject({ method: 'DELETE', url: `/api/blocks/${String(id)}`, headers: { cookie: keeper.cookie } });
    expect((await create(block, key)).statusCode).toBe(404);
    expect(await made('Gone')).toBe(1);
  });

  test('can be created again with the key after seven days', async () => {
    const [key, block] = [randomUUID(), blockOf('Weekly')];
    await create(block, key);
    const nightAfter = async (days: number): Promise<void> => {
      await sql`update "idempotencyKeys" set "createdAt" = atrium_now() - make_interval(days => ${days}) where "key" = ${key}`.execute(
        t.services.db,
      );
      await runHousekeeping(FEATURES, t.services);
    };
    await nightAfter(6);
    await create(block, key);
    expect(await made('Weekly')).toBe(1);
    await nightAfter(8);
    await create(block, key);
    expect(await made('Weekly')).toBe(2);
  });

  test('needs a key of at least eight visible characters', async () => {
    expect((await create(blockOf('Short'), 'short')).statusCode).toBe(400);
  });
});

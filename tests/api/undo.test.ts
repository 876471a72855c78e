import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_ROWS } from '../../domain/declarations/list-query.ts';
import type { Row } from '../../domain/declarations/model.ts';
import type { Action } from '../../server/declarations/permission.ts';
import type { BulkAnswer, RowChange } from '../../domain/calls/row-parts.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { makeRow } from '../factories/any-row.ts';
import { copiedDeclarations } from '../factories/declarations.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

/** Undo of every kind of write, on resources with each way of deletion. */
const declarations = copiedDeclarations()
  .resource(
    'rooms',
    {
      name: { type: 'string', maxLength: 80, 'x-unique': true },
      secret: { type: 'string', maxLength: 80 },
      state: { type: 'string', maxLength: 80, default: 'open' },
      roomId: { type: 'integer', 'x-reference': 'rooms', 'x-on-delete': 'set-null' },
    },
    { schema: { required: ['name'] }, config: { commandFields: ['state'] } },
  )
  .resource('chairs', {
    roomId: { type: 'integer', 'x-reference': 'rooms', 'x-on-delete': 'cascade' },
    size: { type: 'integer' },
  })
  .resource('legs', { chairId: { type: 'integer', 'x-reference': 'chairs', 'x-on-delete': 'cascade' } })
  .resource('keptRooms', { name: { type: 'string', maxLength: 80 } }, { config: { softDelete: true } })
  .resource(
    'ledger',
    { name: { type: 'string', maxLength: 80 } },
    { config: { writes: { create: false, update: false, delete: false } } },
  );

let t: TestApp;
let admin: TestUser;
let keeper: TestUser;
let other: TestUser;

beforeAll(async () => {
  t = await startTestApp({ root: declarations.root });
  await syncSchema(t.services.db, t.services.model);
  const rule = (actions: Action[], fields: { readFields: string[]; writeFields: string[] }, role: string) =>
    t.services.engine.create(
      SYSTEM,
      'permissions',
      { role, resource: 'rooms', actions, ...fields, condition: null },
      { command: true },
    );
  const writing: Action[] = ['read', 'create', 'update', 'delete'];
  await rule(writing, { readFields: ['name', 'roomId'], writeFields: ['name', 'roomId'] }, 'StoreAdmin');
  await rule(writing, { readFields: ['*'], writeFields: ['*'] }, 'ClassScheduler');
  await rule(['read', 'delete'], { readFields: ['*'], writeFields: [] }, 'TransactionReader');
  await t.services.permissions.refresh();
  admin = await t.createUser({ roles: ['Administrator'] });
  keeper = await t.createUser({ roles: ['ClassScheduler'] });
  other = await t.createUser({ roles: ['StoreAdmin'] });
});
afterAll(async () => {
  await t.close();
  declarations.remove();
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

async function call(
  as: TestUser | null,
  method: Method,
  path: string,
  payload?: object,
): Promise<LightMyRequestResponse> {
  return t.app.inject({
    method,
    url: `/api/${path}`,
    headers: as ? { cookie: as.cookie } : {},
    ...(payload ? { payload } : {}),
  });
}

async function written(as: TestUser, method: Method, path: string, payload?: object): Promise<Row> {
  const answer = await call(as, method, path, payload);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<Row>();
}

const change = (resource: string, { id, version }: Row): RowChange => ({
  resource,
  id: Number(id),
  version: Number(version),
});
const undo = (as: TestUser | null, ...changes: RowChange[]): Promise<LightMyRequestResponse> =>
  call(as, 'POST', 'undo', { changes });
const read = async (resource: string, id: unknown): Promise<Row> =>
  (await call(admin, 'GET', `${resource}/${String(id)}`)).json<Row>();
async function undone(as: TestUser, ...changes: RowChange[]): Promise<RowChange[]> {
  const answer = await undo(as, ...changes);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ changes: RowChange[] }>().changes;
}

let count = 0;
const room = (as: TestUser, more: Row = {}): Promise<Row> =>
  written(as, 'POST', 'rooms', { name: `Room ${(count += 1)}`, ...more });

describe('an undo', () => {
  test('of an update brings back the values that it wrote, as a new audited write, and can be undone in turn', async () => {
    const row = await room(keeper, { secret: 'first' });
    const update = await written(keeper, 'PUT', `rooms/${row['id']}`, { secret: 'second' });
    const back = await undone(keeper, change('rooms', update));
    expect(back).toEqual([{ resource: 'rooms', id: row['id'], version: 3 }]);
    expect(await read('rooms', row['id'])).toMatchObject({
      secret: 'first',
      name: row['name'],
      version: 3,
      updatedById: keeper.id,
    });
    const { rows } = await sql<Row>`select "action", "actorName" from "auditEntries"
      where "resource" = 'rooms' and "recordId" = ${String(row['id'])} order by "id" desc limit 1`.execute(
      t.services.db,
    );
    expect(rows).toEqual([{ action: 'revert', actorName: keeper.username }]);
    await undone(keeper, ...back);
    expect(await read('rooms', row['id'])).toMatchObject({ secret: 'second', version: 4 });
  });

  test('brings values that follow from others back with them', async () => {
    const times = { startsAt: '2031-03-03T14:00:00.000Z', endsAt: '2031-03-03T15:00:00.000Z' };
    const block = await makeRow(t.services, 'blocks', { ...times, rule: 'FREQ=DAILY;COUNT=3' });
    const { overBy } = await read('blocks', block['id']);
    const moved = await written(admin, 'PUT', `blocks/${block['id']}`, {
      startsAt: '2031-03-04T14:00:00.000Z',
      endsAt: '2031-03-04T15:00:00.000Z',
    });
    expect(moved['overBy']).not.toBe(overBy);
    await undone(admin, change('blocks', moved));
    expect(await read('blocks', block['id'])).toMatchObject({ ...times, overBy });
  });

  test('of several writes to a row goes back before the first of them', async () => {
    const row = await room(keeper, { secret: 'first' });
    const one = await written(keeper, 'PUT', `rooms/${row['id']}`, { secret: 'second' });
    const two = await written(keeper, 'PUT', `rooms/${row['id']}`, {
      secret: 'third',
      name: `${String(row['name'])} b`,
    });
    await undone(keeper, change('rooms', two), change('rooms', one));
    expect(await read('rooms', row['id'])).toMatchObject({ secret: 'first', name: row['name'] });
  });

  test('of a create deletes the row, unless another one needs it by now', async () => {
    const row = await room(keeper);
    const chair = await written(admin, 'POST', 'chairs', { roomId: row['id']! });
    const refused = expectProblem(await undo(keeper, change('rooms', row)));
    expect(refused).toMatchObject({
      status: 409,
      detail: 'This can no longer be undone. It is already in use (chairs: 1).',
    });
    await written(admin, 'DELETE', `chairs/${chair['id']}`);
    const back = await undone(keeper, change('rooms', row));
    expect((await call(admin, 'GET', `rooms/${row['id']}`)).statusCode).toBe(404);
    await undone(keeper, ...back);
    expect(await read('rooms', row['id'])).toMatchObject({ name: row['name'] });
  });

  test.each(['rooms', 'keptRooms'])(
    'of a delete brings the row of %s back with its id, its author and its own state',
    async (resource) => {
      const row = await written(admin, 'POST', resource, { name: `Gone ${(count += 1)}` });
      if (resource === 'rooms')
        await t.services.engine.update(
          SYSTEM,
          'rooms' as string,
          Number(row['id']),
          { state: 'shut' },
          { command: true },
        );
      const before = await read(resource, row['id']);
      const deletion = await call(admin, 'DELETE', `${resource}/${row['id']}`);
      expect(deletion.headers['etag']).toBe(`"${Number(before['version']) + 1}"`);
      const deletedRow = deletion.json<Row>();
      expect(deletedRow['version']).toBe(Number(before['version']) + 1);
      const [back] = await undone(admin, change(resource, deletedRow));
      expect(back?.version).toBe(Number(before['version']) + 2);
      const { updatedAt: _, updatedById: __, ...same } = before;
      expect(await read(resource, row['id'])).toMatchObject({ ...same, version: back?.version });
    },
  );

  test('of a delete restores its dependents, at any depth, and leaves what has been written since', async () => {
    const row = await room(admin);
    const chair = await written(admin, 'POST', 'chairs', { roomId: row['id']!, size: 4 });
    const leg = await written(admin, 'POST', 'legs', { chairId: chair['id']! });
    const inner = await room(admin, { roomId: row['id']! });
    const moved = await room(admin, { roomId: row['id']! });
    const elsewhere = await room(admin);
    const deletedRow = await written(admin, 'DELETE', `rooms/${row['id']}`);
    await written(admin, 'PUT', `rooms/${moved['id']}`, { roomId: elsewhere['id']! });
    await undone(admin, change('rooms', deletedRow));
    expect(await read('chairs', chair['id'])).toMatchObject({ roomId: row['id'], size: 4 });
    expect(await read('legs', leg['id'])).toMatchObject({ chairId: chair['id'] });
    expect(await read('rooms', inner['id'])).toMatchObject({ roomId: row['id'] });
    expect(await read('rooms', moved['id'])).toMatchObject({ roomId: elsewhere['id'] });
  });

  test('of rows that refer to each other brings all of them back', async () => {
    const row = await room(admin);
    const chair = await written(admin, 'POST', 'chairs', { roomId: row['id']! });
    const deletedChair = await written(admin, 'DELETE', `chairs/${chair['id']}`);
    const deletedRoom = await written(admin, 'DELETE', `rooms/${row['id']}`);
    await undone(admin, change('chairs', deletedChair), change('rooms', deletedRoom));
    expect(await read('chairs', chair['id'])).toMatchObject({ roomId: row['id'] });
  });

  test('is refused when a reference of the row leads nowhere anymore', async () => {
    const row = await room(admin);
    const chair = await written(admin, 'POST', 'chairs', { roomId: row['id']! });
    const deletedRow = await written(admin, 'DELETE', `chairs/${chair['id']}`);
    await written(admin, 'DELETE', `rooms/${row['id']}`);
    expect(expectProblem(await undo(admin, change('chairs', deletedRow)))).toMatchObject({
      status: 409,
      detail: expect.stringContaining('Does not exist'),
    });
  });

  test('is refused when a unique value has been taken meanwhile', async () => {
    const row = await room(keeper);
    const deletedRow = await written(keeper, 'DELETE', `rooms/${row['id']}`);
    await room(keeper, { name: row['name']! });
    expect(expectProblem(await undo(keeper, change('rooms', deletedRow)))).toMatchObject({
      status: 409,
      errors: { name: 'This value is already used' },
    });
  });

  test('is refused with 412 and changes nothing, not even other rows, when one has been written since', async () => {
    const row = await room(keeper, { secret: 'a' });
    const one = await written(keeper, 'PUT', `rooms/${row['id']}`, { secret: 'b' });
    const another = await room(keeper, { secret: 'a' });
    const two = await written(keeper, 'PUT', `rooms/${another['id']}`, { secret: 'b' });
    await written(admin, 'PUT', `rooms/${row['id']}`, { secret: 'c' });
    const refused = expectProblem(await undo(keeper, change('rooms', one), change('rooms', two)));
    expect(refused).toMatchObject({ status: 412, current: { secret: 'c', version: 3 } });
    expect(await read('rooms', another['id'])).toMatchObject({ secret: 'b', version: 2 });
  });

  describe('of a write to many rows', () => {
    const several = async (as: TestUser, secrets: string[]) => {
      const rows: Row[] = [];
      for (const secret of secrets) rows.push(await room(as, { secret }));
      return rows;
    };
    const setAll = async (as: TestUser, rows: Row[], data: Row): Promise<RowChange[]> =>
      (await call(as, 'PATCH', 'rooms', { ids: rows.map(({ id }) => id), data })).json<BulkAnswer>().changes;
    const removeAll = async (as: TestUser, resource: string, rows: Row[]): Promise<RowChange[]> => {
      const filter = encodeURIComponent(JSON.stringify({ id: rows.map(({ id }) => id) }));
      return (await call(as, 'DELETE', `${resource}?filter=${filter}`)).json<BulkAnswer>().changes;
    };
    const secretsOf = (rows: Row[]) => Promise.all(rows.map(async ({ id }) => (await read('rooms', id))['secret']));

    test('gives each row its own value back, and names only those that were written', async () => {
      const rows = await several(keeper, ['a', 'b', 'same']);
      const changes = await setAll(keeper, rows, { secret: 'same' });
      expect(changes).toEqual(rows.slice(0, 2).map(({ id }) => ({ resource: 'rooms', id, version: 2 })));
      await undone(keeper, ...changes);
      expect(await secretsOf(rows)).toEqual(['a', 'b', 'same']);
    });

    test('restores all deleted rows and their dependents, with and without soft deletion', async () => {
      const rows = await several(admin, ['a', 'b']);
      const chair = await written(admin, 'POST', 'chairs', { roomId: rows[1]!['id']! });
      const changes = await removeAll(admin, 'rooms', rows);
      expect(changes).toEqual(rows.map(({ id }) => ({ resource: 'rooms', id, version: 2 })));
      await undone(admin, ...changes);
      expect(await secretsOf(rows)).toEqual(['a', 'b']);
      expect(await read('chairs', chair['id'])).toMatchObject({ roomId: rows[1]!['id'] });
      const createdRooms = await Promise.all(
        [1, 2].map((n) => written(admin, 'POST', 'keptRooms', { name: `Kept ${n}` })),
      );
      await undone(admin, ...(await removeAll(admin, 'keptRooms', createdRooms)));
      expect(await read('keptRooms', createdRooms[1]!['id'])).toMatchObject({ name: 'Kept 2', version: 3 });
    });

    test('undoes none of them when one has moved on, or is not theirs to write', async () => {
      const rows = await several(keeper, ['a', 'b', 'c']);
      const changes = await setAll(keeper, rows, { secret: 'same' });
      expect((await undo(other, ...changes)).statusCode).toBe(403);
      await written(admin, 'PUT', `rooms/${rows[1]!['id']}`, { secret: 'moved on' });
      expect((await undo(keeper, ...changes)).statusCode).toBe(412);
      expect(await secretsOf(rows)).toEqual(['same', 'moved on', 'same']);
    });

    test('takes more rows than are written at a time', async () => {
      const { rows } = await sql<{ id: number }>`insert into "rooms" ("name", "secret", "state")
        select 'Many ' || n, n::text, 'open' from generate_series(1, 250) n returning "id"`.execute(t.services.db);
      const changes = await setAll(keeper, rows, { secret: 'same' });
      expect(changes).toHaveLength(250);
      await undone(keeper, ...changes);
      expect(await read('rooms', rows[241]!.id)).toMatchObject({ secret: '242', version: 3 });
    });
  });

  test('is done once, also for concurrent calls', async () => {
    const row = await room(keeper, { secret: 'a' });
    const update = await written(keeper, 'PUT', `rooms/${row['id']}`, { secret: 'b' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => undo(keeper, change('rooms', update))));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412, 412, 412]);
    const deletedRow = await written(keeper, 'DELETE', `rooms/${row['id']}`);
    const deletions = await Promise.all(Array.from({ length: 5 }, () => undo(keeper, change('rooms', deletedRow))));
    expect(deletions.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412, 412, 412]);
  });
});

describe('no one undoes', () => {
  test('what someone else wrote, unless the history of it is theirs to read', async () => {
    const row = await room(admin, { name: `Admin’s ${(count += 1)}` });
    const update = await written(admin, 'PUT', `rooms/${row['id']}`, { name: `Admin’s ${(count += 1)}` });
    expect((await undo(keeper, change('rooms', update))).statusCode).toBe(403);
    const own = await written(keeper, 'PUT', `rooms/${row['id']}`, { secret: 'mine' });
    expect((await undo(admin, change('rooms', own))).statusCode).toBe(200);
  });

  test('a deletion without the right to create, or a row with fields that are not theirs to write', async () => {
    const deleter = await t.createUser({ roles: ['TransactionReader'] });
    const row = await room(keeper);
    const deletedRow = await written(deleter, 'DELETE', `rooms/${row['id']}`);
    expect((await undo(deleter, change('rooms', deletedRow))).statusCode).toBe(403);
    const hidden = await room(keeper, { secret: 'x' });
    const alsoDeleted = await written(other, 'DELETE', `rooms/${hidden['id']}`);
    const refused = await undo(other, change('rooms', alsoDeleted));
    expect(refused.statusCode).toBe(403);
    expect(refused.body).not.toContain('secret');
  });

  test('a write to a field that is no longer theirs', async () => {
    const row = await room(keeper, { secret: 'a' });
    const mine = await written(keeper, 'PUT', `rooms/${row['id']}`, { secret: 'b' });
    await t.services.engine.update(SYSTEM, 'users', keeper.id, { roles: ['StoreAdmin'] }, { command: true });
    try {
      const refused = await undo(keeper, change('rooms', mine));
      expect(refused.statusCode).toBe(403);
      expect(refused.body).not.toContain('secret');
    } finally {
      await t.services.engine.update(SYSTEM, 'users', keeper.id, { roles: ['ClassScheduler'] }, { command: true });
    }
  });

  test('what only commands write', async () => {
    const entry = await t.services.engine.create(SYSTEM, 'ledger' as string, { name: 'one' }, { command: true });
    const update = await t.services.engine.update(
      SYSTEM,
      'ledger' as string,
      Number(entry['id']),
      { name: 'two' },
      { command: true },
    );
    expect((await undo(admin, change('ledger', update))).statusCode).toBe(403);
    const row = await room(admin);
    const state = await t.services.engine.update(
      SYSTEM,
      'rooms' as string,
      Number(row['id']),
      { state: 'shut' },
      { command: true },
    );
    expect((await undo(admin, change('rooms', state))).statusCode).toBe(403);
  });

  test('what does not exist for them', async () => {
    const student = await t.createUser({ roles: ['Student'] });
    const row = await room(admin);
    expect((await undo(student, change('rooms', row))).statusCode).toBe(403);
    expect((await undo(null, change('rooms', row))).statusCode).toBe(401);
    for (const resource of ['sessions', 'nothing', '__proto__', 'auditEntries'])
      expect((await undo(admin, { resource, id: 1, version: 1 })).statusCode).toBe(404);
    for (const id of [999_999, 'x', "1' or '1'='1"])
      expect((await undo(admin, { resource: 'rooms', id, version: 1 })).statusCode).toBe(404);
  });

  test.each([
    {},
    { changes: [] },
    { changes: {} },
    { changes: [null] },
    { changes: [{ resource: 'rooms', id: 1 }] },
    { changes: [{ resource: 'rooms', id: 1, version: 0 }] },
    { changes: [{ resource: 'rooms', id: 1, version: '1' }] },
    { changes: [{ resource: 'rooms', id: 1, version: 1e12 }] },
    { changes: [{ resource: 'rooms', id: [1], version: 1 }] },
    { changes: [{ resource: ['rooms'], id: 1, version: 1 }] },
    { changes: [{ resource: 'rooms', id: 1, version: 1, values: { name: 'x' } }] },
    {
      changes: Array.from({ length: MAX_ROWS + 1 }, (_, index) => ({
        resource: 'rooms',
        id: index + 1,
        version: 1,
      })),
    },
  ])('anything with a body such as %j', async (body) => {
    expect(expectProblem(await call(admin, 'POST', 'undo', body)).status).toBe(400);
  });
});

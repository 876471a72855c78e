import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import type { RowChange } from '../../domain/calls/row-parts.ts';
import type { Tx } from '../../server/platform/database.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { makeRow } from '../factories/any-row.ts';
import { copiedDeclarations } from '../factories/declarations.ts';
import { callAs } from './event-support.ts';
import { untilWaiting } from './lock-support.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

const declarations = copiedDeclarations()
  .resource('shelves', { name: { type: 'string', maxLength: 80 } }, { config: { softDelete: true } })
  .resource(
    'books',
    {
      name: { type: 'string', maxLength: 80 },
      shelfId: { type: 'integer', title: 'Shelf', 'x-reference': 'shelves' },
      formerIds: {
        type: 'array',
        uniqueItems: true,
        items: { type: 'integer', 'x-reference': 'shelves' },
      },
    },
    { config: { softDelete: true } },
  );

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await startTestApp({ root: declarations.root });
  await syncSchema(t.services.db, t.services.model);
  admin = await t.createUser({ roles: ['Administrator'] });
});
afterAll(async () => {
  await t.close();
  declarations.remove();
});

type Answer = ReturnType<typeof callAs>;
const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): Answer =>
  callAs(t, admin, method, `/api/${path}`, payload);
const idOf = async (resource: string, given: Row = {}): Promise<number> =>
  Number((await makeRow(t.services, resource, given))['id']);

/** Does `work` in a transaction that is committed once the call waits for it. */
async function during(work: (tx: Tx) => Promise<unknown>, request: () => Answer): Answer {
  let answer: Answer | undefined;
  await t.services.engine.transaction(async (tx) => {
    await work(tx);
    answer = request();
    await untilWaiting(t.services.db);
  });
  return answer!;
}

const remove = (resource: string, id: number) => (tx: Tx) =>
  t.services.engine.remove(SYSTEM, resource, id, { tx, command: true });

interface Referring {
  name: string;
  resource: string;
  field: string;
  value: (shelfId: number) => Row;
}
const REFERRING: Referring[] = [
  { name: 'a reference', resource: 'books', field: 'shelfId', value: (shelfId) => ({ shelfId }) },
  { name: 'a list of references', resource: 'books', field: 'formerIds', value: (id) => ({ formerIds: [id] }) },
];

describe.each(REFERRING)('of $name', ({ resource, field, value }) => {
  test('a new row waits for the deletion of its target, and is refused', async () => {
    const shelfId = await idOf('shelves');
    const answer = await during(remove('shelves', shelfId), () => call('POST', resource, value(shelfId)));
    expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, [field]]);
  });

  test('a change waits for the deletion of its target, and is refused', async () => {
    const [shelfId, bookId] = [await idOf('shelves'), await idOf('books')];
    const answer = await during(remove('shelves', shelfId), () => call('PUT', `${resource}/${bookId}`, value(shelfId)));
    expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, [field]]);
  });

  test('a deletion waits for a new row that refers to it, and is refused', async () => {
    const shelfId = await idOf('shelves');
    const create = (tx: Tx) => t.services.engine.create(SYSTEM, resource, value(shelfId), { tx, command: true });
    const answer = await during(create, () => call('DELETE', `shelves/${shelfId}`));
    expect(answer.statusCode, answer.body).toBe(409);
  });
});

test('a session is not created for an event that is being deleted', async () => {
  const eventId = await idOf('events', { active: true });
  const values = {
    ...{ eventId, status: 'published', capacity: 5 },
    ...{ startsAt: '2099-04-30T16:00:00.000Z', endsAt: '2099-04-30T17:00:00.000Z' },
  };
  const answer = await during(remove('events', eventId), () =>
    call('POST', 'scheduling/sessions', {
      values,
      rule: null,
      exceptDates: [],
      isBookedAsWhole: false,
      overrideReason: null,
    }),
  );
  expect([answer.statusCode, answer.json<Row>()['errors']]).toEqual([400, { eventId: 'Does not exist' }]);
  const { rows } = await sql`select from "instances" where "eventId" = ${eventId}`.execute(t.services.db);
  expect(rows).toEqual([]);
});

describe('a deleted row', () => {
  let shelfId: number;
  let bookId: number;
  let changes: RowChange[];
  /** A book is deleted, then its shelf. */
  async function deleteBoth(): Promise<void> {
    shelfId = await idOf('shelves');
    bookId = await idOf('books', { shelfId });
    changes = [];
    for (const [resource, id] of [
      ['books', bookId],
      ['shelves', shelfId],
    ] as const) {
      const answer = await call('DELETE', `${resource}/${id}`);
      changes.push({ resource, id, version: Number(answer.json<Row>()['version']) });
    }
  }

  test('is not restored while what it refers to is deleted', async () => {
    await deleteBoth();
    const refused = await call('POST', `books/${bookId}/restore`);
    expect([refused.statusCode, refused.json<Row>()['errors']]).toEqual([400, { shelfId: 'Does not exist' }]);
    await call('POST', `shelves/${shelfId}/restore`);
    expect((await call('POST', `books/${bookId}/restore`)).statusCode).toBe(200);
  });

  test('is not restored by undo alone, but together with what it refers to', async () => {
    await deleteBoth();
    const refused = await call('POST', 'undo', { changes: changes.slice(0, 1) });
    expect(refused.statusCode).toBe(409);
    expect(refused.json<Row>()).toMatchObject({
      detail: 'This can no longer be undone. Shelf: Does not exist.',
      errors: { shelfId: 'Does not exist' },
    });
    expect((await call('POST', 'undo', { changes })).statusCode).toBe(200);
  });

  test('waits for the deletion of what it refers to, and is not restored', async () => {
    shelfId = await idOf('shelves');
    bookId = await idOf('books', { shelfId });
    await call('DELETE', `books/${bookId}`);
    const answer = await during(remove('shelves', shelfId), () => call('POST', `books/${bookId}/restore`));
    expect([answer.statusCode, answer.json<Row>()['errors']]).toEqual([400, { shelfId: 'Does not exist' }]);
  });

  test('has no value from its history that refers to a deleted row', async () => {
    const [former, current] = [await idOf('shelves'), await idOf('shelves')];
    bookId = await idOf('books', { shelfId: former });
    await call('PUT', `books/${bookId}`, { shelfId: current });
    await call('DELETE', `shelves/${former}`);
    const { rows } = await t.services.engine.history.list(SYSTEM, 'books', bookId);
    const refused = await call('POST', `books/${bookId}/revert`, { entryId: rows[0]?.id });
    expect([refused.statusCode, refused.json<Row>()['errors']]).toEqual([400, { shelfId: 'Does not exist' }]);
  });
});

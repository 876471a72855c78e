import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DuplicatePlan } from '../../domain/calls/rows.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.createUser({ roles: ['EventAdmin'] });
  categoryId = Number((await makeRow(t.services, 'categories')).id);
});
afterAll(() => t.close());

/** An event with two prerequisites, one of them an alternative, and one waiver. */
async function trainedEvent(): Promise<number> {
  const { id } = await makeRow(t.services, 'events', { title: 'Welding', active: true });
  const { id: required } = await makeRow(t.services, 'events', { title: 'Wood shop orientation' });
  const prerequisite = { eventId: id ?? 0, kind: 'eventAttended', requiredEventId: required ?? 0 };
  await makeRow(t.services, 'prerequisites', { ...prerequisite, validDays: 365, alternative: 'training' });
  await makeRow(t.services, 'prerequisites', { eventId: id ?? 0, kind: 'role', role: 'Staff', note: 'On duty' });
  await makeRow(t.services, 'waivers', { eventId: id ?? 0, kind: 'age', userId: admin.id, prerequisiteId: null });
  return Number(id);
}

const planOf = async (id: number, { cookie } = admin) =>
  t.app.inject({ url: `/api/events/${id}/duplicate`, headers: { cookie } });
const duplicate = (id: number, payload: Row, { cookie } = admin, key: string = randomUUID()) =>
  t.app.inject({
    method: 'POST',
    url: `/api/events/${id}/duplicate`,
    headers: { cookie, 'idempotency-key': key },
    payload,
  });
let categoryId: number;
const valuesOf = (id: number): Row => ({
  title: `Copy of ${id}`,
  categoryId,
  defaultMinutes: 90,
  defaultCapacity: 8,
  active: false,
});
const prerequisitesOf = async (eventId: unknown): Promise<Row[]> =>
  t.services.db
    .selectFrom('prerequisites')
    .selectAll()
    .where('eventId', '=', Number(eventId))
    .orderBy('id')
    .execute() as Promise<Row[]>;

test('an event is duplicated with its prerequisites, and what is left out is named beforehand', async () => {
  const id = await trainedEvent();
  expect((await planOf(id)).json<DuplicatePlan>()).toEqual({
    copied: [{ resource: 'prerequisites', field: 'eventId', total: 2 }],
    left: [{ resource: 'waivers', field: 'eventId', total: 1 }],
    leftFields: [],
    uniqueFields: [],
  });
  const answer = await duplicate(id, valuesOf(id));
  expect(answer.statusCode).toBe(201);
  const copy = answer.json<Row>();
  expect(answer.headers['location']).toBe(`/api/events/${String(copy['id'])}`);
  const rest = ({ eventId: _, id: __, createdById: ___, ...values }: Row): Row => ({
    ...values,
    createdAt: null,
    updatedAt: null,
    updatedById: null,
  });
  const [before, after] = [await prerequisitesOf(id), await prerequisitesOf(copy['id'])];
  expect(before).toHaveLength(2);
  expect(after.map(rest)).toEqual(before.map(rest));
  expect(after.map((row) => row['createdById'])).toEqual([admin.id, admin.id]);
});

test('a call that is sent again makes one duplicate; its key is not one of a creation', async () => {
  const id = await trainedEvent();
  const [key, values] = [randomUUID(), valuesOf(id)];
  const [first, again] = [await duplicate(id, values, admin, key), await duplicate(id, values, admin, key)];
  expect(again.json()).toEqual(first.json());
  expect(await prerequisitesOf(first.json<Row>()['id'])).toHaveLength(2);
});

test('parts that the caller cannot create are left out and listed', async () => {
  const id = await trainedEvent();
  const [editor, stranger] = [await t.createUser({ roles: ['Staff'] }), await t.createUser()];
  for (const [resource, actions] of Object.entries({
    ...{ categories: ['read'], events: ['read', 'create'], prerequisites: ['read'] },
  }))
    await makeRow(t.services, 'permissions', {
      ...{ role: 'Staff', resource, actions, readFields: ['*'], writeFields: ['*'], condition: null },
    });
  await t.services.permissions.refresh();
  expect((await planOf(id, editor)).json()).toMatchObject({
    copied: [],
    left: [{ resource: 'prerequisites', total: 2 }],
  });
  const copy = (await duplicate(id, valuesOf(id), editor)).json<Row>();
  expect(await prerequisitesOf(copy['id'])).toEqual([]);
  expect(expectProblem(await planOf(id, stranger)).status).toBe(403);
  expect(expectProblem(await duplicate(id, valuesOf(id), stranger)).status).toBe(403);
});

test('of an event that does not exist nothing is duplicated, and no event is left behind', async () => {
  expect(expectProblem(await planOf(999_999)).status).toBe(404);
  expect(expectProblem(await duplicate(999_999, { ...valuesOf(1), title: 'Orphan' })).status).toBe(404);
  const found = await t.services.db.selectFrom('events').select('id').where('title', '=', 'Orphan').execute();
  expect(found).toEqual([]);
});

test('a part that is refused leaves no duplicate behind', async () => {
  const id = await trainedEvent();
  // Written when the rule was another one.
  await t.services.db.updateTable('prerequisites').set({ requiredEventId: null }).where('eventId', '=', id).execute();
  const problem = expectProblem(await duplicate(id, { ...valuesOf(id), title: 'Half' }));
  expect([problem.status, problem.detail]).toEqual([409, expect.stringContaining('Prerequisites could not be copied')]);
  expect(await t.services.db.selectFrom('events').select('id').where('title', '=', 'Half').execute()).toEqual([]);
});

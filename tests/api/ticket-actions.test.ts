import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AddedAtDoor } from '../../domain/calls/door.ts';
import type { ActionAnswer, ActionPlan } from '../../domain/calls/action-parts.ts';
import type { AvailableActions } from '../../domain/calls/rows.ts';
import { callAs, DAY, HOUR, isoAhead, makeDoorSession, MORNING, runTicketAction } from './event-support.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let people: [TestUser, TestUser, TestUser];
let staff: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo(MORNING);
  const student = () => t.createUser({ roles: ['Student'] });
  people = [await student(), await student(), await student()];
  staff = await t.createUser({ roles: ['EventProcessor'] });
});
afterAll(() => t.close());

const session = (instance: object = {}) => makeDoorSession(t, { instance: { capacity: 3, ...instance } });
async function seat(id: number, { id: userId }: TestUser, to = 'confirmed'): Promise<number> {
  const answer = await callAs(t, staff, 'POST', `/api/events/door/${id}/tickets`, { userId, to });
  return answer.json<AddedAtDoor>().ticketId;
}
const act = (action: string, body: object, user = staff) =>
  callAs(t, user, 'POST', `/api/tickets/actions/${action}`, body);
const plan = async (action: string, ids: number[]) => (await act(`${action}/plan`, { ids })).json<ActionPlan>();
const statuses = async (ids: number[]) =>
  Promise.all(ids.map(async (id) => (await t.services.engine.get(SYSTEM, 'tickets', id)).status));
const counts = async (id: number) => {
  const { confirmed, waiting } = await t.services.engine.get(SYSTEM, 'instances', id);
  return [confirmed, waiting];
};
const available = async (ids: number[]): Promise<Record<string, unknown>> => {
  const found = await callAs(t, staff, 'GET', `/api/tickets/actions?ids=${JSON.stringify(ids)}`);
  const actions = Object.entries(found.json<AvailableActions>()).filter(([, open]) => open.length > 0);
  return Object.fromEntries(actions);
};

test('tickets of several sessions are marked together, and an undo gives each its earlier status and seat', async () => {
  const [one, two] = [await session(), await session()];
  const ids = [await seat(one, people[0]), await seat(one, people[1], 'attended'), await seat(two, people[2])];
  await act('late', { ids: [ids[1]] });
  const { checkedInAt } = await t.services.engine.get(SYSTEM, 'tickets', ids[1]!);
  t.services.clock.moveTo(MORNING + HOUR);
  const answer = await act('noShow', { ids });
  const { changes, done } = answer.json<ActionAnswer>();
  expect([answer.statusCode, done, changes.map(({ resource }) => resource)]).toEqual([
    200,
    '3 people: no-show',
    Array(3).fill('tickets'),
  ]);
  expect([await statuses(ids), await counts(one), await counts(two)]).toEqual([
    Array(3).fill('noShow'),
    [0, 0],
    [0, 0],
  ]);
  expect((await callAs(t, staff, 'POST', '/api/undo', { changes })).statusCode).toBe(200);
  expect([await statuses(ids), await counts(one), await counts(two)]).toEqual([
    ['confirmed', 'late', 'confirmed'],
    [2, 0],
    [1, 0],
  ]);
  expect((await t.services.engine.get(SYSTEM, 'tickets', ids[1]!)).checkedInAt).toBe(checkedInAt);
  t.services.clock.moveTo(MORNING);
});

test('an undo is refused once the seat is taken, and changes nothing', async () => {
  const id = await session({ capacity: 1 });
  const missed = await seat(id, people[0]);
  t.services.clock.moveTo(MORNING + HOUR);
  const { changes } = (await act('noShow', { ids: [missed] })).json<ActionAnswer>();
  await seat(id, people[1], 'attended');
  const undone = await callAs(t, staff, 'POST', '/api/undo', { changes });
  expect([undone.statusCode, undone.json<{ detail: string }>().detail]).toEqual([
    409,
    'This can no longer be undone. All seats of this session are taken. Mark people who did not come as no-shows to free their seats, or choose another session.',
  ]);
  expect([await statuses([missed]), await counts(id)]).toEqual([['noShow'], [1, 0]]);
  t.services.clock.moveTo(MORNING);
});

test('what is offered follows the session: no one is marked before the doors open', async () => {
  const [early, open] = [
    await session({ startsAt: isoAhead(t, DAY), endsAt: isoAhead(t, DAY + HOUR) }),
    await session(),
  ];
  const [first, second] = [await seat(early, people[0]), await seat(open, people[1])];
  expect(await available([first, second])).toEqual({
    attended: [second],
    late: [second],
    remove: [first, second],
    cancel: [first, second],
  });
  const refused = await act('attended', { ids: [first, second] });
  expect([refused.statusCode, await statuses([first, second])]).toEqual([409, ['confirmed', 'confirmed']]);
  expect(refused.json<{ errors: object }>().errors).toEqual({
    [first]: 'Check-in opens one hour before the session.',
  });
  expect((await act('attended', { ids: [second] }, people[0])).statusCode).toBe(403);
});

test('a cancellation takes a reason, which is optional, and frees the seat for the waitlist', async () => {
  const id = await session({ capacity: 1, startsAt: isoAhead(t, DAY), endsAt: isoAhead(t, DAY + HOUR) });
  const [first, waiting] = [await seat(id, people[0]), await seat(id, people[1], 'waitlisted')];
  expect(await plan('cancel', [first])).toMatchObject({ asks: true, inputs: { reason: { isOptional: true } } });
  expect((await act('cancel', { ids: [first], inputs: { reason: ' Is ill ' } })).statusCode).toBe(200);
  expect(await statuses([first, waiting])).toEqual(['cancelled', 'offered']);
  expect(await t.services.engine.get(SYSTEM, 'tickets', first)).toMatchObject({ reason: 'Is ill' });
  expect((await act('cancel', { ids: [waiting], seen: { [waiting]: 'waitlisted' } })).statusCode).toBe(409);
  expect((await act('cancel', { ids: [waiting] })).json<ActionAnswer>().changes).toEqual([]);
  expect([await statuses([waiting]), await counts(id)]).toEqual([['cancelled'], [0, 0]]);
});

test('moving offers the open sessions of the event', async () => {
  const here = await session();
  const { eventId } = await t.services.engine.get(SYSTEM, 'instances', here);
  const there = await session({ eventId, startsAt: isoAhead(t, DAY), endsAt: isoAhead(t, DAY + HOUR) });
  await seat(await session({ eventId, capacity: 1 }), people[2]);
  const ids = [await seat(here, people[0]), await seat(here, people[1])];
  const { inputs } = await plan('move', ids);
  expect(inputs).toEqual({
    toInstanceId: {
      enum: [there],
      'x-labels': {
        [there]: expect.stringMatching(/^Wednesday, March 10, 2027, 10 AM,.* 3 of 3 seats left$/) as string,
      },
    },
    reason: { isOptional: true },
  });
  expect((await runTicketAction(t, staff, 'move', ids[0]!)).statusCode).toBe(400);
  const moved = await act('move', { ids, inputs: { toInstanceId: there } });
  expect(await statuses(moved.json<{ result: number[] }>().result)).toEqual(['confirmed', 'confirmed']);
  expect([await counts(here), await counts(there)]).toEqual([
    [0, 0],
    [2, 0],
  ]);
});

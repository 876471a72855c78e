import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnTickets } from '../../domain/calls/tickets.ts';
import { callAs, DAY, HOUR, isoAhead, makeSession, MORNING } from './event-support.ts';
import { statementsOf } from './statements.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo(MORNING);
});
afterAll(() => t.close());

let made = 0;

/** A session of its own event, to which no one else has signed up unless `capacity` is used up. */
function session(capacity = 2): Promise<number> {
  const begins = 2 * DAY + 3 * HOUR * (made += 1);
  return makeSession(t, [begins, begins + HOUR], {
    event: { feeCents: 0, waitlistOn: true },
    instance: { capacity, signupOpensAt: isoAhead(t, -HOUR), signupClosesAt: null },
  });
}

const student = (): Promise<TestUser> => t.createUser({ roles: ['Student'] });
const signUp = async (user: TestUser, id: number) => {
  const answer = await callAs(t, user, 'POST', `/api/events/instances/${id}/tickets`);
  expect(answer.statusCode, answer.body).toBe(200);
};
const upcoming = async (user: TestUser): Promise<OwnTickets> =>
  (await callAs(t, user, 'GET', '/api/events/tickets?when=upcoming')).json();

test('lists 12 tickets with as many statements as one, in the order of their start', async () => {
  const [few, many, other] = await Promise.all([student(), student(), student()]);
  await signUp(few, await session());
  const sessions: number[] = [];
  for (let index = 0; index < 12; index += 1) {
    const id = await session(1);
    sessions.push(id);
    // Every second one is a place on a waitlist, whose number is counted.
    if (index % 2 === 1) await signUp(other, id);
    await signUp(many, id);
  }
  const one = await statementsOf(() => upcoming(few));
  expect(await statementsOf(() => upcoming(many))).toBeLessThanOrEqual(one + 1);
  const { tickets, total } = await upcoming(many);
  expect(total).toBe(12);
  expect(tickets.map(({ session: { id } }) => id)).toEqual(sessions);
  expect(tickets.map(({ ticket: { status, position } }) => [status, position])).toEqual(
    sessions.map((_, index) => (index % 2 === 1 ? ['waitlisted', 1] : ['confirmed', null])),
  );
});

test('counts the places of a waitlist by how long people wait', async () => {
  const id = await session(1);
  const people = [await student(), await student(), await student(), await student()];
  for (const person of people) await signUp(person, id);
  const positions = await Promise.all(
    people.map(async (person) => (await upcoming(person)).tickets[0]?.ticket.position),
  );
  expect(positions).toEqual([null, 1, 2, 3]);
});

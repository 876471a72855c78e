import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OwnSession, OwnTicket } from '../../domain/calls/tickets.ts';
import { instantOfWallClock, wallClockOf } from '../../domain/values/zoned-time.ts';
import { expireAndOfferIn } from '../../server/features/registration/booking/expire-and-offer-later.ts';
import { makeRow } from '../factories/any-row.ts';
import { callAs, DAY, HOUR, makeSession, type GivenSession } from './event-support.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

const ZONE = 'America/Denver';
/** The evening before Thanksgiving 2026, a Wednesday. */
const EVENING = '2026-11-25T18:00';

let t: TestApp;
let people: TestUser[];
let place: number;
beforeAll(async () => {
  t = await startTestApp();
  moveTo(EVENING);
  place = await makePlace();
  const thanksgiving = { reason: 'Thanksgiving', locationId: place, closed: true };
  await makeRow(t.services, 'hoursExceptions', { ...thanksgiving, startsOn: '2026-11-26', endsOn: '2026-11-27' });
});
beforeEach(() => logInAt(EVENING));
afterAll(() => t.close());

/** Two people log in: logins of another week have expired. */
async function logInAt(time: string): Promise<void> {
  moveTo(time);
  people = await Promise.all(Array.from({ length: 2 }, () => t.createUser({ roles: ['Student'] })));
}

const moveTo = (time: string) => t.services.clock.moveTo(instantOfWallClock(time, ZONE) ?? '');

/** Open from 9 to 5 on weekdays, unless other hours are given. */
async function makePlace(openTimes = [0, 9, 9, 9, 9, 9, 0], timezone = ZONE): Promise<number> {
  // A day that closes when it opens is closed.
  const hours = { weekends: true, openTimes, closeTimes: openTimes.map((opens) => (opens === 0 ? 0 : 17)) };
  return Number((await makeRow(t.services, 'locations', { timezone, hours })).id);
}

/** Two weeks ahead, unless other times are given, with a price. */
const session = ({ event, instance }: GivenSession = {}, starts = 14 * DAY): Promise<number> =>
  makeSession(t, [starts, starts + HOUR], {
    event: { feeCents: 300, offerHours: 24, ...event },
    instance: { locationId: place, capacity: 1, ...instance },
  });

const signUp = async (user: TestUser, id: number): Promise<OwnTicket> =>
  (await callAs(t, user, 'POST', `/api/events/instances/${id}/tickets`)).json<OwnTicket>();

/** Until when the ticket is held, by the clock of a zone. */
async function until(ticketId: number, zone = ZONE): Promise<string | null> {
  const { holdExpiresAt } = await t.services.engine.get(SYSTEM, 'tickets', ticketId);
  return holdExpiresAt == null ? null : wallClockOf(holdExpiresAt, zone);
}

async function messages(user: TestUser): Promise<string[]> {
  const rows = await t.services.db
    .selectFrom('messageRecipients as r')
    .innerJoin('messages as m', 'm.id', 'r.messageId')
    .select('m.html')
    .where('r.userId', '=', user.id)
    .orderBy('m.id')
    .execute();
  return rows.map(({ html }) => html);
}

describe('a held seat', () => {
  test('is held over Thanksgiving and the weekend; the page and the message say until when', async () => {
    const [ada] = people as [TestUser, TestUser];
    const id = await session();
    const own = await callAs(t, ada, 'GET', `/api/events/sessions/${id}/own`);
    const { outcome } = own.json<OwnSession>();
    expect(outcome?.kind === 'held' ? wallClockOf(outcome.until, ZONE) : null).toBe('2026-11-30T10:00');
    const ticket = await signUp(ada, id);
    expect(await until(ticket.id)).toBe('2026-11-30T10:00');
    expect((await messages(ada)).at(-1)).toContain('Monday, November 30, 2026, 10 AM MST');
  });

  test('is held in the hours and the zone of its place', async () => {
    const [ada] = people as [TestUser, TestUser];
    const elsewhere = await makePlace(undefined, 'America/New_York');
    const ticket = await signUp(ada, await session({ instance: { locationId: elsewhere } }));
    // 24 hours later, on Thursday at 8 PM in New York, it is closed.
    expect(await until(ticket.id, 'America/New_York')).toBe('2026-11-27T10:00');
    expect((await messages(ada)).at(-1)).toContain('Friday, November 27, 2026, 10 AM EST');
  });

  test.each([
    ['2027-03-13T12:00', '2027-03-15T10:00'],
    ['2027-11-06T12:00', '2027-11-08T10:00'],
  ])('is held until the local hour across a clock change: from %s', async (saturday, monday) => {
    moveTo(saturday);
    const ada = await t.createUser({ roles: ['Student'] });
    const ticket = await signUp(ada, await session());
    expect(await until(ticket.id)).toBe(monday);
  });

  test('is never held after its session starts', async () => {
    const [ada] = people as [TestUser, TestUser];
    const ticket = await signUp(ada, await session({}, 48 * HOUR));
    expect(await until(ticket.id)).toBe('2026-11-27T18:00');
  });

  test('is held for the usual hours at a place that never opens, has no hours or is open', async () => {
    const [ada] = people as [TestUser, TestUser];
    const never = await makePlace([0, 0, 0, 0, 0, 0, 0]);
    const always = await makePlace([0, 0, 0, 0, 0, 0, 0]);
    const around = { weekends: true, openTimes: [0, 0, 0, 0, 0, 0, 0], closeTimes: [24, 24, 24, 24, 24, 24, 24] };
    await t.services.engine.update(SYSTEM, 'locations', always, { hours: around }, { command: true });
    const without = Number((await makeRow(t.services, 'locations', { timezone: ZONE, hours: null })).id);
    for (const locationId of [never, always, without, null]) {
      const ticket = await signUp(ada, await session({ instance: { locationId } }));
      expect(await until(ticket.id)).toBe('2026-11-26T18:00');
    }
  });

  test('is held longer, and its holder notified, if the place is closed at the deadline after all', async () => {
    await logInAt('2026-12-01T12:00');
    const [ada] = people as [TestUser, TestUser];
    const id = await session();
    const ticket = await signUp(ada, id);
    expect(await until(ticket.id)).toBe('2026-12-02T12:00');
    const snow = { reason: 'Snow', locationId: place, closed: true, startsOn: '2026-12-02', endsOn: '2026-12-02' };
    await makeRow(t.services, 'hoursExceptions', snow);
    moveTo('2026-12-02T12:01');
    await expireAndOfferIn(t.services, id);
    expect(await until(ticket.id)).toBe('2026-12-03T10:00');
    expect((await messages(ada)).at(-1)).toContain('Thursday, December 3, 2026, 10 AM MST');
    moveTo('2026-12-03T10:00');
    await expireAndOfferIn(t.services, id);
    expect((await t.services.engine.get(SYSTEM, 'tickets', ticket.id)).status).toBe('cancelled');
  });
});

test('a seat offered at night can be accepted until an hour after the place opens', async () => {
  await logInAt('2026-11-30T16:00');
  const [ada, ben] = people as [TestUser, TestUser];
  const id = await session({ event: { feeCents: 0, offerHours: 2 } });
  const seat = await signUp(ada, id);
  const waiting = await signUp(ben, id);
  moveTo('2026-11-30T22:00');
  await callAs(t, ada, 'POST', `/api/events/tickets/${seat.id}/cancel`);
  expect(await until(waiting.id)).toBe('2026-12-01T10:00');
  expect((await messages(ben)).at(-1)).toContain('Tuesday, December 1, 2026, 10 AM MST');
});

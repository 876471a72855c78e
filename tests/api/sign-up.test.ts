import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OwnSession, OwnTicket, OwnTickets } from '../../domain/calls/tickets.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { registration } from '../../server/features/registration/feature.ts';
import { makeRow } from '../factories/any-row.ts';
import { releaseHeld } from './held-support.ts';
import { HOUR, makeSession, setTicketStatus, callAs, isoAhead, type GivenSession } from './event-support.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

const COMMAND = { command: true } as const;

let t: TestApp;
let people: TestUser[];
let staff: TestUser;
let sessions = 0;
beforeAll(async () => {
  t = await startTestApp();
  people = await Promise.all(Array.from({ length: 4 }, () => t.createUser({ roles: ['Student'] })));
  staff = await t.createUser({ roles: ['EventProcessor'] });
});
afterAll(() => t.close());

const iso = (ahead: number): string => isoAhead(t, ahead);

/** A published session of an event of its own, days ahead, with two seats; none at the same time as another. */
function session(given: GivenSession = {}): Promise<number> {
  const begins = (48 + 3 * (sessions += 1)) * HOUR;
  return makeSession(t, [begins, begins + 2 * HOUR], given);
}

const call = (user: TestUser, url: string, payload?: object) => callAs(t, user, 'POST', `/api/events/${url}`, payload);

async function signUp(user: TestUser, instanceId: number): Promise<OwnTicket> {
  const answer = await call(user, `instances/${instanceId}/tickets`);
  expect(answer.json()).toMatchObject({ instanceId });
  return answer.json<OwnTicket>();
}

const refusal = async (user: TestUser, url: string, payload?: object): Promise<unknown> => {
  const answer = await call(user, url, payload);
  return [answer.statusCode, answer.json<{ code: string }>().code];
};
const statusOf = async (id: number): Promise<unknown> => (await t.services.engine.get(SYSTEM, 'tickets', id)).status;
const counts = async (id: number): Promise<unknown[]> => {
  const { confirmed, waiting } = await t.services.engine.get(SYSTEM, 'instances', id);
  return [confirmed, waiting];
};
const notified = async (user: TestUser): Promise<unknown[]> => {
  const rows = await t.services.db
    .selectFrom('messageRecipients as r')
    .innerJoin('messages as m', 'm.id', 'r.messageId')
    .select('m.event')
    .where('r.userId', '=', user.id)
    .orderBy('m.id')
    .execute();
  return rows.map(({ event }) => event);
};

describe('signing up', () => {
  test('gives seats, then places on the waitlist, and notifies each person', async () => {
    const id = await session();
    const [ada, ben, cleo, dan] = people as [TestUser, TestUser, TestUser, TestUser];
    expect([await signUp(ada, id), await signUp(ben, id)].map(({ status }) => status)).toEqual([
      'confirmed',
      'confirmed',
    ]);
    expect(await signUp(cleo, id)).toMatchObject({ status: 'waitlisted', position: 1 });
    expect(await signUp(dan, id)).toMatchObject({ status: 'waitlisted', position: 2 });
    expect(await counts(id)).toEqual([2, 2]);
    expect([(await notified(ada)).at(-1), (await notified(dan)).at(-1)]).toEqual([
      'ticketConfirmed',
      'ticketWaitlisted',
    ]);
  });

  test('says when and where, with each of several dates, and nothing of a place without one', async () => {
    const [ada] = people as [TestUser];
    const place = await makeRow(t.services, 'locations', { displayName: 'Loft', buildingCode: 'L', room: '1' });
    const at = { startsAt: '2091-12-04T17:00:00Z', endsAt: '2091-12-04T18:30:00Z', signupOpensAt: iso(-HOUR) };
    const later = { startsAt: '2091-12-11T17:00:00Z', endsAt: '2091-12-11T18:00:00Z', note: 'Gluing' };
    const { startsAt, endsAt } = at;
    const online = await session({ instance: { ...at, locationId: null, locationNote: null } });
    const dates = [{ startsAt, endsAt }, later];
    const where = { locationId: place['id'] ?? null, locationNote: 'Left door' };
    const several = await session({ instance: { ...at, ...where, endsAt: later.endsAt, dates } });
    const written = async (id: number) => {
      const ticket = await signUp(ada, id);
      const { html } = await t.services.db
        .selectFrom('messages')
        .select('html')
        .where('aboutId', '=', ticket.id)
        .where('event', '=', 'ticketConfirmed')
        .executeTakeFirstOrThrow();
      return html.replaceAll(/<br ?\/?>/g, ' / ');
    };
    expect(await written(online)).toContain('<p>Tuesday, December 4, 2091, 10 AM – 11:30 AM MST</p>');
    expect(await written(several)).toContain(
      'Tuesday, December 4, 2091, 10 AM – 11:30 AM MST, Loft, L 1, Left door / Tuesday, December 11, 2091, 10 AM – 11 AM MST, Loft, L 1, Left door, Gluing',
    );
  });

  test('creates one ticket, also for repeated calls', async () => {
    const id = await session();
    const [ada] = people as [TestUser];
    const tickets = await Promise.all(Array.from({ length: 8 }, () => signUp(ada, id)));
    expect(new Set(tickets.map((ticket) => ticket.id)).size).toBe(1);
    expect(await counts(id)).toEqual([1, 0]);
  });

  test('is refused with a reason before it opens, after it closes, for canceled sessions, and when all is full', async () => {
    const [ada, ben] = people as [TestUser, TestUser];
    const cases: [Row, Row, string][] = [
      [{}, { signupOpensAt: iso(HOUR) }, 'events.too-early'],
      [{}, { signupClosesAt: iso(-HOUR) }, 'events.closed'],
      [{}, { status: 'cancelled' }, 'events.cancelled'],
      [{}, { startsAt: iso(-HOUR), endsAt: iso(HOUR) }, 'events.begun'],
      [{ active: false }, {}, 'events.not-open'],
    ];
    for (const [event, instance, code] of cases)
      expect(await refusal(ada, `instances/${await session({ event, instance })}/tickets`)).toEqual([409, code]);
    const full = await session({ event: { waitlistOn: false }, instance: { capacity: 1 } });
    await signUp(ada, full);
    expect(await refusal(ben, `instances/${full}/tickets`)).toEqual([409, 'events.full']);
    const short = await session({ event: { waitlistMax: 1 }, instance: { capacity: 1 } });
    for (const user of people.slice(0, 2)) await signUp(user, short);
    expect(await refusal(people[2]!, `instances/${short}/tickets`)).toEqual([409, 'events.waitlist-full']);
    // A draft is no session to anyone else.
    const draft = await session({ instance: { status: 'draft' } });
    for (const id of [draft, 999_999])
      expect(await refusal(ada, `instances/${id}/tickets`)).toEqual([404, 'events.not-found']);
  });

  test('asks for prerequisites, one of each group', async () => {
    const [ada] = people as [TestUser];
    const [basics, other] = [
      await makeRow(t.services, 'events', { title: 'Basics' }),
      await makeRow(t.services, 'events', {}),
    ];
    const id = await session();
    const { eventId } = await t.services.engine.get(SYSTEM, 'instances', id);
    for (const requiredEventId of [basics['id'], other['id']])
      await makeRow(t.services, 'prerequisites', {
        eventId: eventId ?? null,
        kind: 'eventAttended',
        requiredEventId: requiredEventId ?? null,
        alternative: 'safety',
        validDays: 30,
      });
    expect(await refusal(ada, `instances/${id}/tickets`)).toEqual([409, 'events.prerequisites']);
    const attended = async (days: number): Promise<void> => {
      const instance = await makeRow(t.services, 'instances', {
        eventId: basics['id'] ?? null,
        startsAt: iso(-days * 24 * HOUR),
        endsAt: iso(-days * 24 * HOUR + HOUR),
      });
      await makeRow(t.services, 'tickets', { instanceId: instance['id'] ?? null, userId: ada.id, status: 'attended' });
    };
    await attended(31);
    expect(await refusal(ada, `instances/${id}/tickets`)).toEqual([409, 'events.prerequisites']);
    await attended(29);
    expect(await signUp(ada, id)).toMatchObject({ status: 'confirmed' });
  });
});

describe('a seat that becomes free', () => {
  test('is offered to the person who has waited longest; an offer is accepted, and people who cancel can return', async () => {
    const id = await session({ instance: { capacity: 1 } });
    const [ada, ben, cleo] = people as [TestUser, TestUser, TestUser];
    const seat = await signUp(ada, id);
    const first = await signUp(ben, id);
    const second = await signUp(cleo, id);
    expect((await call(ada, `tickets/${seat.id}/cancel`)).json()).toMatchObject({ status: 'cancelled' });
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['offered', 'waitlisted']);
    expect(await counts(id)).toEqual([1, 1]);
    expect(await signUp(ada, id)).toMatchObject({ status: 'waitlisted', position: 2 });
    expect((await call(ben, `tickets/${first.id}/accept`)).json()).toMatchObject({ status: 'confirmed', until: null });
    expect(await refusal(cleo, `tickets/${second.id}/accept`)).toEqual([409, 'events.not-possible']);
    expect(await counts(id)).toEqual([1, 2]);
  });

  test('goes to the next person when the offer expires, also without a job', async () => {
    const { clock } = t.services;
    const now = clock.now();
    const id = await session({ event: { offerHours: 2 }, instance: { capacity: 1 } });
    const [ada, ben, cleo, dan] = people as [TestUser, TestUser, TestUser, TestUser];
    const seat = await signUp(ada, id);
    const [first, second] = [await signUp(ben, id), await signUp(cleo, id)];
    await call(ada, `tickets/${seat.id}/cancel`);
    clock.moveTo(now + 3 * HOUR);
    expect(await refusal(ben, `tickets/${first.id}/accept`)).toEqual([409, 'events.not-possible']);
    expect(await signUp(dan, id)).toMatchObject({ status: 'waitlisted' });
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['cancelled', 'offered']);
    clock.moveTo(now);
  });

  test('skips people who now lack a prerequisite or are elsewhere at that time, and they keep their places', async () => {
    const id = await session({ instance: { capacity: 1 } });
    const [ada, ben, cleo] = people as [TestUser, TestUser, TestUser];
    const seat = await signUp(ada, id);
    const [first, second] = [await signUp(ben, id), await signUp(cleo, id)];
    const { startsAt = '', endsAt = '' } = await t.services.engine.get(SYSTEM, 'instances', id);
    await signUp(ben, await session({ instance: { startsAt, endsAt } }));
    await call(ada, `tickets/${seat.id}/cancel`);
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['waitlisted', 'offered']);
  });

  test('is offered to a person who was not eligible at first, once they are', async () => {
    const id = await session({ instance: { capacity: 1 } });
    const [ada, ben] = people as [TestUser, TestUser];
    const [seat, waiting] = [await signUp(ada, id), await signUp(ben, id)];
    const { startsAt = '', endsAt = '' } = await t.services.engine.get(SYSTEM, 'instances', id);
    const elsewhere = await signUp(ben, await session({ instance: { startsAt, endsAt } }));
    await call(ada, `tickets/${seat.id}/cancel`);
    const [settle] = registration.schedules ?? [];
    await settle?.run(t.services);
    expect(await statusOf(waiting.id)).toBe('waitlisted');
    await call(ben, `tickets/${elsewhere.id}/cancel`);
    await settle?.run(t.services);
    expect([await statusOf(waiting.id), await counts(id)]).toEqual(['offered', [1, 0]]);
  });

  test('comes from more seats, and fewer than are taken are refused', async () => {
    const id = await session({ instance: { capacity: 1 } });
    const [ada, ben] = people as [TestUser, TestUser];
    await signUp(ada, id);
    const waiting = await signUp(ben, id);
    await t.services.engine.update(SYSTEM, 'instances', id, { capacity: 2 }, COMMAND);
    expect(await statusOf(waiting.id)).toBe('offered');
    await expect(t.services.engine.update(SYSTEM, 'instances', id, { capacity: 1 }, COMMAND)).rejects.toMatchObject({
      problem: { errors: { capacity: '2 seats are taken. Cancel sign-ups first.' } },
    });
    expect(await counts(id)).toEqual([2, 0]);
  });
});

test('a seat with a price is held until it is paid at the desk, or lost', async () => {
  const { clock } = t.services;
  const now = clock.now();
  const id = await session({ event: { feeCents: 500, offerHours: 2 } });
  const [ada, ben] = people as [TestUser, TestUser];
  const [paid, lost] = [await signUp(ada, id), await signUp(ben, id)];
  expect(paid).toMatchObject({ status: 'held', priceCents: 500, until: expect.any(String) as string });
  expect((await setTicketStatus(t, staff, paid.id, { from: 'held', to: 'confirmed' })).statusCode).toBe(200);
  clock.moveTo(now + 3 * HOUR);
  await t.services.engine.update(SYSTEM, 'instances', id, { capacity: 3 }, COMMAND);
  expect([await statusOf(paid.id), await statusOf(lost.id)]).toEqual(['confirmed', 'cancelled']);
  expect((await notified(ben)).at(-1)).toBe('ticketExpired');
  const { values } = await t.services.db
    .selectFrom('messages')
    .select('values')
    .where('event', '=', 'ticketExpired')
    .where('aboutId', '=', lost.id)
    .executeTakeFirstOrThrow();
  expect(values).toMatchObject({ until: lost.until });
  clock.moveTo(now);
});

test('a held seat says where and how to pay before sign-up, on the ticket, in lists and in the email', async () => {
  const place = { displayName: 'Pay desk', buildingCode: 'HALL', room: '1', hours: null, active: true };
  const desk = await makeRow(t.services, 'locations', { ...place, isPublic: true, paymentNote: 'Card only.' });
  const hidden = await makeRow(t.services, 'locations', {
    ...place,
    displayName: 'Storeroom',
    room: '2',
    isPublic: false,
    paymentNote: null,
  });
  const [ada, ben] = people as [TestUser, TestUser];
  const at = (location: Row) => session({ event: { feeCents: 500 }, instance: { locationId: location['id'] ?? null } });
  const own = async (user: TestUser, id: number) =>
    (await callAs(t, user, 'GET', `/api/events/sessions/${id}/own`)).json<OwnSession>();
  const payment = 'Where to pay: Pay desk, HALL 1.\nCard only.';
  const id = await at(desk);
  expect((await own(ada, id)).outcome).toMatchObject({ kind: 'held', payment });
  expect(await signUp(ada, id)).toMatchObject({ status: 'held', payment });
  expect((await own(ada, id)).ticket).toMatchObject({ payment });
  const { tickets } = (await callAs(t, ada, 'GET', '/api/events/tickets?when=upcoming&page=1')).json<OwnTickets>();
  expect(tickets.find(({ session: { id: shown } }) => shown === id)?.ticket).toMatchObject({ payment });
  const { values } = await t.services.db
    .selectFrom('messages')
    .select('values')
    .where('event', '=', 'ticketHeld')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(values).toMatchObject({ payment });

  // The name of a place that visitors do not see is for ticket holders.
  const secret = await at(hidden);
  expect((await own(ben, secret)).outcome).not.toHaveProperty('payment');
  expect(await signUp(ben, secret)).toMatchObject({ payment: 'Where to pay: Storeroom, HALL 2.' });
});

test('an offered seat costs what the event costs by then, and an accepted one what it costs when it is accepted', async () => {
  const id = await session({ event: { feeCents: 0 }, instance: { capacity: 1 } });
  const { eventId } = await t.services.engine.get(SYSTEM, 'instances', id);
  const setFee = (feeCents: number) => t.services.engine.update(SYSTEM, 'events', eventId ?? 0, { feeCents }, COMMAND);
  const [ada, ben] = people as [TestUser, TestUser];
  const [had, waiting] = [await signUp(ada, id), await signUp(ben, id)];
  const price = async () => (await t.services.engine.get(SYSTEM, 'tickets', waiting.id)).priceCents;
  expect([waiting.status, await price()]).toEqual(['waitlisted', null]);
  await setFee(900);
  await call(ada, `tickets/${had.id}/cancel`);
  expect([await statusOf(waiting.id), await price()]).toEqual(['offered', 900]);
  await setFee(1200);
  await call(ben, `tickets/${waiting.id}/accept`);
  expect([await statusOf(waiting.id), await price()]).toEqual(['held', 1200]);
});

test('no seat is lost without a notice: neither with a session that becomes a draft, nor with its event', async () => {
  const id = await session();
  const { eventId = 0 } = await t.services.engine.get(SYSTEM, 'instances', id);
  const [ada] = people as [TestUser];
  await signUp(ada, id);
  const withdraw = () => t.services.engine.update(SYSTEM, 'instances', id, { status: 'draft' }, COMMAND);
  const close = () => t.services.engine.update(SYSTEM, 'events', Number(eventId), { active: false }, COMMAND);
  await expect(withdraw()).rejects.toMatchObject({
    problem: {
      errors: { status: 'People have seats or are waiting. Cancel the session instead, and they are notified.' },
    },
  });
  await expect(close()).rejects.toMatchObject({
    problem: {
      errors: {
        active: 'People have seats in its upcoming sessions or are waiting. Cancel these sessions first.',
      },
    },
  });
  await t.services.engine.update(SYSTEM, 'instances', id, { status: 'cancelled' }, COMMAND);
  await withdraw();
  await close();
});

test('an event is closed while people have tickets for what is over', async () => {
  const { clock } = t.services;
  const now = clock.now();
  const id = await session();
  const { eventId = 0, endsAt = '' } = await t.services.engine.get(SYSTEM, 'instances', id);
  await signUp((people as [TestUser])[0], id);
  clock.moveTo(String(endsAt));
  await t.services.engine.update(SYSTEM, 'events', Number(eventId), { active: false }, COMMAND);
  expect(await t.services.engine.get(SYSTEM, 'events', Number(eventId))).toMatchObject({ active: false });
  clock.moveTo(now);
});

test('a canceled session cancels its tickets and notifies their holders', async () => {
  const id = await session();
  const [ada] = people as [TestUser];
  const { id: ticket } = await signUp(ada, id);
  await t.services.engine.update(SYSTEM, 'instances', id, { status: 'cancelled' }, COMMAND);
  expect(await statusOf(ticket)).toBe('cancelled');
  await releaseHeld(t.services);
  expect((await notified(ada)).at(-1)).toBe('ticketCancelled');
  expect(await counts(id)).toEqual([0, 0]);
});

test('a canceled session that takes place after all gives back each seat and place on the waitlist, as far as seats are left', async () => {
  const id = await session();
  const [ada, ben, cleo, dan] = people as [TestUser, TestUser, TestUser, TestUser];
  const [first, second, third, fourth] = [
    await signUp(ada, id),
    await signUp(ben, id),
    await signUp(cleo, id),
    await signUp(dan, id),
  ];
  // Canceled before: stays so. The person who waited longest is offered the seat.
  await call(ada, `tickets/${first.id}/cancel`);
  const all = () => Promise.all([first, second, third, fourth].map((ticket) => statusOf(ticket.id)));
  const before = await all();
  expect(before).toEqual(['cancelled', 'confirmed', 'offered', 'waitlisted']);
  await t.services.engine.update(SYSTEM, 'instances', id, { status: 'cancelled' }, COMMAND);
  expect(await all()).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled']);
  await t.services.engine.update(SYSTEM, 'instances', id, { status: 'published' }, COMMAND);
  expect(await all()).toEqual(before);
  expect(await counts(id)).toEqual([2, 1]);
  expect((await notified(ben)).at(-1)).toBe('ticketConfirmed');

  await t.services.engine.update(SYSTEM, 'instances', id, { status: 'cancelled' }, COMMAND);
  await t.services.engine.update(SYSTEM, 'instances', id, { capacity: 1 }, COMMAND);
  await t.services.engine.update(SYSTEM, 'instances', id, { status: 'published' }, COMMAND);
  expect(await all()).toEqual(['cancelled', 'confirmed', 'waitlisted', 'waitlisted']);
  await call(ben, `tickets/${second.id}/cancel`);
  expect(await all()).toEqual(['cancelled', 'cancelled', 'offered', 'waitlisted']);
});

test('only its holder changes a ticket, and only staff mark who came, once the doors are open', async () => {
  const { clock } = t.services;
  const now = clock.now();
  const id = await session({ instance: { startsAt: iso(4 * HOUR), endsAt: iso(5 * HOUR) } });
  const [ada, ben] = people as [TestUser, TestUser];
  const { id: ticket } = await signUp(ada, id);
  expect(await refusal(ben, `tickets/${ticket}/cancel`)).toEqual([404, 'events.no-ticket']);
  const mark = { from: 'confirmed', to: 'attended' };
  const set = async (user: TestUser, how: { from: string; to: string }) => {
    const answer = await setTicketStatus(t, user, ticket, how);
    return answer.statusCode === 200 ? 200 : [answer.statusCode, answer.json<{ detail: string }>().detail];
  };
  expect(await set(ada, mark)).toEqual([403, 'You cannot do this with Sign-ups.']);
  expect(await set(staff, mark)).toEqual([409, 'Check-in opens one hour before the session.']);
  clock.moveTo(now + 3.5 * HOUR);
  expect(await set(staff, mark)).toBe(200);
  const missing = { from: 'confirmed', to: 'noShow' };
  expect(await set(staff, missing)).toEqual([409, 'It has changed: Status is "Attended" now.']);
  clock.moveTo(now + 4.5 * HOUR);
  expect(await set(staff, { from: 'attended', to: 'noShow' })).toBe(200);
  expect(await counts(id)).toEqual([0, 0]);
  clock.moveTo(now);
});

test('people on the waitlist leave it when a session begins', async () => {
  const { clock } = t.services;
  const now = clock.now();
  const id = await session({ instance: { capacity: 1, startsAt: iso(4 * HOUR), endsAt: iso(5 * HOUR) } });
  const [ada, ben] = people as [TestUser, TestUser];
  await signUp(ada, id);
  const waiting = await signUp(ben, id);
  const [begun] = registration.schedules ?? [];
  await begun?.run(t.services);
  expect(await statusOf(waiting.id)).toBe('waitlisted');
  clock.moveTo(now + 4.5 * HOUR);
  await begun?.run(t.services);
  expect([await statusOf(waiting.id), await counts(id)]).toEqual(['cancelled', [1, 0]]);
  clock.moveTo(now);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AddedAtDoor, DoorList, DoorMark, DoorMarksAnswer } from '../../domain/calls/door.ts';
import type { Row } from '../../domain/declarations/model.ts';
import type { TicketStatus } from '../../domain/sessions/tickets.ts';
import { makeRow } from '../factories/any-row.ts';
import { DAY, runTicketAction, MORNING, HOUR, makeDoorSession, callAs, isoAhead } from './event-support.ts';
import { untilWaiting } from './lock-support.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let ada: TestUser;
let ben: TestUser;
let staff: TestUser;
beforeAll(async () => {
  t = await startTestApp({ works: true });
  t.services.clock.moveTo(MORNING);
  ada = await t.createUser({ roles: ['Student'] });
  ben = await t.createUser({ roles: ['Student'] });
  staff = await t.createUser({ roles: ['EventProcessor'] });
});
afterAll(() => t.close());

const iso = (ahead: number): string => isoAhead(t, ahead);
const event = async () => Number((await makeRow(t.services, 'events', { active: true, feeCents: 0 })).id);
const session = (instance: Row = {}, event: Row = {}) => makeDoorSession(t, { event, instance });
const post = (url: string, payload: object, user = staff) =>
  callAs(t, user, 'POST', `/api/events/door/${url}`, payload);
async function seat(id: number, { id: userId }: { id: number }, to = 'confirmed'): Promise<number> {
  return (await post(`${id}/tickets`, { userId, to, reason: 'Comes to both' })).json<AddedAtDoor>().ticketId;
}
const mark = (ticketId: number, from: TicketStatus, to: string, at = iso(0)): DoorMark =>
  ({ key: randomUUID(), ticketId, from, to, at }) as DoorMark;
async function send(id: number, marks: DoorMark[]): Promise<[boolean, string | null][]> {
  const { results } = (await post(`${id}/marks`, { marks })).json<DoorMarksAnswer>();
  expect(results.map(({ key }) => key)).toEqual(marks.map(({ key }) => key));
  return results.map(({ isDone, words }) => [isDone, words]);
}
const DONE = [true, null];
const ticket = (id: number) => t.services.engine.get(SYSTEM, 'tickets', id);
const taken = async (id: number) => (await t.services.engine.get(SYSTEM, 'instances', id)).confirmed;
const list = async (id: number): Promise<DoorList> =>
  (await t.app.inject({ url: `/api/events/door/${id}`, headers: { cookie: staff.cookie } })).json();

describe('marks of a door', () => {
  test('are carried out in their order, with the time of the device', async () => {
    const id = await session();
    const one = await seat(id, ada);
    const at = iso(-60_000);
    expect(
      await send(id, [
        mark(one, 'confirmed', 'late'),
        mark(one, 'late', 'confirmed'),
        mark(one, 'confirmed', 'attended', at),
        mark(one, 'attended', 'late'),
      ]),
    ).toEqual([DONE, DONE, DONE, DONE]);
    expect(await ticket(one)).toMatchObject({ status: 'late', checkedInAt: at });
  });

  test('are applied once, also when they are repeated after other changes', async () => {
    const id = await session();
    const one = await seat(id, ada);
    const marks = [mark(one, 'confirmed', 'attended'), mark(one, 'attended', 'confirmed')];
    const twice = await Promise.all([send(id, marks), send(id, marks)]);
    expect(twice).toEqual([
      [DONE, DONE],
      [DONE, DONE],
    ]);
    expect(await send(id, [marks[0]!])).toEqual([DONE]);
    expect(await ticket(one)).toMatchObject({ status: 'confirmed', checkedInAt: null });
    const changes = await t.services.db
      .selectFrom('auditEntries')
      .select('id')
      .where('resource', '=', 'tickets')
      .where('recordId', '=', String(one))
      .execute();
    expect(changes).toHaveLength(3);
  });

  test('that are no longer valid are refused individually, with the same response when repeated', async () => {
    const id = await session();
    const one = await seat(id, ada);
    const two = await seat(id, ben);
    await send(id, [mark(one, 'confirmed', 'late')]);
    const marks = [
      mark(one, 'confirmed', 'attended'),
      mark(999_999_999, 'confirmed', 'attended'),
      mark(two, 'confirmed', 'attended'),
    ];
    const answer = [
      [false, 'Someone else changed this ticket in the meantime.'],
      [false, 'This ticket is no longer for this session.'],
      DONE,
    ];
    expect(await send(id, marks)).toEqual(answer);
    await send(id, [mark(one, 'late', 'confirmed')]);
    expect(await send(id, marks)).toEqual(answer);
    expect(await ticket(one)).toMatchObject({ status: 'confirmed' });
  });

  test('give no seat, take no payment and invite no one back; no one comes in the future or long before', async () => {
    const id = await session({ capacity: 1 }, { feeCents: 500 });
    const signUp = (user: TestUser) =>
      t.app.inject({
        method: 'POST',
        url: `/api/events/instances/${id}/tickets`,
        headers: { cookie: user.cookie, 'sec-fetch-site': 'same-origin' },
        payload: {},
      });
    const held = (await signUp(ada)).json<{ id: number }>().id;
    const waits = (await signUp(ben)).json<{ id: number }>().id;
    const refused = [false, 'The status of this ticket does not allow this.'];
    expect(await send(id, [mark(held, 'held', 'confirmed'), mark(waits, 'waitlisted', 'confirmed')])).toEqual([
      refused,
      refused,
    ]);
    const free = await session();
    const [one, two] = [await seat(free, ada), await seat(free, ben)];
    const before = t.services.clock.now();
    await send(free, [mark(one, 'confirmed', 'attended', iso(DAY)), mark(two, 'confirmed', 'attended', iso(-DAY))]);
    const came = async (which: number) => Date.parse((await ticket(which)).checkedInAt ?? '');
    expect(await came(one)).toBeGreaterThanOrEqual(before);
    expect(await came(one)).toBeLessThanOrEqual(t.services.clock.now());
    expect(before - (await came(two))).toBeLessThan(HOUR);
  });

  test('by a scanned code are refused once it is revoked', async () => {
    const id = await session();
    const one = await seat(id, ada);
    const asAda = (method: 'POST' | 'DELETE', url: string, payload?: object) =>
      t.app.inject({
        method,
        url: `/api/events/${url}`,
        headers: { cookie: ada.cookie, 'sec-fetch-site': 'same-origin' },
        ...(payload === undefined ? {} : { payload }),
      });
    const hashOfCode = async (): Promise<string> => {
      await asAda('POST', 'codes', [{ id: one }]);
      return (await list(id)).tickets[0]!.codes[0]!;
    };
    const codeHash = await hashOfCode();
    await asAda('DELETE', `tickets/${one}/codes`);
    expect(await send(id, [{ ...mark(one, 'confirmed', 'attended'), codeHash }])).toEqual([
      [false, 'This code was revoked. Ask for the new one, or check the person’s identity.'],
    ]);
    expect(await ticket(one)).toMatchObject({ status: 'confirmed' });
    const fresh = { ...mark(one, 'confirmed', 'attended'), codeHash: await hashOfCode() };
    expect(await send(id, [fresh])).toEqual([DONE]);
  });

  test('are refused with a time that no clock shows', async () => {
    const id = await session();
    const one = await seat(id, ada);
    const answer = await post(`${id}/marks`, { marks: [mark(one, 'confirmed', 'attended', '2027-03-09T23:59:60Z')] });
    expect([answer.statusCode, (await ticket(one)).status]).toEqual([400, 'confirmed']);
  });

  test('mark an absence only after the session has begun, while no waitlisted person would get the seat', async () => {
    const { clock } = t.services;
    const now = clock.now();
    const id = await session({ capacity: 1 });
    const one = await seat(id, ada);
    const waits = await seat(id, ben, 'waitlisted');
    expect((await list(id)).tickets.find((row) => row.id === one)?.nextStatuses).not.toContain('noShow');
    expect(await send(id, [mark(one, 'confirmed', 'noShow')])).toEqual([
      [false, 'People can be marked as no-shows once the session has begun.'],
    ]);
    expect((await ticket(waits)).status).toBe('waitlisted');
    clock.moveTo(now + HOUR);
    expect(await send(id, [mark(one, 'confirmed', 'noShow'), mark(one, 'noShow', 'confirmed')])).toEqual([DONE, DONE]);
    clock.moveTo(now);
  });

  test('are refused before the doors are open', async () => {
    const id = await session({ startsAt: iso(3 * HOUR), endsAt: iso(4 * HOUR) });
    expect(await send(id, [mark(await seat(id, ada), 'confirmed', 'attended')])).toEqual([
      [false, 'Check-in opens one hour before the session.'],
    ]);
  });
});

describe('moving someone', () => {
  test('gives the seat there and frees the one here, in one step, and back', async () => {
    const eventId = await event();
    const [here, there] = [
      await session({ eventId }),
      await session({ startsAt: iso(DAY), endsAt: iso(1.1 * DAY), eventId }),
    ];
    const one = await seat(here, ada);
    const moved = await runTicketAction(t, staff, 'move', one, { toInstanceId: there });
    const [ticketId] = moved.json<{ result: [number] }>().result;
    expect(await ticket(one)).toMatchObject({
      status: 'cancelled',
      reason: expect.stringMatching(/^Moved to/) as string,
    });
    expect(await ticket(ticketId)).toMatchObject({ status: 'confirmed', userId: ada.id, instanceId: there });
    expect([await taken(here), await taken(there)]).toEqual([0, 1]);
    await runTicketAction(t, staff, 'move', ticketId, { toInstanceId: here });
    expect([await taken(here), await taken(there)]).toEqual([1, 0]);
  });

  test('in opposite directions at the same time loses no one', async () => {
    const eventId = await event();
    const [a, b] = [await session({ capacity: 6, eventId }), await session({ capacity: 6, eventId })];
    const people = await Promise.all(Array.from({ length: 6 }, () => makeRow(t.services, 'users', { active: true })));
    const tickets: [number, number][] = [];
    for (const [index, person] of people.entries()) {
      const from = index % 2 === 0 ? a : b;
      tickets.push([await seat(from, { id: Number(person['id']) }), from === a ? b : a]);
    }
    const answers = await Promise.all(
      tickets.map(([one, toInstanceId]) => runTicketAction(t, staff, 'move', one, { toInstanceId })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(tickets.map(() => 200));
    expect([await taken(a), await taken(b)]).toEqual([3, 3]);
  });

  test('is refused with a reason, and changes nothing', async () => {
    const eventId = await event();
    const here = await session({ eventId });
    const one = await seat(here, ada);
    const full = await session({ capacity: 1, eventId });
    await seat(full, ben);
    const twice = await session({ eventId });
    await seat(twice, ada);
    const cases: [number, string][] = [
      [here, 'This person already has a ticket for this session.'],
      [await session(), 'These sessions belong to different events. Add the person to the other one instead.'],
      [
        full,
        'All seats of this session are taken. Choose another session, or have an event administrator allow more seats.',
      ],
      [twice, 'This person already has a ticket for that session.'],
      [await session({ status: 'cancelled', eventId }), 'This session is canceled.'],
    ];
    for (const [toInstanceId, words] of cases) {
      const answer = await runTicketAction(t, staff, 'move', one, { toInstanceId });
      expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([409, words]);
    }
    expect(await ticket(one)).toMatchObject({ status: 'confirmed' });
    expect(await taken(here)).toBe(1);
  });
});

describe('taking back that someone was added', () => {
  test('frees the seat, for a quarter of an hour', async () => {
    const id = await session();
    const one = await seat(id, ada, 'attended');
    const remove = async (id: number) => (await runTicketAction(t, staff, 'remove', id)).statusCode;
    expect([await remove(one), await remove(one)]).toEqual([200, 409]);
    expect(await taken(id)).toBe(0);
    const two = await seat(id, ada, 'attended');
    const now = t.services.clock.now();
    t.services.clock.moveTo(now + 16 * 60_000);
    expect(await remove(two)).toBe(409);
    t.services.clock.moveTo(now);
  });
});

describe('someone without an account', () => {
  const guest = (id: number, email: string, name = 'Gus Guest') =>
    post(`${id}/walk-ins`, { name, email, to: 'attended' });

  test('is recorded by name and address, once', async () => {
    const id = await session();
    const added = (await guest(id, 'gus@walkin.example')).json<AddedAtDoor>();
    expect(added).toMatchObject({ status: 'attended', isNew: true });
    expect((await guest(id, 'GUS@walkin.example ')).json()).toMatchObject({ status: 400 });
    expect((await guest(id, 'GUS@walkin.example')).json()).toEqual({ ...added, isNew: false });
    expect((await list(id)).tickets).toMatchObject([{ name: 'Gus Guest', isProvisional: true, source: 'walkIn' }]);
  });

  test('whose address belongs to an account is added with this account', async () => {
    const id = await session();
    const { ticketId } = (await guest(id, `${ada.username}@campus.example`)).json<AddedAtDoor>();
    expect(await ticket(ticketId)).toMatchObject({ userId: ada.id });
  });

  test('who gets an account with the address later has the tickets; no one logs in to the provisional one', async () => {
    const id = await session();
    const { ticketId } = (await guest(id, 'later@walkin.example')).json<AddedAtDoor>();
    const userId = Number((await ticket(ticketId)).userId);
    const later = await makeRow(t.services, 'users', { email: 'Later@walkin.example', active: true });
    const account = () => t.services.engine.get(SYSTEM, 'users', userId);
    await expect.poll(account).toMatchObject({ active: false, email: null });
    expect(await ticket(ticketId)).toMatchObject({ userId: later['id'], activeFor: `${id}:${Number(later['id'])}` });
    expect((await guest(id, 'later@walkin.example')).json()).toMatchObject({ ticketId, isNew: false });
  });

  test('who signs up while receiving the address has that ticket and the address', async () => {
    const id = await session();
    const email = 'meanwhile@walkin.example';
    const { ticketId } = (await guest(id, email)).json<AddedAtDoor>();
    const person = await t.createUser({ roles: ['Student'] });
    const { engine } = t.services;
    let own: Promise<number> | undefined;
    await engine.transaction(async (tx) => {
      await engine.update(SYSTEM, 'users', person.id, { email }, { tx, command: true });
      own = seat(id, person, 'attended');
      await untilWaiting(t.services.db);
    });
    expect(await ticket((await own) ?? 0)).toMatchObject({ userId: person.id, status: 'attended' });
    const provisional = Number((await ticket(ticketId)).userId);
    await expect.poll(() => engine.get(SYSTEM, 'users', provisional)).toMatchObject({ active: false, email: null });
    expect((await ticket(ticketId)).userId).toBe(provisional);
  });

  test('who is added to two sessions at the same time gets one account', async () => {
    const [first, second, third] = [await session(), await session(), await session()];
    const email = 'twice@walkin.example';
    const added = await Promise.all([first, second].map((id) => guest(id, email)));
    const tickets = added.map((answer) => answer.json<AddedAtDoor>().ticketId);
    tickets.push((await guest(third, email)).json<AddedAtDoor>().ticketId);
    const holders = async () => new Set((await Promise.all(tickets.map(ticket))).map(({ userId }) => userId)).size;
    await expect.poll(holders).toBe(1);
    const open = () => t.services.db.selectFrom('users').select('id').where('email', '=', email).execute();
    await expect.poll(open).toHaveLength(1);
  });

  test('who gets an account with the address while they are added has the ticket', async () => {
    const id = await session();
    const email = 'both@walkin.example';
    const { engine } = t.services;
    const person = await t.createUser({ roles: ['Student'] });
    let added: ReturnType<typeof guest> | undefined;
    await engine.transaction(async (tx) => {
      await engine.update(SYSTEM, 'users', person.id, { email }, { tx, command: true });
      added = guest(id, email);
      await added;
    });
    const { ticketId } = (await added!).json<AddedAtDoor>();
    await expect.poll(() => ticket(ticketId), { timeout: 20_000 }).toMatchObject({ userId: person.id });
  });

  test('a ticket that changes hands outside of its locked session is an error', async () => {
    const { ticketId } = (await guest(await session(), 'outside@walkin.example')).json<AddedAtDoor>();
    const change = t.services.engine.update(SYSTEM, 'tickets', ticketId, { userId: ada.id }, { command: true });
    await expect(change).rejects.toThrow('is not locked');
  });

  test('leaves credentials, waivers and places on rosters to that account too, but for a class in which it has one', async () => {
    const email = 'credited@walkin.example';
    const { id: credentialId = null } = await makeRow(t.services, 'eventCredentials');
    const classes: number[] = [];
    for (const name of ['Optics', 'Robotics']) {
      const { id: classId = null } = await makeRow(t.services, 'classes', { active: true });
      await makeRow(t.services, 'rosterEntries', { classId, name, email, status: 'enrolled', studentId: null });
      classes.push(Number(classId));
    }
    const id = await session({}, { credentialId });
    const { eventId = null } = await t.services.engine.get(SYSTEM, 'instances', id);
    const { ticketId } = (await guest(id, email)).json<AddedAtDoor>();
    const { userId: provisional = 0 } = await ticket(ticketId);
    await makeRow(t.services, 'waivers', { userId: provisional, eventId, kind: 'block' });
    const person = await t.createUser({ roles: ['Student'] });
    await makeRow(t.services, 'rosterEntries', { classId: classes[1] ?? 0, userId: person.id, status: 'enrolled' });
    await t.services.engine.update(SYSTEM, 'users', person.id, { email }, { command: true });
    const of = async (resource: 'earnedCredentials' | 'waivers' | 'rosterEntries', userId: number) =>
      t.services.db.selectFrom(resource).selectAll().where('userId', '=', userId).orderBy('id').execute();
    await expect
      .poll(() => of('earnedCredentials', person.id))
      .toMatchObject([{ ticketId, credentialId, revokedAt: null }]);
    expect(await of('waivers', person.id)).toMatchObject([{ eventId, kind: 'block' }]);
    expect((await of('rosterEntries', person.id)).map((entry) => 'classId' in entry && entry.classId)).toEqual(classes);
    expect(await of('rosterEntries', Number(provisional))).toMatchObject([{ classId: classes[1], name: 'Robotics' }]);
  });
});

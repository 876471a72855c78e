import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import type { ActionAnswer } from '../../domain/calls/action-parts.ts';
import type { OwnTickets } from '../../domain/calls/tickets.ts';
import { composedMail } from '../../server/features/messages/composed-mail.ts';
import { makeRow } from '../factories/any-row.ts';
import { releaseHeld } from './held-support.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let [staff, teacher, relief, ada, ben]: TestUser[] = [];
let rooms: number[] = [];
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo('2026-10-20T12:00:00Z');
  await t.services.db.deleteFrom('mails').execute();
  [staff, ada, ben] = await Promise.all(
    ['EventAdmin', 'Student', 'Student'].map((role) => t.createUser({ roles: [role] })),
  );
});
afterAll(() => t.close());
beforeEach(async () => {
  // No one teaches two sessions at the same time.
  [teacher, relief] = await Promise.all([1, 2].map(() => t.createUser({ roles: ['Student'] })));
  rooms = await Promise.all(
    ['Wood shop', 'Annex'].map(async (displayName) => {
      const row = { displayName, timezone: 'America/Denver', isPublic: true, active: true };
      return Number((await makeRow(t.services, 'locations', row)).id);
    }),
  );
});

const send = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, user: TestUser, payload?: object) =>
  t.app.inject({
    method,
    url,
    headers: { 'sec-fetch-site': 'same-origin', cookie: user.cookie },
    ...(payload ? { payload } : {}),
  });
const evening = (day: string): Row => ({ startsAt: `${day}T18:00:00-07:00`, endsAt: `${day}T20:00:00-07:00` });

async function scheduled(given: Row = {}): Promise<number> {
  const eventId = Number((await makeRow(t.services, 'events', { title: 'Joinery', active: true })).id);
  const row = { eventId, status: 'published', capacity: 1, locationId: rooms[0], ...evening('2026-11-05'), ...given };
  const answer = await send('POST', '/api/instances', staff!, row);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: number }>().id;
}
async function change(id: number, values: object): Promise<void> {
  const answer = await send('PUT', `/api/instances/${id}`, staff!, values);
  expect(answer.statusCode, answer.body).toBe(200);
}
async function signUp(user: TestUser, id: number): Promise<number> {
  const answer = await send('POST', `/api/events/instances/${id}/tickets`, user, { inAddition: true });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ id: number }>().id;
}

interface Entry {
  method: string;
  uid: string;
  sequence: number;
  start: string;
  place: string;
  status: string;
}
interface Told {
  to: number | null;
  event: string;
  subject: string;
  text: string;
  entries: Entry[];
}

/** What has come into the outbox since the last call, as mail programs read it. */
async function notified(): Promise<Told[]> {
  await releaseHeld(t.services);
  const rows = await t.services.db.selectFrom('mails').selectAll().orderBy('id').execute();
  await t.services.db.deleteFrom('mails').execute();
  return Promise.all(
    rows.map(async (row) => {
      const mail = await composedMail(t.services, row);
      const entries = (mail?.calendar ?? []).map(({ method, content }): Entry => {
        const calendar = new ICAL.Component(ICAL.parse(content) as unknown[] as never);
        expect(calendar.getFirstPropertyValue('method')).toBe(method);
        expect(content).toContain(`ATTENDEE`);
        const component = calendar.getFirstSubcomponent('vevent')!;
        const one = new ICAL.Event(component);
        return {
          method,
          uid: one.uid.split('@')[0] ?? '',
          sequence: one.sequence,
          start: one.startDate.toJSDate().toISOString(),
          place: one.location.split(',')[0] ?? '',
          status: String(component.getFirstPropertyValue('status')),
        };
      });
      return { to: row.userId, event: row.event, subject: row.subject, text: mail?.text ?? '', entries };
    }),
  );
}
const recipientsAndEvents = (mails: readonly Told[]) => mails.map(({ to, event }) => [to, event]);

describe('the calendar entry of a ticket', () => {
  test('comes with the seat, goes with it, and comes again with a higher number', async () => {
    const id = await scheduled();
    const ticket = await signUp(ada!, id);
    const mails = await notified();
    await send('POST', `/api/events/tickets/${ticket}/cancel`, ada!);
    mails.push(...(await notified()));
    await signUp(ada!, id);
    mails.push(...(await notified()));
    expect(recipientsAndEvents(mails)).toEqual([
      [ada!.id, 'ticketConfirmed'],
      [ada!.id, 'ticketGivenUp'],
      [ada!.id, 'ticketConfirmed'],
    ]);
    const entries = mails.flatMap((mail) => mail.entries);
    expect(entries.map(({ method, uid, status, start, place }) => [method, uid, status, start, place])).toEqual(
      ['REQUEST', 'CANCEL', 'REQUEST'].map((method) => [
        method,
        `session-${id}`,
        method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED',
        '2026-11-06T01:00:00.000Z',
        'Wood shop',
      ]),
    );
    const [first = 0, second = 0, third = 0] = entries.map(({ sequence }) => sequence);
    expect(second).toBeGreaterThan(first);
    expect(third).toBeGreaterThan(second);
  });

  test('is one for each date', async () => {
    const id = await scheduled({ dates: [evening('2026-11-12')] });
    await signUp(ada!, id);
    const [mail] = await notified();
    expect(mail?.entries.map(({ uid, start }) => [uid, start])).toEqual([
      [`session-${id}`, '2026-11-06T01:00:00.000Z'],
      [`session-${id}-2`, '2026-11-13T01:00:00.000Z'],
    ]);
  });

  test('is not for those who wait', async () => {
    const id = await scheduled();
    await signUp(ada!, id);
    await signUp(ben!, id);
    const [, waiting] = await notified();
    expect(waiting).toMatchObject({ to: ben!.id, event: 'ticketWaitlisted', entries: [] });
  });
});

describe('a published session', () => {
  test('that is moved notifies attendees, waitlisted people and instructors, with the old and new times', async () => {
    const id = await scheduled({ instructorIds: [teacher!.id] });
    await signUp(ada!, id);
    await signUp(ben!, id);
    const before = await notified();
    const assigned = before.find(({ to }) => to === teacher!.id);
    expect(assigned).toMatchObject({ event: 'sessionAssigned', entries: [{ method: 'REQUEST' }] });
    await change(id, { ...evening('2026-11-19'), locationId: rooms[1] });
    const mails = await notified();
    expect(recipientsAndEvents(mails).toSorted()).toEqual(
      [ada!, ben!, teacher!].map((user) => [user.id, 'sessionMoved']).toSorted(),
    );
    for (const { to, text, subject, entries } of mails) {
      expect(subject).toBe('Moved: Joinery');
      expect(text).toMatch(/Now:\s+Thursday, November 19, 2026, 6 PM – 8 PM MST, Annex/);
      expect(text).toMatch(/Before:\s+Thursday, November 5, 2026, 6 PM – 8 PM MST, Wood shop/);
      if (to === ben!.id) expect(entries).toEqual([]);
      else {
        expect(entries).toMatchObject([
          { method: 'REQUEST', uid: `session-${id}`, start: '2026-11-20T01:00:00.000Z', place: 'Annex' },
        ]);
        expect(entries[0]?.sequence).toBeGreaterThan(
          before.findLast((one) => one.to === to)?.entries[0]?.sequence ?? Infinity,
        );
      }
    }
  });

  test('keeps its local time in texts over the night on which clocks change', async () => {
    const id = await scheduled({ startsAt: '2026-10-31T18:00:00-06:00', endsAt: '2026-10-31T20:00:00-06:00' });
    await signUp(ada!, id);
    await notified();
    await change(id, evening('2026-11-01'));
    const [mail] = await notified();
    expect(mail?.text).toMatch(/November 1, 2026, 6 PM – 8 PM MST/);
    expect(mail?.text).toMatch(/October 31, 2026, 6 PM – 8 PM MDT/);
    expect(mail?.entries).toMatchObject([{ start: '2026-11-02T01:00:00.000Z' }]);
  });

  test('that is moved says so on the ticket until its holder has seen it, and to no one else', async () => {
    const id = await scheduled();
    const ticket = await signUp(ada!, id);
    const moved = async (): Promise<unknown> => {
      const answer = await t.app.inject({
        url: '/api/events/tickets?when=upcoming&page=1',
        headers: { cookie: ada!.cookie },
      });
      const { tickets } = answer.json<OwnTickets>();
      return tickets.find((one) => one.ticket.id === ticket)?.ticket.movedFrom;
    };
    expect(await moved()).toBeUndefined();
    await change(id, evening('2026-11-12'));
    // Twice: what was known last is what counts.
    await change(id, evening('2026-11-19'));
    expect(await moved()).toMatch(/November 5, 2026.*Wood shop/);
    expect((await send('POST', `/api/events/tickets/${ticket}/seen`, ben!)).statusCode).toBe(404);
    expect((await send('POST', `/api/events/tickets/${ticket}/seen`, ada!)).statusCode).toBe(200);
    expect(await moved()).toBeUndefined();
    await change(id, evening('2026-11-12'));
    await change(id, evening('2026-11-19'));
    expect(await moved()).toBeUndefined();
  });

  test('that loses a date takes its entry back', async () => {
    const id = await scheduled({ dates: [evening('2026-11-12'), evening('2026-11-19')] });
    await signUp(ada!, id);
    await notified();
    await change(id, { dates: [evening('2026-11-05'), evening('2026-11-19')] });
    const [mail] = await notified();
    expect(mail?.entries.map(({ method, uid, start }) => [method, uid, start])).toEqual([
      ['REQUEST', `session-${id}`, '2026-11-06T01:00:00.000Z'],
      ['REQUEST', `session-${id}-2`, '2026-11-20T01:00:00.000Z'],
      ['CANCEL', `session-${id}-3`, '2026-11-20T01:00:00.000Z'],
    ]);
  });

  test('whose text or seats are changed notifies no one', async () => {
    const id = await scheduled({ instructorIds: [teacher!.id] });
    await signUp(ada!, id);
    await notified();
    await change(id, { capacity: 9, notes: 'Sharpen the chisels', walkInsAllowed: false });
    expect(await notified()).toEqual([]);
  });

  test('that is canceled takes the entries back', async () => {
    const id = await scheduled({ instructorIds: [teacher!.id, staff!.id] });
    await signUp(ada!, id);
    await signUp(ben!, id);
    await notified();
    await change(id, { status: 'cancelled' });
    const mails = await notified();
    expect(recipientsAndEvents(mails).toSorted()).toEqual(
      [
        [ada!.id, 'ticketCancelled'],
        [ben!.id, 'ticketCancelled'],
        [teacher!.id, 'sessionCancelled'],
      ].toSorted(),
    );
    const methods = (user: TestUser) => mails.find(({ to }) => to === user.id)?.entries.map(({ method }) => method);
    expect([methods(ada!), methods(ben!), methods(teacher!)]).toEqual([['CANCEL'], [], ['CANCEL']]);
  });

  test('notifies its instructors from its publication on, and those who no longer teach it', async () => {
    const id = await scheduled({ status: 'draft', instructorIds: [teacher!.id] });
    expect(await notified()).toEqual([]);
    await change(id, { status: 'published' });
    expect(await notified()).toMatchObject([
      { to: teacher!.id, event: 'sessionAssigned', entries: [{ method: 'REQUEST' }] },
    ]);
    await change(id, { instructorIds: [relief!.id] });
    const mails = await notified();
    expect(mails.find(({ to }) => to === relief!.id)).toMatchObject({ entries: [{ method: 'REQUEST' }] });
    expect(mails.find(({ to }) => to === teacher!.id)).toMatchObject({
      subject: 'You are no longer teaching: Joinery',
      entries: [{ method: 'CANCEL' }],
    });
  });

  test('that is deleted is taken out of the calendars of its instructors, one by one and by a change of its series', async () => {
    const id = await scheduled({ instructorIds: [teacher!.id, staff!.id] });
    const draft = await scheduled({ status: 'draft', instructorIds: [teacher!.id], ...evening('2026-11-06') });
    const [made] = await notified();
    for (const one of [draft, id])
      expect((await send('DELETE', `/api/instances/${one}`, staff!)).statusCode, 'deleted').toBe(200);
    const [former, ...others] = await notified();
    expect(others).toEqual([]);
    expect(former).toMatchObject({ to: teacher!.id, event: 'sessionCancelled', entries: [{ method: 'CANCEL' }] });
    expect(former!.entries[0]!.uid).toBe(made!.entries[0]!.uid);
    expect(former!.entries[0]!.sequence).toBeGreaterThan(made!.entries[0]!.sequence);
    const next = await scheduled({ instructorIds: [teacher!.id] });
    const known = await notified();
    expect((await send('POST', '/api/instances/actions/remove', staff!, { ids: [next] })).statusCode).toBe(200);
    expect(recipientsAndEvents([...known, ...(await notified())])).toEqual([
      [teacher!.id, 'sessionAssigned'],
      [teacher!.id, 'sessionCancelled'],
    ]);
  });

  test('in which people have seats neither becomes one of another event nor is over before it begins', async () => {
    const id = await scheduled();
    const other = Number((await makeRow(t.services, 'events', { title: 'Weaving', active: true })).id);
    await signUp(ada!, id);
    for (const values of [{ eventId: other }, { status: 'done' }]) {
      const answer = await send('PUT', `/api/instances/${id}`, staff!, values);
      expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([
        400,
        Object.keys(values),
      ]);
    }
    const free = await scheduled(evening('2026-11-06'));
    await change(free, { eventId: other });
    await change(free, { status: 'done' });
    await notified();
  });

  test('with others of its series is sent immediately to everyone concerned, with the entries of all', async () => {
    const values = { eventId: Number((await makeRow(t.services, 'events', { title: 'Joinery', active: true })).id) };
    const planned = await send('POST', '/api/scheduling/sessions', staff!, {
      ...{ rule: 'FREQ=DAILY;COUNT=3', exceptDates: [], isBookedAsWhole: false, overrideReason: null },
      values: {
        ...{ ...values, status: 'draft', capacity: 3, locationId: rooms[0], instructorIds: [teacher!.id] },
        ...evening('2026-11-03'),
      },
    });
    expect(planned.statusCode, planned.body).toBe(201);
    const [first, second, third] = planned.json<{ instanceIds: number[] }>().instanceIds;
    const change = async (changed: object) => {
      const body = { ids: [first], inputs: { scope: 'all', values: changed } };
      const answer = await send('POST', '/api/instances/actions/change', staff!, body);
      expect(answer.statusCode, answer.body).toBe(200);
      return { changes: answer.json<ActionAnswer>().changes };
    };
    const taken = await change({ status: 'published' });
    await notified();
    expect((await send('POST', '/api/undo', staff!, taken)).statusCode).toBe(200);
    expect((await notified()).map(({ subject, entries }) => [subject, entries.length])).toEqual([
      ['You are no longer teaching: Joinery', 3],
    ]);
    await change({ status: 'published' });
    const [published, ...more] = await notified();
    expect(more).toEqual([]);
    expect(published).toMatchObject({ to: teacher!.id, event: 'sessionAssigned' });
    expect(published!.entries.map(({ method, uid }) => [method, uid])).toEqual(
      [first, second, third].map((id) => ['REQUEST', `session-${id}`]),
    );
    for (const day of ['November 3', 'November 4', 'November 5']) expect(published!.text).toContain(day);
    for (const id of [first, second]) await signUp(ada!, id!);
    await signUp(ben!, second!);
    await notified();
    await change({ locationId: rooms[1] });
    const moved = await notified();
    const entriesOf = (user: TestUser) => moved.find(({ to }) => to === user.id)?.entries.map(({ uid }) => uid);
    expect(moved.map(({ event }) => event)).toEqual(['sessionMoved', 'sessionMoved', 'sessionMoved']);
    expect(entriesOf(teacher!)).toEqual([first, second, third].map((id) => `session-${id}`));
    expect(entriesOf(ada!)).toEqual([first, second].map((id) => `session-${id}`));
    expect(entriesOf(ben!)).toEqual([`session-${second}`]);
    await send('DELETE', `/api/instances/${third}`, staff!);
    expect((await notified()).map(({ entries }) => entries.length)).toEqual([1]);
    await change({ status: 'cancelled' });
    const ended = (await notified()).filter(({ to }) => to === teacher!.id);
    expect(ended.map(({ event, entries }) => [event, entries.map(({ method }) => method)])).toEqual([
      ['sessionCancelled', ['CANCEL', 'CANCEL']],
    ]);
  });

  test('notifies five hundred people in as many statements as one', async () => {
    const id = await scheduled({ capacity: 600 });
    const people = Array.from({ length: 500 }, (_, index) => ({
      username: `crowd${index}`,
      displayName: `Crowd ${index}`,
      email: `crowd${index}@example.edu`,
      active: true,
    }));
    const users = await t.services.db
      .insertInto('users')
      .values(people as never)
      .returning('id')
      .execute();
    await t.services.db
      .insertInto('tickets')
      .values(users.map((user) => ({ instanceId: id, userId: user.id, status: 'confirmed', source: 'web' }) as never))
      .execute();
    await change(id, evening('2026-11-19'));
    await releaseHeld(t.services);
    const { count } = await t.services.db
      .selectFrom('mails')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(500);
    const messages = await t.services.db
      .selectFrom('messages')
      .select('id')
      .where('event', '=', 'sessionMoved')
      .where('aboutId', '=', id)
      .execute();
    expect(messages).toHaveLength(1);
    await t.services.db.deleteFrom('mails').execute();
  });

  test('that is canceled is mailed to its people immediately, in their quiet hours too', async () => {
    const { clock, db } = t.services;
    const morning: Row = { startsAt: '2026-11-10T06:30:00-07:00', endsAt: '2026-11-10T08:00:00-07:00' };
    const later: Row = { startsAt: '2026-11-10T10:00:00-07:00', endsAt: '2026-11-10T11:00:00-07:00' };
    const [soon, noon] = [
      await scheduled({ ...morning, instructorIds: [teacher?.id ?? 0] }),
      await scheduled({ ...later, locationId: rooms[1] ?? 0 }),
    ];
    for (const id of [soon, noon]) await signUp(ada!, id);
    const quiet = { fromHour: 22, toHour: 7, zone: 'America/Denver' };
    await db
      .insertInto('quietHours')
      .values([ada!, teacher!].map(({ id: userId }) => ({ userId, ...quiet })))
      .execute();
    await notified();
    const [before, night, end] = [clock.now(), '2026-11-10T05:00:00.000Z', '2026-11-10T14:00:00.000Z'];
    clock.moveTo(night);
    const late = await t.createUser({ roles: ['EventAdmin'] });
    for (const id of [soon, noon])
      expect((await send('PUT', `/api/instances/${id}`, late, { status: 'cancelled' })).statusCode).toBe(200);
    await releaseHeld(t.services);
    const mails = await db.selectFrom('mails').select(['userId', 'dueAt', 'event']).orderBy('id').execute();
    await db.deleteFrom('mails').execute();
    await db.deleteFrom('quietHours').execute();
    clock.moveTo(before);
    expect(mails.map(({ userId, event, dueAt }) => [userId, event, Date.parse(dueAt) < Date.parse(end)])).toEqual([
      [ada!.id, 'ticketCancelled', true],
      [teacher!.id, 'sessionCancelled', true],
      [ada!.id, 'ticketCancelled', true],
    ]);
  });
});

describe('a change of several sessions in the list', () => {
  test('says how many people it notifies, and adds the note to their messages', async () => {
    const [one, two] = [await scheduled(), await scheduled(evening('2026-11-06'))];
    await signUp(ada!, one);
    await signUp(ben!, two);
    await notified();
    const planned = async (data: object, user = staff!) =>
      send('POST', '/api/instances/changes/plan', user, { ids: [one, two], data });
    expect((await planned({ locationId: rooms[1] })).json()).toEqual({ people: 2 });
    expect((await planned({ status: 'cancelled' })).json()).toEqual({ people: 2 });
    expect((await planned({ capacity: 9 })).json()).toEqual({ people: 0 });
    expect((await planned({ capacity: 9 }, ada!)).statusCode).toBe(403);
    const change = { ids: [one, two], data: { locationId: rooms[1] }, note: 'The wood shop is flooded.' };
    const answer = await send('PATCH', '/api/instances', staff!, change);
    expect(answer.statusCode, answer.body).toBe(200);
    const mails = await notified();
    expect(recipientsAndEvents(mails).toSorted()).toEqual(
      [
        [ada!.id, 'sessionMoved'],
        [ben!.id, 'sessionMoved'],
      ].toSorted(),
    );
    expect(mails.every(({ text }) => text.includes('The wood shop is flooded.'))).toBe(true);
  });
});

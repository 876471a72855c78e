import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RowChange } from '../../domain/calls/row-parts.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { GRACE } from '../../domain/messages/grace.ts';
import { releaseNotices } from '../../server/features/messages/release-notices.ts';
import { makeRow } from '../factories/any-row.ts';
import { releaseHeld } from './held-support.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

const MORNING = { startsAt: '2026-11-05T09:00:00-07:00', endsAt: '2026-11-05T11:00:00-07:00' };
const NOON = { startsAt: '2026-11-05T12:00:00-07:00', endsAt: '2026-11-05T14:00:00-07:00' };
const NIGHT = { startsAt: '2026-11-05T20:00:00-07:00', endsAt: '2026-11-05T22:00:00-07:00' };

let t: TestApp;
let [staff, ada, ben]: TestUser[] = [];
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo('2026-10-20T12:00:00Z');
  [staff, ada, ben] = await Promise.all(
    ['EventAdmin', 'Student', 'Student'].map((role) => t.createUser({ roles: [role] })),
  );
});
afterAll(() => t.close());

async function call<T>(method: 'GET' | 'POST' | 'PUT', url: string, user: TestUser, payload?: object): Promise<T> {
  const headers = { 'sec-fetch-site': 'same-origin', cookie: user.cookie };
  const answer = await t.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<T>();
}

/** A session in which both attendees have a seat, or one has while the other waits. */
async function session(given: Row = {}): Promise<number> {
  const eventId = Number((await makeRow(t.services, 'events', { title: 'Joinery', active: true })).id);
  const values = { eventId, status: 'published', capacity: 2, ...MORNING, ...given };
  const { id } = await call<{ id: number }>('POST', '/api/instances', staff!, values);
  for (const user of [ada!, ben!])
    await call('POST', `/api/events/instances/${id}/tickets`, user, { inAddition: true });
  await releaseHeld(t.services);
  await t.services.db.deleteFrom('mails').execute();
  await t.services.db.deleteFrom('messages').execute();
  return id;
}

const put = (id: number, values: object) => call<Row>('PUT', `/api/instances/${id}`, staff!, values);
const undo = (changes: readonly RowChange[]) => call('POST', '/api/undo', staff!, { changes });
const change = ({ id, version }: Row): RowChange => ({
  resource: 'instances',
  id: Number(id),
  version: Number(version),
});

/** Subjects of the mails and of the messages in the portal since the last call. */
async function received() {
  const { db } = t.services;
  const mails = await db.selectFrom('mails').select(['userId', 'subject']).orderBy('userId').execute();
  const messages = await db.selectFrom('messages').select(['subject', 'html']).orderBy('id').execute();
  await db.deleteFrom('mails').execute();
  await db.deleteFrom('messages').execute();
  return { mails: mails.map(({ userId, subject }) => [userId, subject]), messages };
}
const NOTHING = { mails: [], messages: [] };

/** What is sent when half a minute has passed. */
async function later() {
  t.services.clock.moveTo(t.services.clock.now() + GRACE + 1000);
  await releaseNotices(t.services);
  return received();
}

describe('a change of a session', () => {
  test('is announced after half a minute, in the portal too', async () => {
    const id = await session();
    await put(id, NOON);
    await releaseNotices(t.services);
    expect(await received()).toEqual(NOTHING);
    const { mails, messages } = await later();
    expect(new Map(mails as [number, string][])).toEqual(new Map([ada!, ben!].map(({ id }) => [id, 'Moved: Joinery'])));
    expect(messages).toHaveLength(1);
    expect(await later()).toEqual(NOTHING);
  });

  test('that is undone in time is announced to no one', async () => {
    const id = await session();
    await undo([change(await put(id, NOON))]);
    expect(await later()).toEqual(NOTHING);
    await put(id, NOON);
    await put(id, MORNING);
    expect(await later()).toEqual(NOTHING);
  });

  test('that is undone later is corrected', async () => {
    const id = await session();
    const moved = await put(id, NOON);
    await later();
    await undo([change(moved)]);
    const { mails, messages } = await later();
    expect(mails).toHaveLength(2);
    expect(messages[0]?.html).toMatch(/Now:<\/strong><br>[^<]*9 AM.*Before:<\/strong><br>[^<]*12 PM/s);
  });

  test('and the next one make one message, about the first time and the last', async () => {
    const id = await session();
    await put(id, NOON);
    t.services.clock.moveTo(t.services.clock.now() + 20_000);
    await put(id, NIGHT);
    t.services.clock.moveTo(t.services.clock.now() + 20_000);
    await releaseNotices(t.services);
    expect(await received()).toEqual(NOTHING);
    const { messages } = await later();
    expect(messages).toHaveLength(1);
    expect(messages[0]?.html).toMatch(/Now:<\/strong><br>[^<]*8 PM.*Before:<\/strong><br>[^<]*9 AM/s);
  });

  test('that cancels it is announced to no one if it is undone in time, and to those alone who lose by it', async () => {
    const id = await session();
    await undo([change(await put(id, { status: 'cancelled', ...NOON }))]);
    expect(await later()).toEqual(NOTHING);
    await put(id, { status: 'cancelled' });
    await put(id, { status: 'published', capacity: 1 });
    expect((await later()).mails).toEqual([[ben!.id, 'You are on the waitlist: Joinery']]);
  });

  test('counts the people on the waitlist before, and announces it to them in their own words', async () => {
    const id = await session({ capacity: 1 });
    const question = { ids: [id], inputs: { values: NOON } };
    expect(await call('POST', '/api/instances/actions/move/plan', staff!, question)).toMatchObject({
      title: 'Notify 2 people?',
      notes: [
        expect.stringContaining('2 people will be notified in half a minute, including 1 person on the waitlist.'),
      ],
    });
    await put(id, NOON);
    const { mails, messages } = await later();
    expect(mails).toHaveLength(2);
    expect(messages.filter(({ html }) => html.includes('leave the waitlist'))).toHaveLength(1);
  });

  test('is announced to a person who signs up in the meantime, if it is undone', async () => {
    const id = await session({ capacity: 3 });
    const moved = await put(id, NOON);
    const cleo = await t.createUser({ roles: ['Student'] });
    await call('POST', `/api/events/instances/${id}/tickets`, cleo, { inAddition: true });
    await received();
    await undo([change(moved)]);
    expect((await later()).mails).toEqual([[cleo.id, 'Moved: Joinery']]);
  });

  test('is not announced to a person who canceled in the meantime', async () => {
    const id = await session();
    await put(id, NOON);
    const { tickets } = await call<{ tickets: { ticket: { id: number; status: string } }[] }>(
      'GET',
      '/api/events/tickets?when=upcoming',
      ada!,
    );
    for (const { ticket } of tickets) await call('POST', `/api/events/tickets/${ticket.id}/cancel`, ada!);
    await received();
    expect((await later()).mails).toEqual([[ben!.id, 'Moved: Joinery']]);
  });
});

describe('a new price', () => {
  const setFee = async (id: number, feeCents: number | null) => {
    const { eventId } = await call<{ eventId: number }>('GET', `/api/instances/${id}`, staff!);
    return call('PUT', `/api/events/${eventId}`, staff!, { feeCents });
  };

  test('is announced to the waitlist only, unless it is undone in time', async () => {
    const id = await session({ capacity: 1 });
    const { eventId } = await call<{ eventId: number }>('GET', `/api/instances/${id}`, staff!);
    const peopleFor = (data: object) => call('POST', '/api/events/changes/plan', staff!, { ids: [eventId], data });
    expect(await peopleFor({ feeCents: 1250 })).toEqual({ people: 1 });
    expect(await peopleFor({ feeCents: null, summary: 'Wood' })).toEqual({ people: 0 });
    expect(await peopleFor({ feeCents: 'x'.repeat(200_000) })).toEqual({ people: 0 });
    expect(await call('POST', '/api/events/changes/plan', staff!, { ids: [], data: { feeCents: 1 } })).toEqual({
      people: 0,
    });
    await setFee(id, 1250);
    expect(await received()).toEqual(NOTHING);
    const { mails, messages } = await later();
    expect(mails).toEqual([[ben!.id, 'New price: Joinery']]);
    expect(messages[0]?.html).toMatch(/Now:<\/strong> \$12\.50.*Before:<\/strong> Free/s);
    await setFee(id, 2000);
    await setFee(id, 1250);
    expect(await later()).toEqual(NOTHING);
  });
});

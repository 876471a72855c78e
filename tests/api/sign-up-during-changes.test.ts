import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../../domain/values/json.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { releaseSeats } from '../../server/features/registration/seats/closed-accounts.ts';
import { withLockedSession } from '../../server/features/registration/seats/locked-session.ts';
import type { Tx } from '../../server/platform/database.ts';
import { makeRow } from '../factories/any-row.ts';
import { callAs, DAY, HOUR, isoAhead, makeSession } from './event-support.ts';
import { untilWaiting } from './lock-support.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let person: TestUser;
let other: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  [person, other] = await Promise.all([t.createUser({ roles: ['Student'] }), t.createUser({ roles: ['Student'] })]);
});
afterAll(() => t.close());

interface Ids {
  instanceId: number;
  eventId: number;
}

interface Change {
  name: string;
  event?: Row;
  instance?: Row;
  /** Before anything is locked. */
  before?: (ids: Ids) => Promise<unknown>;
  change: (tx: Tx, ids: Ids) => Promise<unknown>;
  /** What is sent with the sign-up. */
  payload?: (ids: Ids) => Promise<object>;
  answer: { status: number; code?: string; ticket?: string };
}

const update = (resource: string, pick: keyof Ids, data: Row) => (tx: Tx, ids: Ids) =>
  t.services.engine.update(SYSTEM, resource, ids[pick], data, { tx, command: true });
const event = (data: Row) => update('events', 'eventId', data);
const instance = (data: Row) => update('instances', 'instanceId', data);
const takeSeat = ({ instanceId }: Ids) => callAs(t, other, 'POST', `/api/events/instances/${instanceId}/tickets`);
const ahead = (milliseconds: number): string => isoAhead(t, milliseconds);

function questions(title: string): Json {
  return {
    type: 'object',
    additionalProperties: false,
    properties: { machine: { 'x-field': 'String', type: 'string', title, maxLength: 40 } },
    required: ['machine'],
    'x-order': ['machine'],
  };
}

/** A form with a published version. */
async function makeForm(): Promise<{ formId: number; versionId: number }> {
  const form = await makeRow(t.services, 'forms', { active: true, forEvents: true });
  const formId = Number(form['id']);
  const versionId = await addVersion(t.services.db as Tx, formId, 1);
  return { formId, versionId };
}

async function addVersion(tx: Tx, formId: number, number: number): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`insert into "formVersions" ("formId", "number", "costType", "publishedAt", "schema")
    values (${formId}, ${number}, 'Free', atrium_now(), ${JSON.stringify(questions(`Machine ${number}`))}::jsonb) returning "id"`.execute(
    tx,
  );
  const id = rows[0]?.id ?? 0;
  await sql`update "forms" set "currentVersionId" = ${id} where "id" = ${formId}`.execute(tx);
  return id;
}

async function formOf({ eventId }: Ids): Promise<{ formId: number; versionId: number }> {
  const { formId } = await t.services.engine.get(SYSTEM, 'events', eventId);
  const { currentVersionId } = await t.services.engine.get(SYSTEM, 'forms', formId ?? 0);
  return { formId: formId ?? 0, versionId: currentVersionId ?? 0 };
}

/** For the test alone, so that it does not count in the order of locks. */
const holdSession = (tx: Tx, id: number) => sql`select from "instances" where "id" = ${id} for update`.execute(tx);

const CHANGES: Change[] = [
  { name: 'event deactivated', change: event({ active: false }), answer: { status: 409, code: 'events.not-open' } },
  {
    name: 'event deleted',
    change: (tx, { eventId }) =>
      sql`update "events" set "deletedAt" = atrium_now() where "id" = ${eventId}`.execute(tx),
    answer: { status: 409, code: 'events.not-open' },
  },
  { name: 'fee added', change: event({ feeCents: 1500 }), answer: { status: 200, ticket: 'held 1500' } },
  {
    name: 'fee removed',
    event: { feeCents: 1500 },
    change: event({ feeCents: 0 }),
    answer: { status: 200, ticket: 'confirmed null' },
  },
  {
    name: 'capacity reduced',
    before: takeSeat,
    change: instance({ capacity: 1 }),
    answer: { status: 200, ticket: 'waitlisted null' },
  },
  {
    name: 'capacity raised',
    event: { waitlistOn: false },
    instance: { capacity: 1 },
    before: takeSeat,
    change: instance({ capacity: 2 }),
    answer: { status: 200, ticket: 'confirmed null' },
  },
  {
    name: 'waitlist switched off',
    instance: { capacity: 1 },
    before: takeSeat,
    change: event({ waitlistOn: false }),
    answer: { status: 409, code: 'events.full' },
  },
  {
    name: 'waitlist limited',
    instance: { capacity: 1 },
    before: async (ids) => {
      await takeSeat(ids);
      await callAs(
        t,
        await t.createUser({ roles: ['Student'] }),
        'POST',
        `/api/events/instances/${ids.instanceId}/tickets`,
      );
    },
    change: event({ waitlistMax: 1 }),
    answer: { status: 409, code: 'events.waitlist-full' },
  },
  {
    name: 'terms added',
    change: event({ liabilityText: 'Wear glasses.' }),
    answer: { status: 409, code: 'events.terms' },
  },
  { name: 'minimum age added', change: event({ minimumAge: 18 }), answer: { status: 409, code: 'events.terms' } },
  {
    name: 'prerequisite added',
    before: async () => (requiredEvent = Number((await makeRow(t.services, 'events', { active: true }))['id'])),
    change: (tx, { eventId }) =>
      t.services.engine.create(
        SYSTEM,
        'prerequisites',
        { eventId, kind: 'eventAttended', requiredEventId: requiredEvent },
        { tx, command: true },
      ),
    answer: { status: 409, code: 'events.prerequisites' },
  },
  {
    name: 'event limited to a role',
    change: event({ visibleToRoles: ['Staff'] }),
    answer: { status: 404 },
  },
  {
    name: 'category limited to a role',
    change: (tx, { eventId }) =>
      sql`update "categories" set "visibleToRoles" = '["Staff"]' where "id" = (select "categoryId" from "events" where "id" = ${eventId})`.execute(
        tx,
      ),
    answer: { status: 404 },
  },
  { name: 'session made private', change: instance({ isPrivate: true }), answer: { status: 404 } },
  {
    name: 'questions added',
    before: async () => (newForm = (await makeForm()).formId),
    change: (tx, ids) => event({ formId: newForm })(tx, ids),
    answer: { status: 422, code: 'events.invalid-answers' },
  },
  {
    name: 'questions published in a new version',
    before: async ({ eventId }) =>
      t.services.engine.update(SYSTEM, 'events', eventId, { formId: (await makeForm()).formId }, { command: true }),
    payload: async (ids) => ({ formVersionId: (await formOf(ids)).versionId, answers: { machine: 'Laser' } }),
    change: async (tx, { eventId }) => {
      const { formId } = await tx
        .selectFrom('events')
        .select('formId')
        .where('id', '=', eventId)
        .executeTakeFirstOrThrow();
      await addVersion(tx, formId ?? 0, 2);
    },
    answer: { status: 409, code: 'events.questions-changed' },
  },
  {
    name: 'questions removed',
    before: async ({ eventId }) =>
      t.services.engine.update(SYSTEM, 'events', eventId, { formId: (await makeForm()).formId }, { command: true }),
    change: event({ formId: null }),
    answer: { status: 200, ticket: 'confirmed null' },
  },
  {
    name: 'wishes no longer asked',
    payload: () => Promise.resolve({ wishes: 'A seat at the window' }),
    change: event({ asksWishes: false }),
    answer: { status: 409, code: 'events.questions-changed' },
  },
  {
    name: 'policy for no-shows added',
    before: async ({ eventId }) => {
      const missed = await makeSession(t, [-2 * DAY, -2 * DAY + HOUR], { instance: { eventId, status: 'done' } });
      await t.services.db
        .insertInto('tickets')
        .values({ instanceId: missed, userId: person.id, status: 'noShow', source: 'web' })
        .execute();
    },
    change: event({ noShowLimit: 1, limitDays: 30, blockDays: 30 }),
    answer: { status: 409, code: 'events.blocked' },
  },
  {
    name: 'session cancelled',
    change: instance({ status: 'cancelled' }),
    answer: { status: 409, code: 'events.cancelled' },
  },
  {
    name: 'session taken back to a draft',
    change: instance({ status: 'draft' }),
    answer: { status: 404 },
  },
  {
    name: 'session deleted',
    change: (tx, { instanceId }) => t.services.engine.remove(SYSTEM, 'instances', instanceId, { tx, command: true }),
    answer: { status: 404 },
  },
  {
    name: 'session moved to a time that is over',
    change: (tx, ids) => instance({ startsAt: ahead(-2 * HOUR), endsAt: ahead(-HOUR) })(tx, ids),
    answer: { status: 409, code: 'events.begun' },
  },
  {
    name: 'session moved beyond the opening of sign-up',
    change: (tx, ids) => instance({ startsAt: ahead(90 * DAY), endsAt: ahead(90 * DAY + HOUR) })(tx, ids),
    answer: { status: 409, code: 'events.too-early' },
  },
  {
    name: 'sign-up closes earlier',
    change: event({ signupClosesHours: 100 }),
    answer: { status: 409, code: 'events.closed' },
  },
  {
    name: 'sign-up closed for the session',
    change: (tx, ids) => instance({ signupClosesAt: ahead(-HOUR) })(tx, ids),
    answer: { status: 409, code: 'events.closed' },
  },
  {
    name: 'session moved to another event',
    before: async () =>
      (requiredEvent = Number((await makeRow(t.services, 'events', { active: true, feeCents: 700 }))['id'])),
    change: (tx, ids) => instance({ eventId: requiredEvent })(tx, ids),
    answer: { status: 200, ticket: 'held 700' },
  },
  {
    name: 'series booked as a whole',
    before: async ({ instanceId }) => {
      const { id } = await makeRow(t.services, 'eventSeries', { isBookedAsWhole: false });
      await t.services.db
        .updateTable('instances')
        .set({ seriesId: Number(id) })
        .where('id', '=', instanceId)
        .execute();
    },
    change: async (tx, { instanceId }) => {
      const { seriesId } = await tx
        .selectFrom('instances')
        .select('seriesId')
        .where('id', '=', instanceId)
        .executeTakeFirstOrThrow();
      await t.services.engine.update(
        SYSTEM,
        'eventSeries',
        seriesId ?? 0,
        { isBookedAsWhole: true },
        { tx, command: true },
      );
    },
    answer: { status: 409, code: 'events.part-of-series' },
  },
  {
    name: 'account closed',
    change: (tx) => tx.updateTable('users').set({ active: false }).where('id', '=', person.id).execute(),
    answer: { status: 404, code: 'events.no-person' },
  },
];
let requiredEvent = 0;
let newForm = 0;

test.each(CHANGES)('sign-up that waited for the lock obeys the change: $name', async (given) => {
  const { engine, db } = t.services;
  const eventId = Number((await makeRow(t.services, 'events', { active: true, feeCents: 0, ...given.event }))['id']);
  const instanceId = await makeSession(t, [2 * DAY, 2 * DAY + HOUR], { instance: { ...given.instance, eventId } });
  const ids = { instanceId, eventId };
  await given.before?.(ids);
  const payload = await given.payload?.(ids);
  let answer: ReturnType<typeof callAs> | undefined;
  await engine.transaction(async (tx) => {
    await holdSession(tx, instanceId);
    answer = callAs(t, person, 'POST', `/api/events/instances/${instanceId}/tickets`, payload);
    await untilWaiting(db);
    await given.change(tx, ids);
  });
  const { statusCode, body } = (await answer)!;
  const { code } = JSON.parse(body) as { code?: string };
  const own = await db
    .selectFrom('tickets')
    .select(['status', 'priceCents'])
    .where('instanceId', '=', instanceId)
    .where('userId', '=', person.id)
    .executeTakeFirst();
  const ticket = own && `${own.status} ${own.priceCents}`;
  expect({ status: statusCode, ...(code ? { code } : {}), ...(ticket ? { ticket } : {}) }).toMatchObject(given.answer);
  if (given.answer.ticket === undefined) expect(ticket).toBeUndefined();
});

test('an event is not deactivated if someone who signed up before has a seat', async () => {
  const eventId = Number((await makeRow(t.services, 'events', { active: true }))['id']);
  const instanceId = await makeSession(t, [2 * DAY, 2 * DAY + HOUR], { instance: { eventId } });
  const { engine, db } = t.services;
  let deactivation: Promise<unknown> | undefined;
  await engine.transaction(async (tx) => {
    await holdSession(tx, instanceId);
    deactivation = engine.update(SYSTEM, 'events', eventId, { active: false }, { command: true }).catch(String);
    await untilWaiting(db);
    await tx.updateTable('instances').set({ confirmed: 1 }).where('id', '=', instanceId).execute();
  });
  expect(await deactivation).toContain('active: People have seats in its upcoming sessions');
  expect(await engine.get(SYSTEM, 'events', eventId)).toMatchObject({ active: true });
});

test('the seat of an account that is closed while its sign-up is not committed is released', async () => {
  const { engine, db } = t.services;
  const leaver = await t.createUser({ roles: ['Student'] });
  const instanceId = await makeSession(t, [2 * DAY, 2 * DAY + HOUR]);
  let released: Promise<void> | undefined;
  await engine.transaction(async (tx) => {
    await withLockedSession(t.services, tx, instanceId, async (locked) => {
      const transition = locked.transition('none', 'attendee');
      if (transition === null) throw new Error('Sign-up is not open.');
      await locked.create({ userId: leaver.id, transition, source: 'web', by: { as: 'attendee', actor: SYSTEM } });
    });
    await sql`update "users" set "active" = false where "id" = ${leaver.id}`.execute(db);
    released = releaseSeats(t.services, leaver.id);
    await untilWaiting(db);
  });
  await released;
  const tickets = await db.selectFrom('tickets').select('status').where('userId', '=', leaver.id).execute();
  expect(tickets).toEqual([{ status: 'cancelled' }]);
});

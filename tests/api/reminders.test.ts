import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import type { ReminderTimes } from '../../domain/sessions/signup.ts';
import { remindOfHolds } from '../../server/features/registration/reminders/hold-ending.ts';
import { sendReminders } from '../../server/features/registration/reminders/reminders.ts';
import { makeRow } from '../factories/any-row.ts';
import { callAs, DAY, HOUR, makeSession } from './event-support.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const ALL: ReminderTimes = { week: true, day: true, hour: true };

/** A person with a seat in a session, signed up at `signedUp`, reminded at the times chosen (null: none were chosen). */
async function seat(
  startsAt: string,
  signedUp: string,
  times: ReminderTimes | null,
  given: Row = {},
  instanceGiven: Row = {},
) {
  t.services.clock.moveTo(signedUp);
  const user = await t.createUser({ roles: ['Student'] });
  if (times !== null) {
    const answer = await t.app.inject({
      method: 'PUT',
      url: '/api/events/reminders',
      headers: { cookie: user.cookie, 'sec-fetch-site': 'same-origin' },
      payload: times,
    });
    expect(answer.json()).toEqual(times);
  }
  const { id: locationId } = await makeRow(t.services, 'locations', { timezone: 'America/Denver' });
  const { id: eventId } = await makeRow(t.services, 'events', { active: true });
  const instance = await makeRow(t.services, 'instances', {
    eventId: eventId ?? null,
    locationId: locationId ?? null,
    status: 'published',
    capacity: 5,
    confirmed: 1,
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString(),
    ...instanceGiven,
  });
  await makeRow(t.services, 'tickets', {
    instanceId: instance.id ?? null,
    userId: user.id,
    status: 'confirmed',
    ...given,
  });
  return { user, instanceId: Number(instance.id) };
}

async function reminded(user: TestUser): Promise<number> {
  const rows = await t.services.db
    .selectFrom('messageRecipients as r')
    .innerJoin('messages as m', 'm.id', 'r.messageId')
    .select('m.id')
    .where('r.userId', '=', user.id)
    .where('m.event', '=', 'ticketReminder')
    .execute();
  return rows.length;
}

/** How many reminders there are after the job has run at each of the instants. */
async function after(user: TestUser, ...instants: string[]): Promise<number[]> {
  const counts: number[] = [];
  for (const instant of instants) {
    t.services.clock.moveTo(instant);
    await sendReminders(t.services);
    counts.push(await reminded(user));
  }
  return counts;
}

test('come at the chosen times, once each, from any process', async () => {
  const { user } = await seat('2031-05-20T16:00:00Z', '2031-05-01T00:00:00Z', ALL);
  expect(
    await after(user, '2031-05-13T15:55:00Z', '2031-05-13T16:05:00Z', '2031-05-13T16:10:00Z', '2031-05-19T16:05:00Z'),
  ).toEqual([0, 1, 1, 2]);
  t.services.clock.moveTo('2031-05-20T15:05:00Z');
  await Promise.all([sendReminders(t.services), sendReminders(t.services), sendReminders(t.services)]);
  expect(await reminded(user)).toBe(3);
});

test('arrive a day before by default, and not for people who turned them off', async () => {
  const usual = await seat('2031-06-20T16:00:00Z', '2031-06-01T00:00:00Z', null);
  const none = await seat('2031-06-20T16:00:00Z', '2031-06-01T00:00:00Z', { week: false, day: false, hour: false });
  const instants = ['2031-06-13T16:05:00Z', '2031-06-19T16:05:00Z', '2031-06-20T15:05:00Z'];
  expect(await after(usual.user, ...instants)).toEqual([0, 1, 1]);
  expect(await reminded(none.user)).toBe(0);
});

// In Denver 2031 the clocks go forward on March 9 and back on November 2: at 10 AM the day before it is 25 or 23 hours earlier.
test.each([
  ['forward', '2031-03-09T16:00:00Z', '2031-03-08T16:55:00Z', '2031-03-08T17:05:00Z'],
  ['back', '2031-11-02T17:00:00Z', '2031-11-01T15:55:00Z', '2031-11-01T16:05:00Z'],
])('come at the same time of day when the clocks go %s in between', async (_, startsAt, early, due) => {
  const { user } = await seat(startsAt, '2031-01-01T00:00:00Z', null);
  expect(await after(user, early, due, due)).toEqual([0, 1, 1]);
});

test('come again when the session is moved, and not when it is canceled', async () => {
  const { user, instanceId } = await seat('2031-07-20T16:00:00Z', '2031-07-01T00:00:00Z', null);
  expect(await after(user, '2031-07-19T16:05:00Z')).toEqual([1]);
  const moved = { startsAt: '2031-07-25T16:00:00Z', endsAt: '2031-07-25T17:00:00Z' };
  await t.services.engine.update(SYSTEM, 'instances', instanceId, moved);
  expect(await after(user, '2031-07-20T15:05:00Z', '2031-07-24T16:05:00Z')).toEqual([1, 2]);
  const other = await seat('2031-07-27T16:00:00Z', '2031-07-24T17:00:00Z', null);
  await t.services.engine.update(SYSTEM, 'instances', other.instanceId, { status: 'cancelled' });
  expect(await after(other.user, '2031-07-26T16:05:00Z')).toEqual([0]);
});

test('do not arrive without a seat, right after sign-up, or hours late', async () => {
  const waiting = await seat('2031-08-20T16:00:00Z', '2031-08-01T00:00:00Z', null, { status: 'waitlisted' });
  const recent = await seat('2031-08-20T16:00:00Z', '2031-08-19T16:02:00Z', null);
  expect(await after(waiting.user, '2031-08-19T16:05:00Z')).toEqual([0]);
  expect(await reminded(recent.user)).toBe(0);
  const missed = await seat('2031-08-22T16:00:00Z', '2031-08-19T17:00:00Z', null);
  expect(await after(missed.user, '2031-08-22T10:00:00Z')).toEqual([0]);
});

const date = (startsAt: string) => ({
  startsAt,
  endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString(),
});

test('arrive before each date of a session, also for people who attended the first', async () => {
  const dates = ['2031-09-09T23:00:00Z', '2031-09-16T23:00:00Z'].map(date);
  const times = { startsAt: dates[0]!.startsAt, endsAt: dates[1]!.endsAt, dates };
  const { user } = await seat(dates[0]!.startsAt, '2031-09-01T00:00:00Z', null, {}, times);
  expect(await after(user, '2031-09-08T23:05:00Z', '2031-09-09T00:00:00Z')).toEqual([1, 1]);
  await t.services.db.updateTable('tickets').set({ status: 'attended' }).where('userId', '=', user.id).execute();
  expect(await after(user, '2031-09-09T22:05:00Z', '2031-09-15T23:05:00Z', '2031-09-15T23:10:00Z')).toEqual([1, 2, 2]);
  const { html } = await t.services.db
    .selectFrom('messageRecipients as r')
    .innerJoin('messages as m', 'm.id', 'r.messageId')
    .select('m.html')
    .where('r.userId', '=', user.id)
    .orderBy('m.id', 'desc')
    .executeTakeFirstOrThrow();
  expect(html).toMatch(/September 16|Sep 16|16 Sep/);
});

/** When the mails of the reminders of someone are due to be sent. */
async function mailedAt({ id }: TestUser): Promise<string[]> {
  const rows = await t.services.db
    .selectFrom('mails')
    .select('dueAt')
    .where('userId', '=', id)
    .where('event', '=', 'ticketReminder')
    .execute();
  return rows.map(({ dueAt }) => new Date(String(dueAt)).toISOString());
}
const HOUR_ONLY: ReminderTimes = { week: false, day: false, hour: true };

describe('quiet hours from 10 PM to 7 AM', () => {
  const asleep = async (user: TestUser): Promise<void> => {
    const hours = { fromHour: 22, toHour: 7, zone: 'America/Denver' };
    await t.services.db
      .insertInto('quietHours')
      .values({ userId: user.id, ...hours })
      .execute();
  };

  // In Denver 2031 the clocks go forward on March 9 and back on November 2, at 2 AM.
  test.each([
    ['of a usual night', '2031-06-11T13:00:00Z', '2031-06-11T03:25:00Z', '2031-06-11T03:35:00Z'],
    ['when the clocks go forward', '2031-03-09T13:00:00Z', '2031-03-09T04:25:00Z', '2031-03-09T04:35:00Z'],
    ['when the clocks go back', '2031-11-02T14:00:00Z', '2031-11-02T03:25:00Z', '2031-11-02T03:35:00Z'],
  ])(
    'are not what a reminder for 7 AM waits for, %s: it comes half an hour before them',
    async (_, start, early, due) => {
      const { user } = await seat(start, '2031-01-01T00:00:00Z', HOUR_ONLY);
      await asleep(user);
      const within = new Date(Date.parse(start) - 3_300_000).toISOString();
      expect(await after(user, early, due, within)).toEqual([0, 1, 1]);
      const [at = ''] = await mailedAt(user);
      expect(Math.abs(Date.parse(at) - Date.parse(due))).toBeLessThan(60_000);
    },
  );

  test('put a reminder off where it still comes in time, and drop one for which it is too late', async () => {
    const { user } = await seat('2031-06-12T13:45:00Z', '2031-06-01T00:00:00Z', HOUR_ONLY);
    await asleep(user);
    expect(await after(user, '2031-06-12T03:35:00Z', '2031-06-12T12:50:00Z')).toEqual([0, 1]);
    expect(await mailedAt(user)).toEqual(['2031-06-12T13:00:00.000Z']);
    const late = await seat('2031-06-13T13:00:00Z', '2031-06-13T04:00:00Z', HOUR_ONLY);
    await asleep(late.user);
    expect(await after(late.user, '2031-06-13T04:05:00Z', '2031-06-13T12:05:00Z')).toEqual([0, 0]);
  });

  test('that begin between the time and the next look of the job come after it', async () => {
    const { user } = await seat('2031-06-14T04:58:00Z', '2031-06-01T00:00:00Z', HOUR_ONLY);
    await asleep(user);
    expect(await after(user, '2031-06-14T03:35:00Z', '2031-06-14T04:02:00Z')).toEqual([1, 1]);
    const [at = ''] = await mailedAt(user);
    expect(at < '2031-06-14T03:36:00Z').toBe(true);
  });
});

test('of a hold that is about to end come once, to holders who have not paid', async () => {
  t.services.clock.moveTo('2031-09-01T12:00:00Z');
  const instanceId = await makeSession(t, [19 * DAY, 19 * DAY + HOUR], {
    event: { feeCents: 500, offerHours: 8 },
  });
  const [late, quick] = [await t.createUser({ roles: ['Student'] }), await t.createUser({ roles: ['Student'] })];
  for (const user of [late, quick]) {
    const answer = await callAs(t, user, 'POST', `/api/events/instances/${instanceId}/tickets`, {});
    expect(answer.statusCode, answer.body).toBe(200);
  }
  await sql`update "tickets" set "status" = 'confirmed', "holdExpiresAt" = null where "userId" = ${quick.id}`.execute(
    t.services.db,
  );
  const notices = async (user: TestUser) => {
    const found = await t.services.db
      .selectFrom('messages as m')
      .innerJoin('messageRecipients as r', 'r.messageId', 'm.id')
      .select('m.id')
      .where('m.event', '=', 'ticketHoldEnding')
      .where('r.userId', '=', user.id)
      .execute();
    return found.length;
  };
  const counts: number[] = [];
  for (const instant of ['2031-09-01T17:55:00Z', '2031-09-01T18:05:00Z', '2031-09-01T19:00:00Z']) {
    t.services.clock.moveTo(instant);
    await Promise.all([remindOfHolds(t.services), remindOfHolds(t.services)]);
    counts.push(await notices(late));
  }
  expect(counts).toEqual([0, 1, 1]);
  expect(await notices(quick)).toBe(0);
});

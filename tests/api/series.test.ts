import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import type { ActionAnswer, ActionPlan } from '../../domain/calls/action-parts.ts';
import type { RowChange, RowChanges } from '../../domain/calls/row-parts.ts';
import type { Plan, PlannedAnswer } from '../../domain/calls/series.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

const ZONE = 'America/New_York';
const HOURS = { weekends: true, openTimes: [9, 9, 9, 9, 9, 9, 9], closeTimes: [17, 17, 17, 17, 17, 17, 17] };

let t: TestApp;
let scheduler: TestUser;
let admin: TestUser;
let eventId: number;
let rooms = 0;
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo('2027-01-04T12:00:00Z');
  scheduler = await t.createUser({ roles: ['EventScheduler'] });
  admin = await t.createUser({ roles: ['EventAdmin'] });
  eventId = Number((await makeRow(t.services, 'events', { title: 'Weaving', active: true })).id);
});
afterAll(() => t.close());

async function room(given: Row = {}): Promise<number> {
  rooms += 1;
  const row = { room: `R${rooms}`, timezone: ZONE, hours: null, active: true, ...given };
  return Number((await makeRow(t.services, 'locations', row)).id);
}

async function call(user: TestUser, method: 'POST' | 'PUT', url: string, payload: object) {
  const headers = { cookie: user.cookie, 'sec-fetch-site': 'same-origin' };
  return t.app.inject({ method, url: `/api/${url}`, headers, payload });
}

const values = (locationId: number, given: Row = {}): Row => ({
  eventId,
  locationId,
  status: 'draft',
  capacity: 5,
  startsAt: '2027-02-26T19:00:00Z',
  endsAt: '2027-02-26T20:30:00Z',
  ...given,
});

async function plan(locationId: number, given: object = {}, user = scheduler, first: Row = {}) {
  return call(user, 'POST', 'scheduling/sessions', {
    values: values(locationId, first),
    rule: 'FREQ=WEEKLY;COUNT=4',
    exceptDates: [],
    isBookedAsWhole: false,
    overrideReason: null,
    ...given,
  });
}

async function planned(locationId: number, given: object = {}, first: Row = {}): Promise<PlannedAnswer> {
  const answer = await plan(locationId, given, scheduler, first);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

const act = (action: string, id: number | undefined, inputs: object, user = scheduler) =>
  call(user, 'POST', `instances/actions/${action}`, { ids: [id], inputs });
const change = (id: number | undefined, inputs: object, user = scheduler) =>
  act('change', id, { scope: 'all', ...inputs }, user);
const byRule = (rule: string) => ({ by: 'rule', rule });
/** What a repetition made. */
const madeBy = (answer: { json: () => unknown }) => (answer.json() as { result: PlannedAnswer }).result;

async function rowsOf({ instanceIds }: PlannedAnswer): Promise<Row[]> {
  return Promise.all(instanceIds.map((id) => t.services.engine.get(SYSTEM, 'instances', id)));
}

const starts = (rows: Row[]): unknown[] => rows.map(({ startsAt }) => new Date(String(startsAt)).toISOString());

describe('a series', () => {
  test('takes place at the same local time on either side of the clock change, without the dates left out', async () => {
    const answer = await planned(await room(), { exceptDates: ['2027-03-05'], isBookedAsWhole: true });
    const rows = await rowsOf(answer);
    // New York's clocks go forward on March 14, 2027; two o'clock stays two o'clock.
    expect(starts(rows)).toEqual(['2027-02-26T19:00:00.000Z', '2027-03-12T19:00:00.000Z', '2027-03-19T18:00:00.000Z']);
    expect(rows.map(({ occurrence }) => occurrence)).toEqual(['2027-02-26', '2027-03-12', '2027-03-19']);
    expect(rows.map(({ endsAt }) => endsAt).at(-1)).toMatch('2027-03-19T19:30');
    expect(await t.services.engine.get(SYSTEM, 'eventSeries', answer.seriesId ?? 0)).toMatchObject({
      rule: 'FREQ=WEEKLY;COUNT=4',
      exceptDates: ['2027-03-05'],
      isBookedAsWhole: true,
    });
  });

  test('keeps the local time of a place whose clocks change on another day than the site’s, also where it is extended', async () => {
    const berlin = await room({ timezone: 'Europe/Berlin' });
    const first = { startsAt: '2027-03-12T17:00:00Z', endsAt: '2027-03-12T18:30:00Z' };
    const answer = await planned(berlin, { rule: 'FREQ=WEEKLY;COUNT=3' }, first);
    // Six in the evening in Berlin, whose clocks go forward on March 28; Denver's on March 14.
    expect(starts(await rowsOf(answer))).toEqual([
      ...['2027-03-12T17:00:00.000Z', '2027-03-19T17:00:00.000Z', '2027-03-26T17:00:00.000Z'],
    ]);
    const longer = await act('repeat', answer.instanceIds[0], byRule('FREQ=WEEKLY;UNTIL=20270402;BYDAY=FR'));
    expect(longer.statusCode, longer.body).toBe(200);
    expect(starts(await rowsOf(madeBy(longer))).at(-1)).toBe('2027-04-02T16:00:00.000Z');
  });

  test('moves the opening of sign-up with each session', async () => {
    const rows = await rowsOf(await planned(await room(), {}, { signupOpensAt: '2027-02-20T14:00:00Z' }));
    expect(rows.map(({ signupOpensAt }) => new Date(String(signupOpensAt)).toISOString())).toEqual([
      '2027-02-20T14:00:00.000Z',
      '2027-02-27T14:00:00.000Z',
      '2027-03-06T14:00:00.000Z',
      '2027-03-13T14:00:00.000Z',
    ]);
  });

  test('is created once, also for repeated calls with one key', async () => {
    const locationId = await room();
    const send = () =>
      t.app.inject({
        method: 'POST',
        url: '/api/scheduling/sessions',
        headers: { cookie: scheduler.cookie, 'sec-fetch-site': 'same-origin', 'idempotency-key': 'series-once-1' },
        payload: {
          ...{ values: values(locationId), rule: 'FREQ=DAILY;COUNT=3', exceptDates: [] },
          ...{ isBookedAsWhole: false, overrideReason: null },
        },
      });
    const first = (await send()).json<PlannedAnswer>();
    expect((await send()).json()).toEqual(first);
    expect(first.instanceIds).toHaveLength(3);
  });

  test('is created by more people at the same time than there are connections', async () => {
    const places = await Promise.all(Array.from({ length: 12 }, () => room()));
    const answers = await Promise.all(places.map((locationId) => plan(locationId)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(places.map(() => 201));
  });

  test('of too many sessions, without an end, or of a rule that is none is refused', async () => {
    const locationId = await room();
    const codes = [];
    for (const rule of ['FREQ=DAILY', 'FREQ=DAILY;COUNT=201', 'FREQ=HOURLY', 'FREQ=WEEKLY;BYDAY=MO;COUNT=3'])
      codes.push((await plan(locationId, { rule })).statusCode);
    expect(codes).toEqual([400, 400, 400, 400]);
    expect((await plan(locationId, {}, await t.createUser({ roles: ['EventProcessor'] }))).statusCode).toBe(403);
  });
});

describe('what is in the way', () => {
  test('is listed by name before anything is saved: conflicts with the place, people, blocks and closed hours', async () => {
    const locationId = await room({ hours: HOURS });
    const teacher = await t.createUser({ username: 'noor', roles: ['Staff'] });
    await planned(locationId, { rule: null }, { startsAt: '2027-03-05T19:30:00Z', endsAt: '2027-03-05T20:00:00Z' });
    await planned(
      await room(),
      { rule: null },
      { startsAt: '2027-03-12T20:00:00Z', endsAt: '2027-03-12T21:00:00Z', instructorIds: [teacher.id] },
    );
    await makeRow(t.services, 'blocks', {
      ...{ title: 'Laser service', kind: 'maintenance', locationId },
      ...{ startsAt: '2027-03-19T12:00:00Z', endsAt: '2027-03-19T22:00:00Z' },
    });
    const answer = await call(scheduler, 'POST', 'scheduling/sessions/plan', {
      ...{ startsAt: '2027-02-26T19:00:00Z', endsAt: '2027-02-26T20:30:00Z' },
      ...{ locationId, instructorIds: [teacher.id], rule: 'FREQ=WEEKLY;COUNT=4' },
    });
    const { sessions, timezone, canOverrideConflicts } = answer.json<Plan>();
    expect([timezone, canOverrideConflicts]).toEqual([ZONE, false]);
    expect(sessions.map(({ date, conflicts }) => [date, conflicts.map(({ text }) => text)])).toEqual([
      ['2027-02-26', []],
      ['2027-03-05', ['Overlaps Weaving, 2:30 PM – 3 PM']],
      ['2027-03-12', ['noor is at Weaving']],
      ['2027-03-19', ['During Laser service']],
    ]);
    const early = await call(admin, 'POST', 'scheduling/sessions/plan', {
      ...{ startsAt: '2027-02-23T13:00:00Z', endsAt: '2027-02-23T14:30:00Z' },
      ...{ locationId, instructorIds: [], rule: null },
    });
    expect(early.json<Plan>()).toMatchObject({
      canOverrideConflicts: true,
      sessions: [{ conflicts: [{ kind: 'closed', text: 'Outside opening hours' }] }],
    });
  });

  test('can be another session of the same series, listed by its date', async () => {
    const answer = await plan(await room(), { rule: 'FREQ=DAILY;COUNT=2' }, scheduler, {
      endsAt: '2027-02-27T19:30:00Z',
    });
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      409,
      'Feb 26, 2027: Overlaps another session of this series, on Feb 27, 2027. ' +
        'Feb 27, 2027: Overlaps another session of this series, on Feb 26, 2027. Nothing was saved.',
    ]);
  });

  test('is refused for every way in, and a session that only changes its seats is not asked', async () => {
    const locationId = await room();
    const first = await planned(locationId, { rule: null });
    const again = await plan(locationId, { rule: null });
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'scheduling.conflict']);
    expect(again.json<{ detail: string }>().detail).toContain('Feb 26, 2027: Overlaps Weaving, 2 PM – 3:30 PM');
    expect((await call(scheduler, 'POST', 'instances', values(locationId))).statusCode).toBe(409);
    const other = await planned(await room(), { rule: null });
    const [id] = other.instanceIds;
    const moved = await call(scheduler, 'PUT', `instances/${id}`, { locationId });
    expect([moved.statusCode, moved.json<{ code: string }>().code]).toEqual([409, 'scheduling.conflict']);
    expect((await change(id, { scope: 'one', values: { locationId } })).statusCode).toBe(409);
    expect((await call(scheduler, 'PUT', `instances/${first.instanceIds[0]}`, { capacity: 9 })).statusCode).toBe(200);
    // A cancelled one is in no one's way, until it takes place again.
    await call(scheduler, 'PUT', `instances/${first.instanceIds[0]}`, { status: 'cancelled' });
    expect((await call(scheduler, 'PUT', `instances/${id}`, { locationId })).statusCode).toBe(200);
    expect(
      (await call(scheduler, 'PUT', `instances/${first.instanceIds[0]}`, { status: 'published' })).statusCode,
    ).toBe(409);
  });

  test('can be overridden with permission, and stores the person and the reason', async () => {
    const locationId = await room();
    await planned(locationId, { rule: null });
    const overrideReason = 'Both groups fit';
    const refused = await plan(locationId, { rule: null, overrideReason });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'scheduling.no-override']);
    const answer = await plan(locationId, { overrideReason }, admin);
    expect(answer.statusCode, answer.body).toBe(201);
    const { instanceIds } = answer.json<PlannedAnswer>();
    const { rows } = await t.services.engine.list(SYSTEM, 'conflictOverrides', { filter: { instanceId: instanceIds } });
    expect(rows).toMatchObject([
      {
        instanceId: instanceIds[0],
        reason: overrideReason,
        createdById: admin.id,
        conflicts: 'Overlaps Weaving, 2 PM – 3:30 PM',
      },
    ]);
  });

  test('is a refusal in the question of those who cannot override it, and a reason to enter for others', async () => {
    const locationId = await room();
    await planned(locationId, { rule: null });
    const [id] = (await planned(await room())).instanceIds;
    const question = async (user: TestUser, scope: string) =>
      (
        await call(user, 'POST', 'instances/actions/move/plan', {
          ...{ ids: [id], inputs: { scope, values: { locationId } } },
        })
      ).json<ActionPlan>();
    const text = '1 session has a conflict. Choose another time or place';
    expect(await question(scheduler, 'one')).toMatchObject({
      notes: [{ text: `${text}. Only event administrators can schedule it anyway.`, tone: 'refusal' }],
      inputs: { scope: {} },
      items: { items: [{ fault: 'Overlaps Weaving, 2 PM – 3:30 PM' }] },
    });
    expect((await question(scheduler, 'all')).notes).toMatchObject([
      { text: `${text}, or skip these dates. Only event administrators can schedule them anyway.`, tone: 'refusal' },
    ]);
    expect(await question(admin, 'one')).toMatchObject({
      notes: [{ text: `${text}, or schedule it anyway and give a reason.`, tone: 'warning' }],
      inputs: { scope: {}, overrideReason: {} },
    });
  });

  test('is checked on each date of a session with several, for any command', async () => {
    const locationId = await room();
    const there = await planned(
      locationId,
      { rule: null },
      { startsAt: '2027-03-01T19:00:00Z', endsAt: '2027-03-01T20:30:00Z' },
    );
    const dates = [{ startsAt: '2027-03-01T20:00:00Z', endsAt: '2027-03-01T21:00:00Z' }];
    const words = 'Feb 26, 2027: Overlaps Weaving, 2 PM – 3:30 PM';
    const question: Row = { ...values(locationId), dates };
    const asked = await call(scheduler, 'POST', 'scheduling/sessions/plan', {
      ...{ startsAt: question['startsAt'], endsAt: question['endsAt'], dates, locationId },
      ...{ instructorIds: [], rule: null },
    });
    expect(asked.json<Plan>().sessions[0]).toMatchObject({
      endsAt: '2027-03-01T21:00:00.000Z',
      conflicts: [{ text: 'Overlaps Weaving, 2 PM – 3:30 PM' }],
    });
    const single = await plan(locationId, { rule: null }, scheduler, { dates });
    expect([single.statusCode, single.json<{ detail: string }>().detail]).toEqual([
      409,
      `${words}. Nothing was saved.`,
    ]);
    // The second session of the series is a week later, and so is its second date.
    const earlier = { startsAt: '2027-02-19T19:00:00Z', endsAt: '2027-02-19T20:30:00Z' };
    const before = [{ startsAt: '2027-02-22T20:00:00Z', endsAt: '2027-02-22T21:00:00Z' }];
    const series = await plan(locationId, { rule: 'FREQ=WEEKLY;COUNT=2' }, scheduler, { ...earlier, dates: before });
    expect(series.json<{ detail: string }>().detail).toContain(words);
    const [id] = (await planned(locationId, { rule: null }, {})).instanceIds;
    const own = { startsAt: '2027-02-26T19:00:00Z', endsAt: '2027-02-26T20:30:00Z' };
    const body = { scope: 'one', values: { dates: [own, ...dates] } };
    expect((await change(id, body)).json<{ detail: string }>().detail).toContain('Overlaps Weaving');
    const overrideReason = await change(id, { ...body, overrideReason: 'Both fit' }, admin);
    expect(overrideReason.statusCode, overrideReason.body).toBe(200);
    expect(there.instanceIds).toHaveLength(1);
  });

  test('refuses invalid values with a reason', async () => {
    const locationId = await room();
    const [id] = (await planned(locationId, { rule: null })).instanceIds;
    const none: Row[] = [
      { instructorIds: 'everyone' },
      { locationId: { id: 1 } },
      { dates: [{ startsAt: 'soon', endsAt: 'later' }] },
      { dates: [{ startsAt: '2027-03-01T19:00:00Z', endsAt: '2027-03-01T20:00:00Z', locationId: 'x' }] },
      { dates: 'x'.repeat(200_000) },
      { startsAt: 'tomorrow' },
    ];
    for (const given of none) {
      const field = Object.keys(given)[0] ?? '';
      for (const answer of [
        await plan(locationId, { rule: null }, scheduler, given),
        await change(id, { scope: 'one', values: given }),
      ]) {
        expect(answer.statusCode, answer.body).toBe(400);
        expect(answer.json<{ errors: Row }>().errors).toHaveProperty(field);
      }
    }
  });

  test('is found by one of two who plan at the same time', async () => {
    const locationId = await room();
    const answers = await Promise.all(Array.from({ length: 6 }, () => plan(locationId, {})));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  });
});

describe('a change', () => {
  test('of all moves each in local time, and leaves what one has of its own', async () => {
    const there = await planned(await room());
    const [first, second, third] = there.instanceIds;
    const day = { startsAt: '2027-03-06T20:00:00Z', endsAt: '2027-03-06T21:00:00Z' };
    expect((await call(scheduler, 'PUT', `instances/${second}`, day)).statusCode).toBe(200);
    expect((await change(third, { scope: 'one', values: { capacity: 9 } })).statusCode).toBe(200);
    const later = { startsAt: '2027-02-26T20:00:00Z', endsAt: '2027-02-26T22:00:00Z', capacity: 7 };
    const answer = await change(first, { values: later });
    expect(answer.statusCode, answer.body).toBe(200);
    const rows = await rowsOf(there);
    expect(starts(rows)).toEqual([
      '2027-02-26T20:00:00.000Z',
      '2027-03-06T20:00:00.000Z',
      '2027-03-12T20:00:00.000Z',
      '2027-03-19T19:00:00.000Z',
    ]);
    expect(rows.map(({ capacity }) => capacity)).toEqual([7, 7, 9, 7]);
    expect(rows.map(({ ownFields }) => ownFields)).toEqual([null, ['endsAt', 'startsAt'], ['capacity'], null]);
    const { changes } = answer.json<RowChanges>();
    expect(changes).toHaveLength(4);
    expect((await call(scheduler, 'POST', 'undo', { changes })).statusCode).toBe(200);
    expect(starts(await rowsOf(there))[3]).toBe('2027-03-19T18:00:00.000Z');
  });

  test('that is undone leaves no exceptions for later changes', async () => {
    const there = await planned(await room());
    const [first, second] = there.instanceIds;
    const before = (await rowsOf(there)).map(({ capacity, startsAt, ownFields }) => ({
      capacity,
      startsAt,
      ownFields,
    }));
    const moved = { startsAt: '2027-03-06T20:00:00Z', endsAt: '2027-03-06T21:00:00Z' };
    const one = { scope: 'one', values: moved };
    for (const write of [
      () => change(second, one),
      () => change(second, { scope: 'one', values: { capacity: 9 } }),
      () => change(first, { values: { capacity: 7 } }),
    ]) {
      const answer = await write();
      expect(answer.statusCode, answer.body).toBe(200);
      const undone = await call(scheduler, 'POST', 'undo', { changes: answer.json<RowChanges>().changes });
      expect(undone.statusCode, undone.body).toBe(200);
      expect(await rowsOf(there)).toMatchObject(before);
    }
    // A drag in the calendar is an ordinary write.
    const { version } = (await call(scheduler, 'PUT', `instances/${second}`, moved)).json<{ version: number }>();
    const changes = [{ resource: 'instances', id: second, version }];
    expect((await call(scheduler, 'POST', 'undo', { changes })).statusCode).toBe(200);
    expect(await rowsOf(there)).toMatchObject(before);
  });

  test('of one and all that follow says what it would do, and leaves out what is to stay', async () => {
    const there = await planned(await room());
    const [, second, third] = there.instanceIds;
    const question = { scope: 'following', values: { capacity: 8 }, leave: [String(third)] };
    const answer = await act('change/plan', second, question);
    const { title, items } = answer.json<ActionPlan>();
    expect(title).toBe('Change 2 sessions?');
    expect(items?.items.map(({ key, isLeft }) => [key, isLeft])).toEqual([
      [String(second), false],
      [String(third), true],
      [String(there.instanceIds[3]), false],
    ]);
    await change(second, question);
    expect((await rowsOf(there)).map(({ capacity }) => capacity)).toEqual([5, 8, 5, 8]);
  });

  test('of a daily series by a day is not in its own way', async () => {
    const there = await planned(await room(), { rule: 'FREQ=DAILY;COUNT=3' });
    const next = { startsAt: '2027-02-27T19:00:00Z', endsAt: '2027-02-27T20:30:00Z' };
    expect((await change(there.instanceIds[0], { values: next })).statusCode).toBe(200);
  });

  test('publishes drafts, cancels what is live, and touches nothing that is over or canceled', async () => {
    const there = await planned(await room());
    const [first, second] = there.instanceIds;
    await change(second, { scope: 'one', values: { status: 'cancelled' } });
    await change(first, { values: { status: 'published' } });
    const statuses = async () => (await rowsOf(there)).map(({ status }) => status);
    expect(await statuses()).toEqual(['published', 'cancelled', 'published', 'published']);
    await t.services.engine.update(
      SYSTEM,
      'instances',
      first ?? 0,
      { startsAt: '2027-01-01T12:00:00Z', endsAt: '2027-01-01T13:00:00Z' },
      { command: true },
    );
    await change(there.instanceIds[3], { values: { status: 'cancelled' } });
    expect(await statuses()).toEqual(['published', 'cancelled', 'cancelled', 'cancelled']);
  });

  test('is one transaction: what one of them refuses, none does', async () => {
    const there = await planned(await room(), {}, { status: 'published' });
    const [first, second] = there.instanceIds;
    for (const username of ['one', 'two']) {
      const { id: userId } = await t.createUser({ username });
      await makeRow(t.services, 'tickets', { instanceId: second ?? 0, userId, status: 'confirmed' });
    }
    await t.services.db
      .updateTable('instances')
      .set({ confirmed: 2 })
      .where('id', '=', second ?? 0)
      .execute();
    const answer = await change(first, { values: { capacity: 1 } });
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      400,
      'Mar 5, 2027: capacity: 2 seats are taken. Cancel sign-ups first.',
    ]);
    expect((await rowsOf(there)).map(({ capacity }) => capacity)).toEqual([5, 5, 5, 5]);
  });

  test('extends a series, by further dates or by another rule for the following sessions', async () => {
    const there = await planned(await room(), { exceptDates: ['2027-03-05'] }, { status: 'published' });
    const [first, second, third] = there.instanceIds;
    const repeat = (id: number | undefined, inputs: object) => act('repeat', id, inputs);
    const days = async () => {
      const { rows } = await t.services.engine.list(SYSTEM, 'instances', {
        filter: { seriesId: there.seriesId },
        sort: ['startsAt', 'ASC'],
      });
      return rows.map((row) => String(row.startsAt).slice(0, 16));
    };
    const question = await act('repeat/plan', first, { by: 'rule' });
    expect(question.json<ActionPlan>().inputs).toMatchObject({
      rule: { default: 'FREQ=WEEKLY;UNTIL=20270319', 'x-starts': '2027-02-26' },
    });
    // The date that the series leaves out stays left out.
    const until = byRule('FREQ=WEEKLY;UNTIL=20270402;BYDAY=FR');
    const plan = await act('repeat/plan', first, until);
    expect(plan.json<ActionPlan>().items?.items.map(({ key, note, isLeft }) => [key, note, isLeft])).toEqual([
      ['2027-03-05', 'New', true],
      ['2027-03-26', 'New', false],
      ['2027-04-02', 'New', false],
    ]);
    const longer = await repeat(first, until);
    expect(longer.statusCode, longer.body).toBe(200);
    const { changes } = longer.json<ActionAnswer>();
    expect(changes.map(({ resource }) => resource)).toEqual(['eventSeries', 'instances', 'instances']);
    const added = madeBy(longer);
    expect(await days()).toEqual([
      ...['2027-02-26T19:00', '2027-03-12T19:00', '2027-03-19T18:00', '2027-03-26T18:00', '2027-04-02T18:00'],
    ]);
    const [last] = await rowsOf({ ...added, instanceIds: added.instanceIds.slice(-1) });
    expect(last).toMatchObject({ status: 'published', capacity: 5, occurrence: '2027-04-02', confirmed: 0 });
    expect(await t.services.engine.get(SYSTEM, 'eventSeries', there.seriesId ?? 0)).toMatchObject({
      ...{ rule: 'FREQ=WEEKLY;UNTIL=20270402;BYDAY=FR', exceptDates: ['2027-03-05'] },
    });
    expect((await call(scheduler, 'POST', 'undo', { changes })).statusCode).toBe(200);
    expect(await days()).toHaveLength(3);
    expect(await t.services.engine.get(SYSTEM, 'eventSeries', there.seriesId ?? 0)).toMatchObject({
      ...{ rule: 'FREQ=WEEKLY;COUNT=4', exceptDates: ['2027-03-05'] },
    });
    // A date is added at the same local time; one that is there already is not added twice.
    expect((await repeat(second, { dates: ['2027-03-30', '2027-03-19'] })).statusCode).toBe(200);
    expect((await days()).slice(2)).toEqual(['2027-03-19T18:00', '2027-03-30T18:00']);
    // A session with an earlier ticket stays; others that the rule leaves out are deleted.
    const { id: userId } = await t.createUser({ username: 'kept' });
    await makeRow(t.services, 'tickets', { instanceId: third ?? 0, userId, status: 'confirmed' });
    const other = await repeat(second, byRule('FREQ=DAILY;INTERVAL=2;COUNT=3'));
    expect(other.statusCode, other.body).toBe(200);
    expect(await days()).toEqual([
      ...['2027-02-26T19:00', '2027-03-12T19:00', '2027-03-14T18:00', '2027-03-16T18:00', '2027-03-19T18:00'],
    ]);
  });

  test('undoes a series with all its sessions, and restores it', async () => {
    const series = async (id: number | null) =>
      (await t.services.engine.list(SYSTEM, 'eventSeries', { filter: { id: id ?? 0 } })).total;
    const undo = async (changes: readonly RowChange[], user = scheduler) => {
      const answer = await call(user, 'POST', 'undo', { changes });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<RowChanges>().changes;
    };
    const locationId = await room();
    const alone = await planned(locationId, { rule: null });
    const [id] = alone.instanceIds;
    const repeated = await act('repeat', id, byRule('FREQ=WEEKLY;COUNT=3'));
    const made = madeBy(repeated);
    expect([made.instanceIds.length, await series(made.seriesId)]).toEqual([3, 1]);
    const redo = await undo(repeated.json<ActionAnswer>().changes);
    expect(await series(made.seriesId)).toBe(0);
    expect(await rowsOf(alone)).toMatchObject([{ id, seriesId: null, occurrence: null }]);
    await undo(redo);
    expect(await rowsOf(made)).toMatchObject(made.instanceIds.map(() => ({ seriesId: made.seriesId })));
    expect(await series(made.seriesId)).toBe(1);
    // One that was planned knowing what is in its way leaves no word of that either.
    const overrideReason = await plan(locationId, { overrideReason: 'Both fit' }, admin);
    expect(overrideReason.statusCode, overrideReason.body).toBe(201);
    const conflicting = overrideReason.json<PlannedAnswer>();
    const noted = async () =>
      (await t.services.engine.list(SYSTEM, 'conflictOverrides', { filter: { instanceId: conflicting.instanceIds } }))
        .total;
    expect(await noted()).toBe(3);
    await undo(conflicting.changes, admin);
    expect([await series(conflicting.seriesId), await noted()]).toEqual([0, 0]);
  });

  test('makes a series of a session, refuses a conflict and dates of the past, and needs the right to plan', async () => {
    const locationId = await room();
    const [id] = (await planned(locationId, { rule: null })).instanceIds;
    await planned(locationId, { rule: null }, { startsAt: '2027-02-27T19:30:00Z', endsAt: '2027-02-27T20:00:00Z' });
    const repeat = (inputs: object, user = scheduler) => act('repeat', id, inputs, user);
    const daily = byRule('FREQ=DAILY;COUNT=3');
    const refused = await repeat(daily);
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      409,
      'Feb 27, 2027: Overlaps Weaving, 2:30 PM – 3 PM. Nothing was saved.',
    ]);
    expect((await repeat({ ...daily, overrideReason: 'Both fit' })).statusCode).toBe(403);
    expect((await repeat({ dates: ['2027-01-02'] })).statusCode).toBe(400);
    expect((await repeat(byRule('FREQ=DAILY'))).statusCode).toBe(400);
    expect((await repeat(daily, await t.createUser({ roles: ['EventProcessor'] }))).statusCode).toBe(403);
    const made = await repeat({ ...daily, leave: ['2027-02-27'] });
    expect(made.statusCode, made.body).toBe(200);
    expect((await rowsOf(madeBy(made))).map(({ occurrence, seriesId }) => [occurrence, seriesId])).toEqual([
      ['2027-02-26', madeBy(made).seriesId],
      ['2027-02-28', madeBy(made).seriesId],
    ]);
    const nothing = await repeat({ dates: ['2027-02-26'] });
    expect([nothing.statusCode, nothing.json<{ errors: Row }>().errors]).toEqual([
      400,
      { dates: 'Choose dates on which there is no session yet.' },
    ]);
  });

  test('of how a series is booked, or of its dates where it is booked as a whole, is refused once someone has a ticket', async () => {
    const there = await planned(await room(), { isBookedAsWhole: true }, { status: 'published' });
    const booked = (isBookedAsWhole: boolean) =>
      call(scheduler, 'PUT', `eventSeries/${there.seriesId}`, { isBookedAsWhole });
    expect((await booked(false)).statusCode).toBe(200);
    expect((await booked(true)).statusCode).toBe(200);
    const { id: userId } = await t.createUser({ username: 'whole' });
    await makeRow(t.services, 'tickets', { instanceId: there.instanceIds[1] ?? 0, userId, status: 'waitlisted' });
    const refused = await booked(false);
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      409,
      'People have signed up for this series as a whole. You can change how it is booked only while no one has a ticket.',
    ]);
    const longer = await act('repeat', there.instanceIds[0], { dates: ['2027-04-30'] });
    expect([longer.statusCode, longer.json<{ code: string }>().code]).toEqual([409, 'scheduling.series-has-tickets']);
    await t.services.db.updateTable('tickets').set({ status: 'cancelled' }).where('userId', '=', userId).execute();
    expect((await booked(false)).statusCode).toBe(200);
  });

  test('is refused to people who have not seen a later change, of any kind', async () => {
    const { instanceIds } = await planned(await room(), { rule: 'FREQ=WEEKLY;COUNT=2' });
    const [id] = instanceIds;
    await call(admin, 'PUT', `instances/${id}`, { capacity: 7 });
    const actions = { change: { scope: 'one', values: { capacity: 9 } }, repeat: { dates: ['2027-04-30'] } };
    for (const [action, inputs] of Object.entries(actions)) {
      const body = { ids: [id], seen: { [String(id)]: 1 }, inputs };
      const answer = await call(scheduler, 'POST', `instances/actions/${action}`, body);
      expect([answer.statusCode, answer.json<{ detail: string }>().detail], action).toEqual([
        409,
        'It has changed since you opened it.',
      ]);
    }
  });

  test('deletes those that follow, which can be undone', async () => {
    const there = await planned(await room());
    const deletion = { ids: [there.instanceIds[2]], inputs: { scope: 'following' } };
    const question = await call(scheduler, 'POST', 'instances/actions/remove/plan', deletion);
    expect(question.json<ActionPlan>()).toMatchObject({ title: 'Delete 2 sessions?', ids: deletion.ids });
    const answer = await call(scheduler, 'POST', 'instances/actions/remove', deletion);
    const { changes } = answer.json<ActionAnswer>();
    expect(changes.map(({ id }) => id)).toEqual(there.instanceIds.slice(2));
    await call(scheduler, 'POST', 'undo', { changes });
    expect((await rowsOf(there)).map(({ seriesId }) => seriesId)).toEqual(Array(4).fill(there.seriesId));
  });
});

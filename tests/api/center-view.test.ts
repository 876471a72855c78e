import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CenterChoice, CenterView } from '../../domain/calls/centers.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
let location: number;
let center: number;

const WEEK = 7 * 86_400_000;
/** A Tuesday, 2 PM in Denver, nine days after the clocks went forward. */
const NOW = Date.parse('2030-03-19T14:00:00-06:00');

beforeAll(async () => {
  t = await startTestApp();
  location = await make('locations', { timezone: 'America/Denver', isPublic: true, active: true });
});
afterAll(() => t.close());
beforeEach(async () => {
  t.services.clock.moveTo(NOW);
  await t.services.db.updateTable('centers').set({ active: false }).execute();
  center = await make('centers', {
    name: `Makeshop ${NOW}-${(count += 1)}`,
    locationId: location,
    active: true,
    capacity: 40,
  });
});
let count = 0;

async function make(resource: string, values: Row): Promise<number> {
  return Number((await makeRow(t.services, resource, values)).id);
}

async function view(id = center): Promise<CenterView> {
  const answer = await t.app.inject(`/api/centers/${id}/view`);
  expect(answer.statusCode).toBe(200);
  return answer.json<CenterView>();
}

const at = (instant: number) => new Date(instant).toISOString();

function visit(arrivedAt: number, departedAt: number | null): Promise<number> {
  return make('visits', {
    ...{ centerId: center, visitorName: 'Ada Byron', method: 'visitor' },
    ...{ arrivedAt: at(arrivedAt), departedAt: departedAt === null ? null : at(departedAt) },
  });
}

describe('the view of a center', () => {
  test('is listed for visitors while the center is active, without a location that is not public', async () => {
    const listed = async () => (await t.app.inject('/api/centers/views')).json<CenterChoice[]>();
    const { name } = await view();
    expect(await listed()).toEqual([{ id: center, name, locationId: location }]);
    await t.services.db.updateTable('locations').set({ isPublic: false }).where('id', '=', location).execute();
    expect(await listed()).toEqual([{ id: center, name, locationId: null }]);
    await t.services.db.updateTable('locations').set({ isPublic: true }).where('id', '=', location).execute();
    await t.services.db.updateTable('centers').set({ active: false }).where('id', '=', center).execute();
    expect(await listed()).toEqual([]);
  });

  test('shows visitors who is on duty by first name, the machines and no more', async () => {
    const grace = await make('users', { username: 'ghopper', displayName: 'Hopper, Grace', active: true });
    const hour = 3_600_000;
    const duty = (from: number, to: number, task: string) =>
      make('duties', {
        centerId: center,
        userId: grace,
        task,
        startsAt: at(NOW + from * hour),
        endsAt: at(NOW + to * hour),
      });
    await duty(-1, 1, 'Laser cutters');
    await duty(3, 5, 'Front desk');
    await duty(-3, -1, 'Over');
    await duty(24, 25, 'Tomorrow');
    await make('machines', {
      name: 'Saw',
      centerId: center,
      state: 'maintenance',
      stateNote: 'Until Friday',
      active: true,
    });
    await make('machines', { name: 'Lathe', centerId: center, state: 'available', active: true });
    await make('machines', { name: 'Old lathe', centerId: center, state: 'available', active: false });
    await visit(NOW - hour, null);
    const answer = await t.app.inject(`/api/centers/${center}/view`);
    expect(answer.json<CenterView>()).toMatchObject({
      locationId: location,
      timezone: 'America/Denver',
      pageName: null,
      duties: [
        { firstName: 'Grace', task: 'Laser cutters' },
        { firstName: 'Grace', task: 'Front desk' },
      ],
      machines: [
        { name: 'Lathe', state: 'available', note: null },
        { name: 'Saw', state: 'maintenance', note: 'Until Friday' },
      ],
      crowd: { here: 1, usual: null, capacity: 40 },
    });
    expect(answer.body).not.toMatch(/Hopper|ghopper|Byron/);
  });

  test('compares the crowd with the median of the same time in eight weeks', async () => {
    const hour = 3_600_000;
    // Before March 10, 2 PM is an hour later in UTC.
    const twoPm = (weeks: number) => NOW - weeks * WEEK + (weeks > 1 ? hour : 0);
    for (const [week, people] of [1, 9, 2, 5].entries())
      for (let person = 0; person < people; person += 1)
        await visit(twoPm(week + 1) - 600_000, twoPm(week + 1) + 600_000);
    // At other times, and before the eight weeks.
    await visit(twoPm(2) - 2 * hour, twoPm(2) - hour);
    expect((await view()).crowd).toEqual({ here: 0, usual: 3.5, capacity: 40 });
    await visit(NOW - 9 * WEEK, NOW - 9 * WEEK + hour);
    // Weeks without people count from the first visit on.
    expect((await fresh()).crowd.usual).toBe(0.5);
  });

  test('is that of its published page of cards, and of no other', async () => {
    const values = { name: `center-${count}`, title: 'Makeshop', type: 'Card', published: true };
    const pageId = await make('pages', values);
    await t.services.engine.update(SYSTEM, 'centers', center, { pageId }, { command: true });
    expect((await view()).pageName).toBe(values.name);
    await t.services.engine.update(SYSTEM, 'pages', pageId, { published: false }, { command: true });
    expect((await fresh()).pageName).toBeNull();
  });

  test('announces until the last day, without scripts', async () => {
    const announcement = '<p>Closed for <strong>exams</strong><script>alert(1)</script></p>';
    const values = { announcement, announcedUntil: '2030-03-19' };
    await t.services.engine.update(SYSTEM, 'centers', center, values, { command: true });
    expect((await view()).announcement).toBe('<p>Closed for <strong>exams</strong></p>');
    t.services.clock.moveTo(NOW + 12 * 3_600_000);
    expect((await fresh()).announcement).toBeNull();
  });

  test('hides locations that visitors cannot see, and centers that are not active', async () => {
    await t.services.engine.update(SYSTEM, 'locations', location, { isPublic: false }, { command: true });
    expect((await view()).locationId).toBeNull();
    await t.services.engine.update(SYSTEM, 'locations', location, { isPublic: true }, { command: true });
    await t.services.engine.update(SYSTEM, 'centers', center, { active: false }, { command: true });
    expect(expectProblem(await t.app.inject(`/api/centers/${center}/view`))).toMatchObject({
      status: 404,
      code: 'centers.not-found',
    });
    expect(expectProblem(await t.app.inject('/api/centers/999999/view'))).toMatchObject({
      status: 404,
      code: 'centers.not-found',
    });
  });
});

/** Responses to visitors are stored for the minute. */
async function fresh(): Promise<CenterView> {
  t.services.clock.moveTo(t.services.clock.now() + 61_000);
  return view();
}

describe('a location', () => {
  test('has one active center, whichever of two writers comes first', async () => {
    const place = await make('locations', { active: true });
    const values = { locationId: place, active: true };
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => makeRow(t.services, 'centers', values)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const second = await makeRow(t.services, 'centers', { ...values, active: false });
    const activate = () =>
      t.services.engine.update(SYSTEM, 'centers', Number(second.id), { active: true }, { command: true });
    await expect(activate()).rejects.toMatchObject({
      problem: { errors: { locationId: 'This location has another active center. Deactivate that one first.' } },
    });
    const elsewhere = await make('locations', { active: true });
    await t.services.engine.update(
      ...([SYSTEM, 'centers', Number(second.id), { locationId: elsewhere }, { command: true }] as const),
    );
    await activate();
    // A center without a location is no rival.
    await makeRow(t.services, 'centers', { active: true });
    await makeRow(t.services, 'centers', { active: true });
  });
});

describe('rules', () => {
  test('a duty ends after it starts, and names of machines differ within a center', async () => {
    const duty = { centerId: center, startsAt: at(NOW), endsAt: at(NOW) };
    await expect(makeRow(t.services, 'duties', duty)).rejects.toMatchObject({
      problem: { errors: { endsAt: 'Must be after the start.' } },
    });
    await make('duties', { ...duty, endsAt: at(NOW + 60_000) });
    await make('machines', { name: 'Saw', centerId: center });
    await expect(makeRow(t.services, 'machines', { name: 'Saw', centerId: center })).rejects.toThrow();
    const other = await make('centers', { active: true });
    await make('machines', { name: 'Saw', centerId: other });
  });

  test('a changed waiver is a new edition', async () => {
    const id = await make('waiverTexts', { title: `Waiver ${count}`, html: '<p>One</p>', active: true });
    const update = (values: Row) => t.services.engine.update(SYSTEM, 'waiverTexts', id, values, { command: true });
    expect(await update({ validDays: 30 })).toMatchObject({ edition: 1 });
    expect(await update({ html: '<p>Two</p>' })).toMatchObject({ edition: 2 });
  });
});

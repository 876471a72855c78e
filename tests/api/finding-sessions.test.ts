import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SessionChoices, UpcomingSessions } from '../../domain/calls/sessions.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

/** A Tuesday in the site's zone, which is seven hours behind. */
const NOW = '2031-11-25T15:00:00Z';

let t: TestApp;
let [laserRoom, sewingRoom, laser, sewing]: number[] = [];
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo(NOW);
  const place = async (displayName: string, room: string) =>
    Number(
      (
        await makeRow(t.services, 'locations', {
          ...{
            displayName,
            buildingCode: 'FIND',
            room,
            timezone: 'America/Denver',
            active: true,
            isPublic: true,
          },
        })
      )['id'],
    );
  [laserRoom, sewingRoom] = [await place('Laser room', '1B10'), await place('Textile room', '2B20')];
  laser = await event('Laser cutting', 'Wood and 100% acrylic');
  sewing = await event('Sewing', 'Bags');
});
afterAll(() => t.close());

async function event(title: string, summary: string): Promise<number> {
  const category = await makeRow(t.services, 'categories', { name: `About ${title}`, active: true });
  const row = {
    title,
    summary,
    categoryId: category['id'] ?? null,
    active: true,
    waitlistOn: true,
    signupClosesHours: 1,
  };
  return Number((await makeRow(t.services, 'events', row))['id']);
}

async function session(eventId: number | undefined, startsAt: string, more: Row = {}): Promise<number> {
  const endsAt = new Date(Date.parse(startsAt) + 3_600_000).toISOString();
  const own = {
    locationId: null,
    locationNote: null,
    signupOpensAt: null,
    signupClosesAt: null,
    capacity: 2,
    confirmed: 0,
  };
  return Number(
    (
      await makeRow(t.services, 'instances', {
        eventId: eventId ?? 0,
        status: 'published',
        startsAt,
        endsAt,
        ...own,
        ...more,
      })
    )['id'],
  );
}

async function found(query: string): Promise<number[]> {
  const answer = await t.app.inject({ url: `/api/events/sessions?${query}` });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<UpcomingSessions>().sessions.map(({ id }) => id);
}

describe('upcoming sessions are found by', () => {
  let [today, evening, saturday, nextWeek, december]: number[] = [];
  beforeAll(async () => {
    today = await session(laser, '2031-11-25T17:00:00Z', { locationId: laserRoom ?? 0 });
    // 5 PM, and 4:59 PM on the day after.
    evening = await session(laser, '2031-11-26T00:00:00Z', { locationId: laserRoom ?? 0, confirmed: 2 });
    saturday = await session(sewing, '2031-11-29T18:00:00Z', { locationId: sewingRoom ?? 0 });
    nextWeek = await session(sewing, '2031-11-30T23:59:00Z', { locationNote: 'In the courtyard' });
    december = await session(laser, '2031-12-02T23:59:00Z', { signupClosesAt: '2031-11-01T00:00:00Z' });
  });

  test.each<[string, () => (number | undefined)[]]>([
    ['', () => [today, evening, saturday, nextWeek, december]],
    ['when=today', () => [today, evening]],
    ['when=week', () => [today, evening, saturday]],
    ['when=month', () => [today, evening, saturday, nextWeek]],
    ['from=2031-11-26&to=2031-11-30&page=1', () => [saturday, nextWeek]],
    ['from=2031-11-30&page=1', () => [nextWeek, december]],
    ['to=2031-11-25&page=1', () => [today, evening]],
    ['hours=daytime', () => [today, december]],
    ['hours=evenings', () => [evening]],
    ['hours=weekends', () => [saturday, nextWeek]],
    ['seats=free', () => [today, saturday, nextWeek]],
    ['q=LASER', () => [today, evening, december]],
    ['q=laser+room', () => [today, evening]],
    ['q=bags+courtyard', () => [nextWeek]],
    ['q=about+sew', () => [saturday, nextWeek]],
    ['q=100%25', () => [today, evening, december]],
    ['q=%25', () => [today, evening, december]],
    ['q=_', () => []],
    ['q=about+hours=', () => []],
  ])('%s', async (query, expected) => expect(await found(query)).toEqual(expected()));

  test('place and event, with what can be chosen', async () => {
    expect(await found(`locationId=${laserRoom}`)).toEqual([today, evening]);
    expect(await found(`locationId=${laserRoom}&seats=free&eventId=${laser}&when=week&hours=daytime&q=cut`)).toEqual([
      today,
    ]);
    const choices = (await t.app.inject({ url: '/api/events/sessions/choices' })).json<SessionChoices>();
    expect(choices.events.map(({ title }) => title)).toEqual(['Laser cutting', 'Sewing']);
    expect(choices.categories.map(({ name }) => name)).toEqual(['About Laser cutting', 'About Sewing']);
    expect(choices.places).toEqual([
      { id: laserRoom, name: 'Laser room, FIND 1B10' },
      { id: sewingRoom, name: 'Textile room, FIND 2B20' },
    ]);
  });

  test('are counted again once one is added, changed or withdrawn', async () => {
    const reader = await t.createUser({ roles: ['Student'] });
    const total = async (): Promise<number> =>
      (
        await t.app.inject({ url: `/api/events/sessions?eventId=${sewing}`, headers: { cookie: reader.cookie } })
      ).json<UpcomingSessions>().total;
    const before = await total();
    const id = await session(sewing, '2031-12-21T18:00:00Z');
    expect(await total()).toBe(before + 1);
    await t.services.engine.update(SYSTEM, 'instances', id, { status: 'draft' }, { command: true });
    expect(await total()).toBe(before);
    await t.services.engine.update(SYSTEM, 'events', sewing ?? 0, { active: false }, { command: true });
    expect(await total()).toBe(0);
    await t.services.engine.update(SYSTEM, 'events', sewing ?? 0, { active: true }, { command: true });
    expect(await total()).toBe(before);
  });

  test('a place only while visitors see it', async () => {
    const hidden = await makeRow(t.services, 'locations', { displayName: 'Vault', isPublic: false, active: true });
    const id = await session(sewing, '2031-12-20T18:00:00Z', { locationId: hidden['id'] ?? null });
    expect(await found(`locationId=${Number(hidden['id'])}`)).toEqual([]);
    expect(await found('q=vault')).toEqual([]);
    expect(await found('from=2031-12-20&to=2031-12-20')).toEqual([id]);
  });

  test.each([
    'when=later',
    'hours=nights',
    'seats=2',
    'locationId=x',
    'from=2031-02-30&page=1',
    'q[]=a',
    `q=${'x'.repeat(101)}`,
  ])('nothing where there is no such filter: %s', async (query) =>
    expect((await t.app.inject({ url: `/api/events/sessions?${query}` })).statusCode).toBe(400),
  );
});

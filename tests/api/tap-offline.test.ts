import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOST_TAPS } from '../../domain/sessions/taps.ts';
import type { OfflineTap } from '../../domain/calls/taps.ts';
import { makeRow } from '../factories/any-row.ts';
import { HOUR, MORNING } from './event-support.ts';
import { startTestApp, type TestApp } from './support.ts';
import { giveCard, makeStation, newCard, type TestStation } from './tap-support.ts';

const MINUTE = 60_000;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo(MORNING);
});
afterAll(() => t.close());

const instant = (at: number): string => new Date(at).toISOString();
async function newPeople(count: number): Promise<{ id: number; card: string }[]> {
  const rows = Array.from({ length: count }, () => ({
    username: randomUUID(),
    displayName: 'Ada Byron',
    active: true,
  }));
  const people = await t.services.db.insertInto('users').values(rows).returning('id').execute();
  const cards: { id: number; card: string }[] = [];
  for (const { id } of people) cards.push({ id, card: await giveCard(t, id, newCard()) });
  return cards;
}
const send = (station: TestStation, taps: readonly OfflineTap[], sentAt = t.services.clock.now()) =>
  station.post('taps/batch', { sentAt: instant(sentAt), taps });
const tapAt = (card: string, at: number): OfflineTap => ({ key: randomUUID(), text: card, at: instant(at) });
const rowsOf = (table: 'visits' | 'taps', centerId: number) =>
  t.services.db
    .selectFrom(table)
    .selectAll()
    .where('centerId', '=', centerId)
    .orderBy('tappedAt' as never)
    .execute();
const visitsOf = (centerId: number) =>
  t.services.db.selectFrom('visits').selectAll().where('centerId', '=', centerId).orderBy('arrivedAt').execute();

test('200 taps without a connection become 200 visits, once each, at their own times, whatever fails in between', async () => {
  const station = await makeStation(t);
  const people = await newPeople(200);
  const now = t.services.clock.now();
  const taps = people.map(({ card }, index) => tapAt(card, now - HOUR + index * 1_000));
  // Some writes fail, as when the database is lost in the middle of a batch.
  await sql`create sequence failing`.execute(t.services.db);
  await sql`create function fail_sometimes() returns trigger language plpgsql as $$
    begin if nextval('failing') % 37 = 0 then raise exception 'The connection is cut'; end if; return new; end $$`.execute(
    t.services.db,
  );
  await sql`create trigger failing before insert on "taps" for each row execute function fail_sometimes()`.execute(
    t.services.db,
  );
  let failures = 0;
  for (let from = 0; from < taps.length; from += MOST_TAPS) {
    const batch = taps.slice(from, from + MOST_TAPS);
    for (;;) {
      const { statusCode } = await send(station, batch);
      if (statusCode === 200) break;
      expect(statusCode).toBe(500);
      failures += 1;
    }
    // The answer was lost.
    await send(station, batch);
  }
  await sql`drop trigger failing on "taps"`.execute(t.services.db);
  expect(failures).toBeGreaterThan(3);
  const visits = await visitsOf(station.centerId);
  expect(visits.map(({ userId, arrivedAt }) => [userId, arrivedAt])).toEqual(
    people.map(({ id }, index) => [id, instant(now - HOUR + index * 1_000)]),
  );
  const recorded = await rowsOf('taps', station.centerId);
  expect(recorded).toHaveLength(200);
  expect(
    recorded.every(
      ({ isUnverified, outcome }: { isUnverified?: unknown; outcome?: unknown }) =>
        isUnverified === true && outcome === 'arrived',
    ),
  ).toBe(true);
});

test('a clock that is off is corrected, and no tap lies in the future', async () => {
  const station = await makeStation(t);
  const [ada, ben] = await newPeople(2);
  const now = t.services.clock.now();
  const wrong = now + 3 * HOUR;
  await send(station, [tapAt(ada!.card, wrong - 10 * MINUTE), tapAt(ben!.card, wrong + HOUR)], wrong);
  const times = (await visitsOf(station.centerId)).map(({ arrivedAt }) => Date.parse(arrivedAt) - now);
  expect(Math.abs(times[0]! + 10 * MINUTE)).toBeLessThan(MINUTE);
  expect(times[1]).toBeLessThan(MINUTE);
});

test('arrival and departure of the same outage make one visit', async () => {
  const station = await makeStation(t);
  const [ada] = await newPeople(1);
  const now = t.services.clock.now();
  const at = [now - 3 * HOUR, now - 3 * HOUR + 5_000, now - HOUR];
  await send(
    station,
    at.map((each) => tapAt(ada!.card, each)),
  );
  expect(await visitsOf(station.centerId)).toMatchObject([
    { arrivedAt: instant(at[0]!), departedAt: instant(at[2]!), openKey: null },
  ]);
});

test('staff see who would have been refused: they were here anyway', async () => {
  const waiverTextId = Number(
    (await makeRow(t.services, 'waiverTexts', { title: 'Offline', html: '<p>Hello</p>', active: true })).id,
  );
  const station = await makeStation(t);
  const [ada, ben, eve] = await newPeople(3);
  await makeRow(t.services, 'centerUsers', {
    centerId: station.centerId,
    userId: ada!.id,
    status: 'blocked',
    blockReason: 'Left a machine on',
  });
  const now = t.services.clock.now();
  await send(station, [tapAt(ada!.card, now - HOUR), tapAt(newCard(), now - HOUR + MINUTE)]);
  await t.services.db
    .updateTable('centers')
    .set({ waiverTextIds: JSON.stringify([waiverTextId]) as never })
    .where('id', '=', station.centerId)
    .execute();
  await send(station, [tapAt(ben!.card, now - HOUR + 2 * MINUTE)]);
  await t.services.db
    .updateTable('centers')
    .set({ waiverTextIds: null, capacity: 1 })
    .where('id', '=', station.centerId)
    .execute();
  await send(station, [tapAt(eve!.card, now - HOUR + 3 * MINUTE)]);
  expect(await rowsOf('taps', station.centerId)).toMatchObject([
    { outcome: 'seeStaff', reason: 'Blocked', isUnverified: true },
    { outcome: 'unknown', reason: 'Card without an account', isUnverified: true, visitId: null },
    { outcome: 'refused', reason: 'A required waiver is not signed', isUnverified: true },
    { outcome: 'refused', reason: 'The center is full', isUnverified: true },
  ]);
  expect((await visitsOf(station.centerId)).map(({ userId }) => userId)).toEqual([ada!.id, ben!.id, eve!.id]);
});

test('a tap of another station meanwhile is not taken for another visit', async () => {
  const station = await makeStation(t);
  const [ada] = await newPeople(1);
  const now = t.services.clock.now();
  // Recorded by a station with a connection, while this one had none.
  await station.tap(ada!.card);
  await send(station, [tapAt(ada!.card, now - HOUR)]);
  expect(await visitsOf(station.centerId)).toMatchObject([{ arrivedAt: instant(now - HOUR), departedAt: null }]);
});

test('a batch says nothing about cards', async () => {
  const station = await makeStation(t);
  const [ada] = await newPeople(1);
  const now = t.services.clock.now();
  const known = await send(station, [tapAt(ada!.card, now)]);
  const unknown = await send(station, [tapAt(newCard(), now)]);
  expect(known.json()).toEqual({ recorded: 1 });
  expect(unknown.json()).toEqual(known.json());
});

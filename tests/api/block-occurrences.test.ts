import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OccurrenceScope } from '../../domain/hours/calendar.ts';
import type { RowChanges } from '../../domain/calls/row-parts.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { occurrencesOf } from '../../server/features/sessions/blocks/series.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let admin: string;
let place: number;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.loginAs('calendaradmin');
  place = Number((await makeRow(t.services, 'locations', { timezone: 'America/New_York' })).id);
});
afterAll(() => t.close());

/** Mondays from October 12, 2026, 9 to 11 in New York; the clock is set back on 1 November. */
const series = (given: Row = {}): Promise<Row> =>
  makeRow(t.services, 'blocks', {
    title: 'Service',
    publicTitle: 'Closed for service',
    kind: 'maintenance',
    notes: 'Filters',
    locationId: place,
    startsAt: '2026-10-12T13:00:00Z',
    endsAt: '2026-10-12T15:00:00Z',
    rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=6',
    exceptDates: ['2026-10-26'],
    ...given,
  });

const call = (method: 'POST' | 'DELETE', path: string, payload?: Row, headers: Record<string, string> = {}) =>
  t.app.inject({
    method,
    url: `/api/blocks/${path}`,
    headers: { cookie: admin, ...headers },
    ...(payload ? { payload } : {}),
  });
const move = (row: Row, date: string, scope: OccurrenceScope, startsAt: string, endsAt: string, locationId = place) =>
  call('POST', `${String(row.id)}/occurrences/${date}`, { scope, startsAt, endsAt, locationId });
const remove = (row: Row, date: string, scope: OccurrenceScope) =>
  call('DELETE', `${String(row.id)}/occurrences/${date}?scope=${scope}`);

/** All that takes place by these blocks, in local time. */
async function times(ids: unknown[], zone = 'America/New_York'): Promise<string[]> {
  const rows = await t.services.db
    .selectFrom('blocks')
    .selectAll()
    .where('deletedAt', 'is', null)
    .where('id', 'in', ids.map(Number))
    .execute();
  const format = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return rows
    .flatMap((row) => occurrencesOf(row, zone, 0, Date.parse('2030-01-01T00:00:00Z')))
    .toSorted((a, b) => a.startsAt - b.startsAt)
    .map(({ startsAt, endsAt }) => `${format.format(startsAt)}–${format.format(endsAt).slice(11)}`);
}

const ALL = ['2026-10-12', '2026-10-19', '2026-11-02', '2026-11-09', '2026-11-16'].map((date) => `${date} 09:00–11:00`);

describe('an occurrence that is moved', () => {
  test('alone can get its own text, in one write that is checked like a block', async () => {
    const row = await series();
    const to = { scope: 'one', startsAt: '2026-11-02T15:00:00Z', endsAt: '2026-11-02T16:00:00Z', locationId: place };
    const words = { title: 'Inspection', publicTitle: null, kind: 'private', notes: null };
    const path = `${String(row.id)}/occurrences/2026-11-02`;
    const refused = await call('POST', path, { ...to, as: { ...words, kind: 'party' } });
    expect(expectProblem(refused)).toMatchObject({ status: 400 });
    expect(await times([row.id])).toEqual(ALL);
    const { changes } = (await call('POST', path, { ...to, as: words })).json<RowChanges>();
    const own = changes.find(({ id }) => id !== row.id);
    expect(changes).toHaveLength(2);
    const made = await t.services.db
      .selectFrom('blocks')
      .select(['title', 'publicTitle', 'kind', 'notes'])
      .where('id', '=', Number(own?.id))
      .executeTakeFirst();
    expect(made).toEqual(words);
  });

  test('alone becomes a block of its own, left out of its series', async () => {
    const row = await series();
    const answer = await move(row, '2026-11-02', 'one', '2026-11-03T18:00:00Z', '2026-11-03T19:00:00Z');
    const { changes } = answer.json<RowChanges>();
    expect(changes).toEqual([
      { resource: 'blocks', id: row.id, version: 2 },
      { resource: 'blocks', id: expect.any(Number) as number, version: 1 },
    ]);
    const ids = changes.map(({ id }) => id);
    expect(await times(ids)).toEqual([...ALL.slice(0, 2), '2026-11-03 13:00–14:00', ...ALL.slice(3)]);
    const own = await t.services.db
      .selectFrom('blocks')
      .selectAll()
      .where('id', '=', Number(ids[1]))
      .executeTakeFirst();
    expect(own).toMatchObject({ title: 'Service', publicTitle: 'Closed for service', notes: 'Filters', rule: null });
  });

  test('with those that follow makes a series of its own, with its exceptions and what is left of its count', async () => {
    const row = await series({ exceptDates: ['2026-10-19', '2026-11-09'] });
    const answer = await move(row, '2026-10-26', 'following', '2026-10-27T17:00:00Z', '2026-10-27T18:30:00Z');
    const ids = answer.json<RowChanges>().changes.map(({ id }) => id);
    expect(await times(ids)).toEqual([
      '2026-10-12 09:00–11:00',
      '2026-10-27 13:00–14:30',
      '2026-11-03 13:00–14:30',
      '2026-11-17 13:00–14:30',
    ]);
  });

  test('with all moves the whole series, its rule and its exceptions, at the same local time', async () => {
    const row = await series();
    const answer = await move(row, '2026-11-09', 'all', '2026-11-10T13:30:00Z', '2026-11-10T15:00:00Z');
    expect(answer.json<RowChanges>().changes).toEqual([{ resource: 'blocks', id: row.id, version: 2 }]);
    expect(await times([row.id])).toEqual(
      ['2026-10-13', '2026-10-20', '2026-11-03', '2026-11-10', '2026-11-17'].map((date) => `${date} 08:30–10:00`),
    );
  });

  test('to another place keeps the local time that it was given there', async () => {
    const row = await series();
    const other = Number((await makeRow(t.services, 'locations', { timezone: 'America/Denver' })).id);
    await move(row, '2026-10-12', 'following', '2026-10-12T16:00:00Z', '2026-10-12T17:00:00Z', other);
    expect((await times([row.id], 'America/Denver'))[3]).toBe('2026-11-09 10:00–11:00');
  });

  test('that is the only one is just moved, with any scope', async () => {
    for (const scope of ['one', 'following', 'all'] as const) {
      const row = await series({ rule: null, exceptDates: null });
      const answer = await move(row, '2026-10-12', scope, '2026-10-13T13:00:00Z', '2026-10-13T14:00:00Z');
      expect(answer.json<RowChanges>().changes).toHaveLength(1);
      expect(await times([row.id])).toEqual(['2026-10-13 09:00–10:00']);
    }
  });

  test.each(['one', 'following', 'all'] as const)(
    'of a series that goes on for half a century is found, with the scope "%s"',
    async (scope) => {
      const row = await series({
        startsAt: '1975-01-01T14:00:00Z',
        endsAt: '1975-01-01T15:00:00Z',
        rule: 'FREQ=DAILY',
        exceptDates: null,
      });
      const answer = await move(row, '2026-11-02', scope, '2026-11-02T18:00:00Z', '2026-11-02T19:00:00Z');
      expect(answer.statusCode, answer.body).toBe(200);
      const { changes } = answer.json<RowChanges>();
      expect(changes).toHaveLength(scope === 'all' ? 1 : 2);
    },
  );

  test('twice with the same request is moved once', async () => {
    const row = await series();
    const again = () => move(row, '2026-11-02', 'one', '2026-11-03T18:00:00Z', '2026-11-03T19:00:00Z');
    const answers = await Promise.all([again(), again()]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
  });

  test('is refused where its rule cannot follow, and nothing is changed', async () => {
    const row = await series({ rule: 'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2', exceptDates: null });
    const answer = await move(row, '2026-11-09', 'all', '2026-11-10T13:00:00Z', '2026-11-10T14:00:00Z');
    expect(answer.statusCode).toBe(409);
    expect(expectProblem(answer).code).toBe('blocks.rule-not-movable');
    expect((await times([row.id]))[1]).toBe('2026-11-09 09:00–11:00');
  });
});

describe('an occurrence that is deleted', () => {
  test.each<[OccurrenceScope, string, string[]]>([
    ['one', '2026-10-19', [ALL[0]!, ...ALL.slice(2)]],
    ['following', '2026-11-02', ALL.slice(0, 2)],
    ['following', '2026-10-12', []],
    ['all', '2026-11-02', []],
  ])('with the scope "%s" on %s leaves the others', async (scope, date, left) => {
    const row = await series();
    const answer = await remove(row, date, scope);
    expect(answer.json<RowChanges>().changes).toEqual([{ resource: 'blocks', id: row.id, version: 2 }]);
    expect(await times([row.id])).toEqual(left);
  });

  test('as the last one that is left deletes the block', async () => {
    const row = await series({ rule: 'FREQ=WEEKLY;COUNT=2', exceptDates: ['2026-10-12'] });
    await remove(row, '2026-10-19', 'one');
    expect(await times([row.id])).toEqual([]);
  });
});

test.each(['one', 'following', 'all'] as const)('a change of the scope "%s" is undone as a whole', async (scope) => {
  for (const change of [
    (row: Row) => move(row, '2026-11-02', scope, '2026-11-03T18:00:00Z', '2026-11-03T19:00:00Z'),
    (row: Row) => remove(row, '2026-11-02', scope),
  ]) {
    const row = await series();
    const { changes } = (await change(row)).json<RowChanges>();
    expect(await times(changes.map(({ id }) => id))).not.toEqual(ALL);
    const undone = await t.app.inject({
      method: 'POST',
      url: '/api/undo',
      headers: { cookie: admin },
      payload: { changes },
    });
    expect(undone.statusCode).toBe(200);
    expect(await times(changes.map(({ id }) => id))).toEqual(ALL);
  }
});

describe('a change of an occurrence is refused', () => {
  test('without an occurrence, for a version that no longer exists, and without permission', async () => {
    const row = await series();
    const body = { scope: 'one', startsAt: '2026-11-03T18:00:00Z', endsAt: '2026-11-03T19:00:00Z', locationId: place };
    const path = `${String(row.id)}/occurrences`;
    for (const date of ['2026-10-26', '2026-10-13', '2026-12-07']) {
      expect((await call('POST', `${path}/${date}`, body)).statusCode).toBe(404);
      expect((await remove(row, date, 'one')).statusCode).toBe(404);
    }
    expect((await call('POST', `${path}/2026-13-01`, body)).statusCode).toBe(400);
    expect((await call('POST', `${path}/2026-11-02`, { ...body, endsAt: body.startsAt })).statusCode).toBe(400);
    expect((await call('POST', `${path}/2026-11-02`, { ...body, scope: 'some' })).statusCode).toBe(400);
    expect((await call('POST', `${path}/2026-11-02`, body, { 'if-match': '"7"' })).statusCode).toBe(412);
    const reader = await t.loginAs('eventscheduler');
    expect((await call('POST', `${path}/2026-11-02`, body, { cookie: reader })).statusCode).toBe(403);
    expect((await call('DELETE', `${path}/2026-11-02?scope=all`, undefined, { cookie: reader })).statusCode).toBe(403);
    const student = await t.loginAs('student');
    expect((await call('POST', `${path}/2026-11-02`, body, { cookie: student })).statusCode).toBe(403);
    expect(await times([row.id])).toEqual(ALL);
    expect((await call('POST', `${path}/2026-11-02`, body, { 'if-match': '"1"' })).statusCode).toBe(200);
  });
});

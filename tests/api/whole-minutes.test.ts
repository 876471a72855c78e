import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { sessions } from '../../server/features/sessions/feature.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let cookie: string;
let locationId: number;
let eventId: number;
beforeAll(async () => {
  t = await startTestApp();
  cookie = await t.loginAs('administrator');
  eventId = Number((await makeRow(t.services, 'events', {})).id);
});
beforeEach(async () => {
  locationId = Number((await makeRow(t.services, 'locations', { timezone: 'America/Denver' })).id);
});
afterAll(() => t.close());

const send = (method: 'POST' | 'PUT', url: string, payload: Row) =>
  t.app.inject({ method, url, headers: { cookie }, payload });
const read = async (resource: string, id: unknown) =>
  (await t.app.inject({ url: `/api/${resource}/${String(id)}`, headers: { cookie } })).json<Row>();

const SHORT = { startsAt: '2031-12-08T16:59:59.999Z', endsAt: '2031-12-08T18:59:59.998Z' };
const WHOLE = { startsAt: '2031-12-08T17:00:00.000Z', endsAt: '2031-12-08T19:00:00.000Z' };

describe('times of sessions and blocks are rounded to the minute', () => {
  test('of a block that is created and changed', async () => {
    const made = await send('POST', '/api/blocks', { title: 'Maintenance', kind: 'maintenance', locationId, ...SHORT });
    expect(made.json()).toMatchObject({ ...WHOLE, overBy: WHOLE.endsAt });
    const url = `/api/blocks/${made.json<{ id: number }>().id}`;
    const changed = await send('PUT', url, { endsAt: '2031-12-08T20:00:31Z' });
    expect(changed.json()).toMatchObject({ endsAt: '2031-12-08T20:01:00.000Z' });
  });

  test('of a moved occurrence, also over midnight', async () => {
    const block = await makeRow(t.services, 'blocks', {
      locationId,
      ...WHOLE,
      rule: 'FREQ=WEEKLY;BYDAY=MO',
      exceptDates: null,
    });
    const moved = await send('POST', `/api/blocks/${block.id}/occurrences/2031-12-08`, {
      scope: 'all',
      startsAt: '2031-12-09T06:59:59.999Z',
      endsAt: '2031-12-09T08:00:00Z',
      locationId,
    });
    expect(moved.json()).toMatchObject({ changes: [{ resource: 'blocks', id: block.id }] });
    expect(await read('blocks', block.id)).toMatchObject({
      startsAt: '2031-12-09T07:00:00.000Z',
      rule: 'FREQ=WEEKLY;BYDAY=TU',
    });
  });

  test('of a session that is created, changed and planned, with its further dates', async () => {
    const values = { eventId, status: 'draft', capacity: 5 };
    const made = await send('POST', '/api/instances', { ...values, ...SHORT });
    expect(made.json()).toMatchObject(WHOLE);
    const later = { startsAt: '2031-12-15T16:59:59.999Z', endsAt: '2031-12-15T18:00:00.001Z' };
    const planned = await send('POST', '/api/scheduling/sessions', {
      values: { ...values, ...SHORT, dates: [SHORT, later] },
      rule: null,
      exceptDates: [],
      isBookedAsWhole: false,
      overrideReason: null,
    });
    const [id] = planned.json<{ instanceIds: number[] }>().instanceIds;
    const row = await t.app.inject({ url: `/api/instances/${id}`, headers: { cookie } });
    expect(row.json()).toMatchObject({
      startsAt: WHOLE.startsAt,
      dates: [WHOLE, { startsAt: '2031-12-15T17:00:00.000Z', endsAt: '2031-12-15T18:00:00.000Z' }],
    });
  });
});

test('times that were stored milliseconds short are rounded at the next start, and nothing else is', async () => {
  const { db } = t.services;
  const block = await makeRow(t.services, 'blocks', { locationId, ...WHOLE, rule: null, exceptDates: null });
  const other = await makeRow(t.services, 'blocks', { locationId, ...WHOLE, rule: null, exceptDates: null });
  const session = await makeRow(t.services, 'instances', { eventId, ...WHOLE, dates: null });
  await sql`update "blocks" set "endsAt" = ${SHORT.endsAt}, "overBy" = ${SHORT.endsAt} where "id" = ${block.id}`.execute(
    db,
  );
  await sql`update "blocks" set "startsAt" = '2031-12-08T16:58:30Z' where "id" = ${other.id}`.execute(db);
  await sql`update "instances" set "startsAt" = ${SHORT.startsAt}, "dates" = ${JSON.stringify([SHORT])}::jsonb
    where "id" = ${session.id}`.execute(db);
  for (let time = 0; time < 2; time += 1) await sessions.catchUp?.(t.services);
  expect(await read('blocks', block.id)).toMatchObject({ ...WHOLE, overBy: WHOLE.endsAt });
  expect(await read('blocks', other.id)).toMatchObject({ startsAt: '2031-12-08T16:58:30.000Z' });
  expect(await read('instances', session.id)).toMatchObject({ startsAt: WHOLE.startsAt, dates: [WHOLE] });
});

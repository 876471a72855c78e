import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { notifyOfBlock } from '../../server/features/sessions/scheduling/block-notices.ts';
import { makeRow } from '../factories/any-row.ts';
import { callAs, DAY, HOUR, isoAhead, makeSession } from './event-support.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let [manager, scheduler, teacher, student]: TestUser[] = [];
let place = 0;
beforeAll(async () => {
  t = await startTestApp();
  await t.services.db.updateTable('users').set({ active: false }).execute();
  [manager, scheduler, teacher, student] = await Promise.all(
    ['CalendarAdmin', 'EventScheduler', 'Student', 'Student'].map((role) => t.createUser({ roles: [role] })),
  );
  const row = { displayName: 'Wood shop', timezone: 'America/Denver', isPublic: true, active: true };
  place = Number((await makeRow(t.services, 'locations', row)).id);
});
afterAll(() => t.close());

/** Who was notified since the last call, and of what. */
async function notified() {
  const rows = await t.services.db
    .selectFrom('messages as m')
    .innerJoin('messageRecipients as r', 'r.messageId', 'm.id')
    .select(['r.userId', 'm.html'])
    .where('m.event', '=', 'placeBlocked')
    .orderBy('r.userId')
    .execute();
  await t.services.db.deleteFrom('messages').execute();
  return rows;
}

test('a block over sessions notifies their instructors and those who schedule, once', async () => {
  const instance = { locationId: place, instructorIds: [teacher!.id] };
  const [id] = [
    await makeSession(t, [2 * DAY, 2 * DAY + HOUR], { instance }),
    await makeSession(t, [4 * DAY, 4 * DAY + HOUR], { instance }),
  ];
  const times = { startsAt: isoAhead(t, 2 * DAY - HOUR), endsAt: isoAhead(t, 2 * DAY + 2 * HOUR) };
  const values = { title: 'Fire drill', kind: 'maintenance', locationId: place, ...times };
  const answer = await callAs(t, manager!, 'POST', '/api/blocks', values);
  expect(answer.statusCode, answer.body).toBe(201);
  const block = answer.json<Row>();
  const data = { id: Number(block['id']), actorId: manager!.id, before: null };
  await notifyOfBlock(t.services, data);
  const rows = await notified();
  expect(rows.map(({ userId }) => userId)).toEqual([scheduler!.id, teacher!.id].toSorted((a, b) => a - b));
  expect(rows.map(({ userId }) => userId)).not.toContain(student!.id);
  expect(rows[0]?.html).toContain('Fire drill');
  expect(rows[0]?.html.match(/seats? taken/g)).toHaveLength(1);
  // The same again, and a session that it was over already, are no news.
  const before = { locationId: place, ...times, rule: null, exceptDates: null, kind: 'maintenance' as const };
  await notifyOfBlock(t.services, { ...data, before });
  expect(await notified()).toEqual([]);
  // Nothing is left of a block that was undone.
  await t.services.db.updateTable('instances').set({ status: 'draft' }).where('id', '=', id!).execute();
  const changes = [{ resource: 'blocks', id: data.id, version: Number(block['version']) }];
  expect((await callAs(t, manager!, 'POST', '/api/undo', { changes })).statusCode).toBe(200);
  await notifyOfBlock(t.services, data);
  expect(await notified()).toEqual([]);
});

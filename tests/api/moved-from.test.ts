import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionDetails } from '../../domain/calls/sessions.ts';
import { fillMovedFrom } from '../../server/features/sessions/scheduling/moved-from.ts';
import { DAY, HOUR, makeSession } from './event-support.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

const COMMAND = { command: true } as const;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const session = (status = 'published'): Promise<number> =>
  makeSession(t, [3 * DAY, 3 * DAY + HOUR], { instance: { status } });

const startOf = async (id: number): Promise<string> =>
  (await t.services.engine.get(SYSTEM, 'instances', id)).startsAt ?? '';

async function move(id: number, by: number): Promise<void> {
  const { startsAt, endsAt } = await t.services.engine.get(SYSTEM, 'instances', id);
  const moved = (instant?: string | null): string => new Date(Date.parse(instant ?? '') + by).toISOString();
  const times = { startsAt: moved(startsAt), endsAt: moved(endsAt) };
  await t.services.engine.update(SYSTEM, 'instances', id, times, COMMAND);
}

async function movedFrom(id: number): Promise<number | null> {
  const answer = await t.app.inject({ url: `/api/events/sessions/${id}` });
  expect(answer.statusCode).toBe(200);
  const instant = answer.json<SessionDetails>().movedFrom;
  return instant === undefined ? null : Date.parse(instant);
}

test('a moved session keeps its previous start without the audit log, and forgets it when moved back', async () => {
  const id = await session();
  expect(await movedFrom(id)).toBeNull();
  const first = Date.parse(await startOf(id));
  await move(id, HOUR);
  await t.services.db.deleteFrom('auditEntries').execute();
  expect(await movedFrom(id)).toBe(first);
  await move(id, HOUR);
  expect(await movedFrom(id)).toBe(first + HOUR);
  await move(id, -HOUR);
  expect(await movedFrom(id)).toBeNull();
});

test('a draft that is moved before it is published was never announced for another time', async () => {
  const id = await session('draft');
  await move(id, HOUR);
  await t.services.engine.update(SYSTEM, 'instances', id, { status: 'published' }, COMMAND);
  expect(await movedFrom(id)).toBeNull();
});

test('sessions that were moved before there was the field have it from the audit log, once', async () => {
  const { db } = t.services;
  const [moved, back, draft] = [await session(), await session(), await session('draft')];
  const first = Date.parse(await startOf(moved));
  await move(moved, HOUR);
  await move(draft, HOUR);
  await t.services.engine.update(SYSTEM, 'instances', draft, { status: 'published' }, COMMAND);
  // As they were written by a server without the field.
  await sql`update "auditEntries" set "before" = "before" - 'movedFrom', "after" = "after" - 'movedFrom'
    where "resource" = 'instances'`.execute(db);
  await db.updateTable('instances').set({ movedFrom: null }).execute();
  await move(back, HOUR);
  await move(back, -HOUR);
  await fillMovedFrom(t.services);
  await fillMovedFrom(t.services);
  expect([await movedFrom(moved), await movedFrom(back), await movedFrom(draft)]).toEqual([first, null, null]);
});

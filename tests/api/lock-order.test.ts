import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import type { RowChange } from '../../domain/calls/row-parts.ts';
import { transaction, type Tx } from '../../server/platform/database.ts';
import { takeLock } from '../../server/platform/locks.ts';
import { withSavepoint } from '../../server/platform/transaction-memory.ts';
import { makeRow } from '../factories/any-row.ts';
import { callAs, DAY, HOUR, isoAhead, makeSession } from './event-support.ts';
import { untilWaiting } from './lock-support.ts';
import { ROOT, startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let planner: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  planner = await t.createUser({ roles: ['EventAdmin', 'Administrator'] });
});
afterAll(() => t.close());

describe('a lock that is taken out of order fails and names both', () => {
  const inTransaction = (work: (tx: Tx) => Promise<unknown>) => transaction(t.services.db, work);

  test('an advisory lock after one that follows it', async () => {
    const work = inTransaction(async (tx) => {
      await takeLock(tx, 'scheduling');
      await takeLock(tx, 'daily mail', '7');
    });
    await expect(work).rejects.toThrow('"daily mail 7" is taken after "scheduling"');
  });

  test('an advisory lock after rows of any table', async () => {
    const id = Number((await makeRow(t.services, 'categories', { active: true }))['id']);
    const work = inTransaction(async (tx) => {
      await t.services.engine.lock(tx, 'categories', [id]);
      await takeLock(tx, 'scheduling');
    });
    await expect(work).rejects.toThrow(`"scheduling" is taken after "categories ${id}"`);
  });

  test('rows in another order than that of their tables and ids', async () => {
    const [first, second] = [await makeSession(t, [DAY, DAY + HOUR]), await makeSession(t, [DAY, DAY + HOUR])];
    const { eventId } = await t.services.engine.get(SYSTEM, 'instances', first);
    const lock = (tx: Tx, resource: string, id: number | null | undefined) =>
      t.services.engine.lock(tx, resource, [id ?? 0]);
    const byId = inTransaction(async (tx) => {
      await lock(tx, 'instances', second);
      await lock(tx, 'instances', first);
    });
    await expect(byId).rejects.toThrow(`"instances ${first}" is taken after "instances ${second}"`);
    const byTable = inTransaction(async (tx) => {
      await lock(tx, 'instances', first);
      await lock(tx, 'events', eventId);
    });
    await expect(byTable).rejects.toThrow(`"events ${eventId}" is taken after "instances ${first}"`);
  });

  test('but not a lock that is held already, rows of its own, or after a rolled-back savepoint', async () => {
    await inTransaction(async (tx) => {
      await takeLock(tx, 'scheduling');
      const refused = withSavepoint(tx, async () => {
        await takeLock(tx, 'offers');
        throw new Error('refused');
      });
      await expect(refused).rejects.toThrow('refused');
      const row = { name: 'Of this transaction', active: true };
      const { id } = await t.services.engine.create(SYSTEM, 'categories', row, { tx, command: true });
      await t.services.engine.lock(tx, 'categories', [id]);
      await takeLock(tx, 'scheduling');
      await takeLock(tx, 'offers');
    });
  });
});

test('every advisory lock is taken in platform/locks.ts', async () => {
  const files = (await readdir(join(ROOT, 'server'), { recursive: true })).filter((file) => file.endsWith('.ts'));
  const texts = await Promise.all(files.map((file) => readFile(join(ROOT, 'server', file), 'utf8')));
  expect(files.filter((_, index) => texts[index]?.includes('pg_advisory'))).toEqual(['platform/locks.ts']);
});

interface Sessions {
  ids: number[];
  seriesId: number;
}

/** A series of two sessions of the coming weeks. */
async function makeSeries(): Promise<Sessions> {
  const eventId = Number((await makeRow(t.services, 'events', { active: true, feeCents: 0 }))['id']);
  const series = await makeRow(t.services, 'eventSeries', { eventId, rule: null, isBookedAsWhole: false });
  const seriesId = Number(series['id']);
  const ids: number[] = [];
  for (const days of [10, 17]) {
    const occurrence = isoAhead(t, days * DAY).slice(0, 10);
    const instance = { eventId, seriesId, occurrence, locationId: null, instructorIds: null };
    ids.push(await makeSession(t, [days * DAY, days * DAY + HOUR], { instance }));
  }
  return { ids, seriesId };
}

interface Planned {
  name: string;
  prepare?: (sessions: Sessions) => Promise<RowChange[]>;
  change: (sessions: Sessions, changes: RowChange[]) => ReturnType<typeof callAs>;
}

const put = ({ ids: [id = 0] }: Sessions, values: Row) => callAs(t, planner, 'PUT', `/api/instances/${id}`, values);
const moved = (): Row => ({ startsAt: isoAhead(t, 12 * DAY), endsAt: isoAhead(t, 12 * DAY + HOUR) });

const PLANNED: Planned[] = [
  { name: 'the form', change: (sessions) => put(sessions, moved()) },
  {
    name: 'a bulk write',
    change: ({ ids }) =>
      t.app.inject({
        method: 'PATCH',
        url: '/api/instances',
        headers: { cookie: planner.cookie, 'sec-fetch-site': 'same-origin' },
        payload: { ids, data: { locationNote: 'Outside' } },
      }),
  },
  {
    name: 'the calendar',
    change: ({ ids }) =>
      callAs(t, planner, 'POST', '/api/instances/actions/change', {
        ids: [ids[0]],
        inputs: { scope: 'all', values: moved() },
      }),
  },
  {
    name: 'further dates',
    change: ({ ids }) =>
      callAs(t, planner, 'POST', '/api/instances/actions/repeat', {
        ids: [ids[0]],
        inputs: { dates: [isoAhead(t, 24 * DAY).slice(0, 10)] },
      }),
  },
  {
    name: 'deletion',
    change: ({ ids }) =>
      callAs(t, planner, 'POST', '/api/instances/actions/remove', { ids: [ids[0]], inputs: { scope: 'all' } }),
  },
  {
    name: 'undo',
    prepare: async (sessions) => {
      const { version } = JSON.parse((await put(sessions, moved())).body) as { version: number };
      return [{ resource: 'instances', id: sessions.ids[0] ?? 0, version }];
    },
    change: (_sessions, changes) => callAs(t, planner, 'POST', '/api/undo', { changes }),
  },
];

test.each(PLANNED)('a change of sessions by $name waits for scheduling before it locks a session', async (given) => {
  const sessions = await makeSeries();
  const changes = (await given.prepare?.(sessions)) ?? [];
  let answer: ReturnType<typeof callAs> | undefined;
  await transaction(t.services.db, async (tx) => {
    await takeLock(tx, 'scheduling');
    answer = given.change(sessions, changes);
    await untilWaiting(t.services.db);
    await sql`select from "instances" where "id" = any(${sessions.ids}) for update nowait`.execute(tx);
  });
  expect((await answer)?.body).not.toContain('problem');
  expect((await answer)?.statusCode).toBeLessThan(300);
});

test('undo locks rows by number', async () => {
  const { db, engine } = t.services;
  await sql`alter sequence ${sql.ref(await sequenceOf('categories'))} restart with 9999`.execute(db);
  const changes: RowChange[] = [];
  for (const name of ['Nine', 'Ten']) {
    const { id } = await engine.create(SYSTEM, 'categories', { name, active: true }, { command: true });
    const actor = { ...SYSTEM, id: planner.id };
    const { version } = await engine.update(actor, 'categories', id, { name: `${name} again` }, { command: true });
    changes.push({ resource: 'categories', id, version });
  }
  expect(changes.map(({ id }) => id)).toEqual([9999, 10_000]);
  let undone: ReturnType<typeof callAs> | undefined;
  await transaction(db, async (tx) => {
    await engine.lock(tx, 'categories', [9999]);
    undone = callAs(t, planner, 'POST', '/api/undo', { changes: changes.toReversed() });
    await untilWaiting(db);
    await sql`select from "categories" where "id" = 10000 for update nowait`.execute(tx);
  });
  expect((await undone)?.statusCode).toBe(200);
});

async function sequenceOf(table: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select pg_get_serial_sequence(${`"${table}"`}, 'id') as "name"`.execute(
    t.services.db,
  );
  return rows[0]?.name.replaceAll('"', '') ?? '';
}

test('a bulk write of more than a hundred rows locks all of them before its checks lock others', async () => {
  const { db, engine } = t.services;
  const rows = Array.from({ length: 101 }, (_, index) => ({ name: `Bulk ${index}`, active: true }));
  const made = await engine.transaction((tx) => engine.createMany(tx, SYSTEM, 'categories', rows));
  const ids = made.map(({ id }) => Number(id));
  let written: Promise<unknown> | undefined;
  await transaction(db, async (tx) => {
    await engine.lock(tx, 'categories', ids.slice(-1));
    written = engine.updateMany(SYSTEM, 'categories', ids, { active: false });
    await untilWaiting(db);
    const waiting = await sql<{ query: string }>`select query from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(tx);
    expect(waiting.rows).toMatchObject([{ query: expect.stringMatching(/^select "id" from "categories"/) as string }]);
  });
  await written;
});

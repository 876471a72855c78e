import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LockedSession } from '../../server/features/registration/seats/locked-session.ts';
import { inLockedSession, inLockedSessions } from '../../server/features/registration/seats/session-queue.ts';
import { takeLock } from '../../server/platform/locks.ts';
import { problem } from '../../server/platform/problem.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

const HOUR = 3_600_000;
const SEATS = 3;

let t: TestApp;
let people: number[];
beforeAll(async () => {
  t = await startTestApp();
  people = (await Promise.all(Array.from({ length: 5 }, () => t.createUser({ roles: ['Student'] })))).map(
    ({ id }) => id,
  );
});
afterAll(() => t.close());

async function session(): Promise<number> {
  const at = (hours: number): string => new Date(t.services.clock.now() + hours * HOUR).toISOString();
  const event = await makeRow(t.services, 'events', { active: true });
  const instance = await makeRow(t.services, 'instances', {
    eventId: event['id'] ?? null,
    status: 'published',
    startsAt: at(48),
    endsAt: at(50),
    capacity: SEATS,
  });
  return Number(instance['id']);
}

async function seat(locked: LockedSession, userId: number | undefined): Promise<number> {
  const transition = locked.transition('none', 'attendee');
  if (transition?.to !== 'confirmed') throw new Error('No seat is left.');
  const by = { as: 'attendee', actor: SYSTEM } as const;
  return (await locked.create({ userId: userId ?? 0, transition, source: 'web', by })).id;
}

/** All of them at the same time, so that all but the first are committed together. */
function together(id: number, works: ((locked: LockedSession) => Promise<unknown>)[]) {
  return Promise.allSettled([
    inLockedSession(t.services, id, () => Promise.resolve()),
    ...works.map((work) => inLockedSession(t.services, id, work)),
  ]);
}

async function readStored(id: number) {
  const { confirmed } = await t.services.engine.get(SYSTEM, 'instances', id);
  const tickets = await t.services.db
    .selectFrom('tickets')
    .select(['id', 'userId'])
    .where('instanceId', '=', id)
    .orderBy('id')
    .execute();
  const notified = await t.services.db
    .selectFrom('messages')
    .select('aboutId')
    .where('about', '=', 'tickets')
    .where('aboutId', 'in', [0, ...tickets.map((ticket) => ticket.id)])
    .execute();
  return { confirmed: confirmed ?? 0, people: tickets.map(({ userId }) => userId), told: notified.length };
}

test('of people in one batch, a refusal after a write leaves nothing behind', async () => {
  const id = await session();
  const outcomes = await together(id, [
    (locked) => seat(locked, people[0]),
    async (locked) => {
      await seat(locked, people[1]);
      throw problem(409, 'test.refused', 'Refused', 'Not you.');
    },
    (locked) => seat(locked, people[2]),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await readStored(id)).toEqual({ confirmed: 2, people: [people[0], people[2]], told: 2 });
});

test('one that breaks the transaction breaks only its own, and each of the others happens once', async () => {
  const id = await session();
  const outcomes = await together(id, [
    (locked) => seat(locked, people[0]),
    async (locked) => {
      await seat(locked, people[1]);
      await sql`select 1 / 0`.execute(locked.tx);
    },
    (locked) => seat(locked, people[2]),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await readStored(id)).toEqual({ confirmed: 2, people: [people[0], people[2]], told: 2 });
});

test('who comes later in a batch sees the seats that are taken before', async () => {
  const id = await session();
  const outcomes = await together(
    id,
    people.map((userId) => (locked) => seat(locked, userId)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1 + SEATS);
  expect(await readStored(id)).toEqual({ confirmed: SEATS, people: people.slice(0, SEATS), told: SEATS });
});

const transactionOf = async ({ tx }: LockedSession): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as "id"`.execute(tx);
  return rows[0]?.id;
};

test('who locks several sessions shares the transaction with no one, and keeps their place in the queue', async () => {
  const [id, other] = [await session(), await session()];
  const served: string[] = [];
  const one = (name: string) =>
    inLockedSession(t.services, id, async (locked) => {
      served.push(name);
      return transactionOf(locked);
    });
  const all = await Promise.all([
    one('first'),
    one('second'),
    one('third'),
    inLockedSessions(t.services, [other, id], async (lockedSessions) => {
      served.push('series');
      expect(lockedSessions.map(({ instance }) => instance.id)).toEqual([id, other]);
      return transactionOf(lockedSessions[0]!);
    }),
    one('last'),
  ]);
  expect(served).toEqual(['first', 'second', 'third', 'series', 'last']);
  const [, second, third, series, last] = all;
  expect(second).toBe(third);
  expect(new Set([second, series, last]).size).toBe(3);
});

test('a transaction that offers seats serves no one after that', async () => {
  const id = await session();
  const [before, offering, after] = await Promise.all([
    inLockedSession(t.services, id, transactionOf),
    inLockedSession(t.services, id, async (locked) => {
      await takeLock(locked.tx, 'offers');
      return transactionOf(locked);
    }),
    inLockedSession(t.services, id, transactionOf),
  ]);
  expect([before === offering, offering === after]).toEqual([true, false]);
});

test('there is no desk of an instance that is not there', async () => {
  await expect(inLockedSession(t.services, 987_654, () => Promise.resolve())).rejects.toMatchObject({
    problem: { status: 404 },
  });
});

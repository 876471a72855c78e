import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Actor } from '../../domain/declarations/actor.ts';
import { actorOfAccount } from '../../server/features/accounts/held-roles.ts';
import { inLockedSession } from '../../server/features/registration/seats/session-queue.ts';
import { signUp } from '../../server/features/registration/booking/sign-up.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

const HOUR = 3_600_000;
const PEOPLE = 8;

let t: TestApp;
let people: Actor[];
beforeAll(async () => {
  t = await startTestApp();
  people = [];
  for (let person = 0; person < PEOPLE; person += 1) people.push(await newPerson(person));
});
afterAll(() => t.close());

async function newPerson(number: number): Promise<Actor> {
  const { id } = await makeRow(t.services, 'users', { username: `together-${number}`, active: true });
  return (await actorOfAccount(t.services, Number(id), `192.0.2.${number + 1}`))!;
}

async function session(capacity: number, event: Record<string, string | number | boolean> = {}): Promise<number> {
  const at = (hours: number): string => new Date(t.services.clock.now() + hours * HOUR).toISOString();
  const { id } = await makeRow(t.services, 'events', { active: true, waitlistOn: false, ...event });
  const times = { startsAt: at(48), endsAt: at(50) };
  const instance = await makeRow(t.services, 'instances', {
    eventId: id ?? null,
    status: 'published',
    capacity,
    ...times,
  });
  return Number(instance['id']);
}

/** Queued while the desk is occupied, so that they are one batch. */
async function together(id: number, actors: readonly Actor[]) {
  const free = Promise.withResolvers<void>();
  const isOccupied = Promise.withResolvers<void>();
  const occupied = inLockedSession(t.services, id, () => {
    isOccupied.resolve();
    return free.promise;
  });
  await isOccupied.promise;
  const outcomes = actors.map((actor) =>
    signUp(t.services, actor, id).then(
      (ticket) => ticket,
      (error: unknown) => (error as { problem: { code: string } }).problem.code,
    ),
  );
  // They are in the queue after the answers that were looked at before.
  await new Promise((resolve) => setImmediate(resolve));
  free.resolve();
  await occupied;
  return Promise.all(outcomes);
}

test('people of one batch get their own outcomes, tickets, messages and entries in the history', async () => {
  const id = await session(3);
  const [ada, ben, cyd, dee] = people as [Actor, Actor, Actor, Actor];
  const first = await signUp(t.services, ada, id);
  const outcomes = await together(id, [ben, ada, ben, cyd, dee]);
  const bens = outcomes[0];
  expect(outcomes.map((one) => (typeof one === 'string' ? one : one.userId))).toEqual([
    ben.id,
    ada.id,
    ben.id,
    cyd.id,
    'events.full',
  ]);
  expect(outcomes[1]).toMatchObject({ id: first.id });
  expect(outcomes[2]).toEqual(bens);
  const { rows } = await t.services.engine.list(SYSTEM, 'tickets', { filter: { instanceId: id }, sort: ['id', 'ASC'] });
  expect(rows.map(({ userId, status, createdById, version }) => [userId, status, createdById, version])).toEqual(
    [ada, ben, cyd].map((person) => [person.id, 'confirmed', person.id, 1]),
  );
  for (const [index, { id: ticketId }] of rows.entries()) {
    const entry = await t.services.db
      .selectFrom('auditEntries')
      .select(['actorId', 'actorName', 'ip', 'action'])
      .where('resource', '=', 'tickets')
      .where('recordId', '=', String(ticketId))
      .executeTakeFirstOrThrow();
    const { id: actorId, username: actorName, ip } = people[index]!;
    expect(entry).toEqual({ actorId, actorName, ip, action: 'create' });
    const notified = await t.services.db
      .selectFrom('messages as m')
      .innerJoin('messageRecipients as r', 'r.messageId', 'm.id')
      .select('r.userId')
      .where('m.about', '=', 'tickets')
      .where('m.aboutId', '=', ticketId)
      .execute();
    expect(notified).toEqual([{ userId: actorId }]);
  }
  expect((await t.services.engine.get(SYSTEM, 'instances', id)).confirmed).toBe(3);
});

test('places on the waitlist are given and announced in the order of the queue', async () => {
  const id = await session(1, { waitlistOn: true });
  await together(id, people.slice(0, 4));
  const { rows } = await t.services.engine.list(SYSTEM, 'tickets', {
    filter: { instanceId: id },
    sort: ['waitingSince', 'ASC'],
  });
  const waiting = rows.filter(({ status }) => status === 'waitlisted');
  expect(waiting.map(({ userId }) => userId)).toEqual(people.slice(1, 4).map((person) => person.id));
  const notified = await t.services.db
    .selectFrom('messages')
    .select('values')
    .where('about', '=', 'tickets')
    .where(
      'aboutId',
      'in',
      waiting.map((row) => row.id),
    )
    .orderBy('aboutId')
    .execute();
  expect(notified.map(({ values }) => (values as { position: string }).position)).toEqual(['1', '2', '3']);
});

test('they take as many statements as one of them, with any questions', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const statements = async (actors: readonly Actor[]): Promise<number> => {
    const id = await session(PEOPLE, { noShowLimit: 2, feeCents: 500 });
    query.mockClear();
    const outcomes = await together(id, actors);
    expect(outcomes.map((one) => (typeof one === 'string' ? one : one.status))).toEqual(actors.map(() => 'held'));
    return query.mock.calls.length;
  };
  // What is read or made once per process is so by then.
  await statements(people.slice(0, 1));
  const one = await statements(people.slice(0, 1));
  expect(await statements(people)).toBe(one);
  query.mockRestore();
});

test('seats that become free in two sessions at the same time are not both offered to the same person', async () => {
  const { engine, db } = t.services;
  // People without a seat elsewhere.
  const [ada, ben, cyd] = [await newPerson(20), await newPerson(21), await newPerson(22)];
  const [one, two] = [await session(1, { waitlistOn: true }), await session(1, { waitlistOn: true })];
  await signUp(t.services, ada, one);
  await signUp(t.services, ben, two);
  for (const id of [one, two]) expect((await signUp(t.services, cyd, id)).status).toBe('waitlisted');
  let isDone = false;
  const [other] = await engine.transaction(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await engine.update(SYSTEM, 'instances', one, { capacity: 2 }, { tx, command: true });
    const second = engine.update(SYSTEM, 'instances', two, { capacity: 2 }, { command: true });
    void second.finally(() => (isDone = true));
    const waits = async (): Promise<boolean> =>
      (await sql`select from pg_stat_activity where ${rows[0]?.pid ?? 0}::int = any(pg_blocking_pids(pid))`.execute(db))
        .rows.length > 0;
    await expect.poll(async () => isDone || (await waits())).toBe(true);
    return [second];
  });
  await other;
  const own = await engine.list(SYSTEM, 'tickets', { filter: { instanceId: [one, two], userId: cyd.id ?? 0 } });
  expect(own.rows.map(({ status }) => status).toSorted()).toEqual(['offered', 'waitlisted']);
});

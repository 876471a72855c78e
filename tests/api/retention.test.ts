import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tables } from '../../domain/generated/tables.ts';
import { runHousekeeping } from '../../server/feature.ts';
import { FEATURES } from '../../server/features/index.ts';
import { deleteExpired } from '../../server/platform/expired-rows.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let ada: TestUser;
let now: number;
beforeAll(async () => {
  t = await startTestApp();
  ada = await t.createUser();
  now = t.services.clock.now();
});
afterAll(() => t.close());

/** A night so many days later. */
async function night(days: number): Promise<void> {
  t.services.clock.moveTo(now + days * 86_400_000);
  await runHousekeeping(FEATURES, t.services);
}

async function message(given: { kind?: 'Question' | 'StatusUpdate'; about?: number } = {}): Promise<number> {
  const { db } = t.services;
  const { id } = await db
    .insertInto('messages')
    .values({
      event: 'requestStatusChanged',
      category: 'requests',
      kind: given.kind ?? 'StatusUpdate',
      subject: 'Ready',
      html: '<p>Ready</p>',
      authorKind: 'System',
      ...(given.about === undefined ? {} : { about: 'submissions', aboutId: given.about }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('messageRecipients').values({ messageId: id, userId: ada.id }).execute();
  return Number(id);
}

/** A request in which a question is open or answered. */
async function requestWithQuestion(state: 'open' | 'answered'): Promise<number> {
  const { id } = await makeRow(t.services, 'submissions', { status: 'InProcess', submittedById: ada.id });
  await makeRow(t.services, 'requestMessages', { submissionId: id ?? null, kind: 'Question', state });
  return Number(id);
}

async function mail(state: 'sent' | 'queued', messageId: number): Promise<number> {
  const { id } = await t.services.db
    .insertInto('mails')
    .values({
      address: 'ada@campus.example',
      userId: ada.id,
      messageId,
      category: 'requests',
      event: 'requestStatusChanged',
      state,
      subject: 'Ready',
      // So far ahead that no one sends it meanwhile.
      dueAt: new Date(now + 4_000 * 86_400_000).toISOString(),
      headerId: `<${state}-${messageId}@campus.example>`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}

async function idsOf(table: 'messages' | 'mails'): Promise<number[]> {
  return (await t.services.db.selectFrom(table).select('id').execute()).map(({ id }) => Number(id));
}

test('messages and mails go with their age and no longer count, save those that wait for an answer or are still to be sent', async () => {
  const old = await message();
  const asking = await message({ kind: 'Question', about: await requestWithQuestion('open') });
  const answered = await message({ kind: 'Question', about: await requestWithQuestion('answered') });
  const ofDeletedRequest = await message({ kind: 'Question', about: 999_999 });
  const waiting = await message();
  const sent = await mail('sent', old);
  const queued = await mail('queued', waiting);
  const unread = async (): Promise<number> => {
    const url = '/api/UserMessage/GetNumberUnreadMessages';
    return (await t.app.inject({ url, headers: { cookie: await t.loginAs(ada.username) } })).json<number>();
  };
  expect(await unread()).toBe(5);
  await night(181);
  expect(await idsOf('mails')).not.toContain(sent);
  expect(await idsOf('mails')).toContain(queued);
  expect(await idsOf('messages')).toEqual(expect.arrayContaining([old, asking, answered, waiting]));
  await night(731);
  const left = await idsOf('messages');
  expect(left).toEqual(expect.arrayContaining([asking, waiting]));
  for (const expired of [old, answered, ofDeletedRequest]) expect(left).not.toContain(expired);
  expect(await unread()).toBe(2);
});

/** For each age that can be set, a row of now, and whether it is still there. */
const AGES: Record<string, { days: number; make: () => Promise<() => Promise<boolean>> }> = {
  'retention.messages': { days: 40, make: async () => isThere('messages', await message()) },
  'retention.mails': { days: 10, make: async () => isThere('mails', await mail('sent', 1)) },
  'retention.eventLog': {
    days: 10,
    make: async () => {
      const { id } = await makeRow(t.services, 'eventKinds', { lastAt: t.services.clock.instant() });
      const { id: report } = await makeRow(t.services, 'eventLog', { kindId: id ?? null });
      const both = await Promise.all([isThere('eventLog', report), isThere('eventKinds', id)]);
      return async () => {
        const [first, second] = await Promise.all(both.map((there) => there()));
        expect(first).toBe(second);
        return first === true;
      };
    },
  },
  'retention.audit': {
    days: 400,
    make: async () => {
      const { db, clock } = t.services;
      const values = {
        at: clock.instant(),
        actorName: 'Ada',
        resource: 'links',
        recordId: '1',
        action: 'update',
      } as const;
      return isThere(
        'auditEntries',
        (await db.insertInto('auditEntries').values(values).returning('id').executeTakeFirstOrThrow()).id,
      );
    },
  },
  'retention.signupAnswers': {
    days: 10,
    make: async () => {
      const endsAt = t.services.clock.instant();
      const startsAt = new Date(Date.parse(endsAt) - 3_600_000).toISOString();
      const { id: instanceId } = await makeRow(t.services, 'instances', { status: 'done', startsAt, endsAt });
      const { id } = await makeRow(t.services, 'tickets', {
        instanceId: instanceId ?? null,
        userId: ada.id,
        status: 'attended',
        wishes: 'A seat near the door',
      });
      return async () => (await t.services.engine.get(SYSTEM, 'tickets', Number(id))).wishes != null;
    },
  },
  'retention.visits': {
    days: 60,
    make: async () => {
      const arrivedAt = t.services.clock.instant();
      const { id } = await makeRow(t.services, 'visits', { arrivedAt, departedAt: arrivedAt });
      return isThere('visits', id);
    },
  },
  'retention.taps': {
    days: 10,
    make: async () => isThere('taps', (await makeRow(t.services, 'taps', { tappedAt: t.services.clock.instant() })).id),
  },
  'retention.duties': {
    days: 10,
    make: async () => {
      const endsAt = t.services.clock.instant();
      const startsAt = new Date(Date.parse(endsAt) - 3_600_000).toISOString();
      return isThere('duties', (await makeRow(t.services, 'duties', { startsAt, endsAt })).id);
    },
  },
  'retention.signedWaivers': {
    days: 60,
    make: async () =>
      isThere(
        'signedWaivers',
        (await makeRow(t.services, 'signedWaivers', { signedAt: t.services.clock.instant() })).id,
      ),
  },
  'retention.repeats': {
    days: 3,
    make: async () => {
      const values = { userId: ada.id, scope: 'test', key: randomUUID(), bodyHash: 'x' };
      return isThere(
        'idempotencyKeys',
        (await t.services.db.insertInto('idempotencyKeys').values(values).returning('id').executeTakeFirstOrThrow()).id,
      );
    },
  },
};

function isThere(table: keyof Tables & string, id: unknown): () => Promise<boolean> {
  return async () =>
    (await sql`select 1 from ${sql.table(table)} where "id"::text = ${String(id)}`.execute(t.services.db)).rows.length >
    0;
}

async function setAge(key: string, value: number): Promise<void> {
  const saved = await t.app.inject({
    method: 'PUT',
    url: '/api/systemSettings/declared',
    headers: { cookie: await t.loginAs('administrator') },
    payload: { changes: [{ key, value, version: null }] },
  });
  expect(saved.statusCode).toBe(200);
}

test('every age that can be set is one of those tested here', () => {
  const declared = [...t.services.systemSettings.declared.keys()].filter((key) => key.startsWith('retention.'));
  expect([...Object.keys(AGES), 'retention.jobs'].toSorted()).toEqual(declared.toSorted());
});

test.each(Object.entries(AGES))(
  '%s: what is older goes in the night after, what is younger stays',
  async (key, { days, make }) => {
    now = t.services.clock.now();
    await setAge(key, days);
    const isLeft = await make();
    await night(days - 1);
    expect(await isLeft()).toBe(true);
    await night(days + 1);
    expect(await isLeft()).toBe(false);
  },
);

test('retention.jobs: what ended longer ago, by the time of the queue, goes in the night after', async () => {
  const { db, clock, jobs } = t.services;
  await setAge('retention.jobs', 3);
  const name = `test-${randomUUID()}`;
  await jobs.enqueue(db, name, {});
  const isLeftAfter = async (days: number): Promise<boolean> => {
    const ended = new Date(clock.now() - clock.offset - days * 86_400_000).toISOString();
    await sql`update pgboss.job set state = 'completed', completed_on = ${ended} where name = ${name}`.execute(db);
    await runHousekeeping(FEATURES, t.services);
    return (await sql`select 1 from pgboss.job where name = ${name}`.execute(db)).rows.length > 0;
  };
  expect(await isLeftAfter(2)).toBe(true);
  expect(await isLeftAfter(4)).toBe(false);
});

test('limits.sessionHours: a session ends after so many hours, and is deleted in the night', async () => {
  now = t.services.clock.now();
  await setAge('limits.sessionHours', 2);
  const cookie = await t.loginAs(ada.username);
  const status = async (): Promise<number> =>
    (await t.app.inject({ url: '/api/UserMessage/GetNumberUnreadMessages', headers: { cookie } })).statusCode;
  const hour = 3_600_000;
  t.services.clock.moveTo(now + 1.9 * hour);
  expect(await status()).toBe(200);
  t.services.clock.moveTo(now + 2.1 * hour);
  expect(await status()).toBe(401);
  await runHousekeeping(FEATURES, t.services);
  const { rows } = await sql`select 1 from "sessions" where "userId" = ${ada.id}`.execute(t.services.db);
  expect(rows).toEqual([]);
});

test('any number of rows goes in batches, and younger ones stay', async () => {
  const { db, clock } = t.services;
  await db.deleteFrom('loginAttempts').execute();
  const at = (days: number): string => new Date(clock.now() - days * 86_400_000).toISOString();
  const rows = (count: number, days: number) =>
    Array.from({ length: count }, (_, n) => ({ account: `a${n}`, ip: '::1', succeeded: false, at: at(days) }));
  await db.insertInto('loginAttempts').values(rows(2_300, 9)).execute();
  await db.insertInto('loginAttempts').values(rows(3, 1)).execute();
  expect(await deleteExpired(t.services, { table: 'loginAttempts', since: 'at', days: 5 })).toBe(2_300);
  const { left } = await db
    .selectFrom('loginAttempts')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow();
  expect(left).toBe(3);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHousekeeping } from '../../server/feature.ts';
import { FEATURES } from '../../server/features/index.ts';
import { deleteExpired } from '../../server/platform/expired-rows.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

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

async function message(
  given: { kind?: 'Question' | 'StatusUpdate'; answeredAt?: string; about?: number } = {},
): Promise<number> {
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
      answeredAt: given.answeredAt ?? null,
      ...(given.about === undefined ? {} : { about: 'submissions', aboutId: given.about }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('messageRecipients').values({ messageId: id, userId: ada.id }).execute();
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
      // So far ahead that nobody sends it meanwhile.
      dueAt: new Date(now + 4_000 * 86_400_000).toISOString(),
      headerId: `<${state}-${messageId}@campus.example>`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}

async function idsOf(table: 'messages' | 'mails' | 'eventLog' | 'auditEntries'): Promise<number[]> {
  return (await t.services.db.selectFrom(table).select('id').execute()).map(({ id }) => Number(id));
}

test('messages and mails go with their age and no longer count, save those that wait for an answer or are still to be sent', async () => {
  const old = await message();
  const asking = await message({ kind: 'Question' });
  const answered = await message({ kind: 'Question', answeredAt: t.services.clock.instant() });
  const ofRequestThatIsGone = await message({ kind: 'Question', about: 999_999 });
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
  for (const gone of [old, answered, ofRequestThatIsGone]) expect(left).not.toContain(gone);
  expect(await unread()).toBe(2);
});

test('the ages are those of the settings', async () => {
  const { db, clock } = t.services;
  const log = async (): Promise<void> => {
    await db
      .insertInto('eventLog')
      .values({ level: 'error', message: 'Oops', exception: '', location: '', createdAt: clock.instant() })
      .execute();
  };
  now = clock.now();
  await log();
  const saved = await t.app.inject({
    method: 'PUT',
    url: '/api/systemSettings/declared',
    headers: { cookie: await t.loginAs('administrator') },
    payload: { changes: [{ key: 'retention.eventLog', value: 10, version: null }] },
  });
  expect(saved.statusCode).toBe(200);
  await night(9);
  expect(await idsOf('eventLog')).not.toEqual([]);
  await night(11);
  expect(await idsOf('eventLog')).toEqual([]);
});

test('however many rows there are, they go in batches, and those that are younger stay', async () => {
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

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Choices } from '../../domain/calls/messages.ts';
import { instantOfWallClock, wallClockOf } from '../../domain/values/zoned-time.ts';
import { composedMail } from '../../server/features/messages/composed-mail.ts';
import { sendDailyMails } from '../../server/features/messages/digest.ts';
import { notify } from '../../server/features/messages/notify.ts';
import { transaction } from '../../server/platform/database.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let started: TestApp;
let zone: string;
let start: number;
beforeAll(async () => {
  started = await startTestApp();
  zone = started.services.model.site.timezone;
  start = started.services.clock.now();
});
afterEach(() => started.services.clock.moveTo(start));
afterAll(() => started.close());

/** All times are those of the site's clock: "2026-06-10T06:50". */
const moveTo = (time: string) => started.services.clock.moveTo(instantOfWallClock(time, zone) ?? '');

/** Someone who wants what is about requests once a day. */
async function person(): Promise<TestUser> {
  const { db } = started.services;
  const user = await started.createUser({ roles: ['Student'] });
  await db
    .updateTable('users')
    .set({ email: `${user.username}@example.edu` })
    .where('id', '=', user.id)
    .execute();
  await db.insertInto('messageChoices').values({ userId: user.id, category: 'requests', delivery: 'digest' }).execute();
  return user;
}

async function quiet(user: TestUser, fromHour: number, toHour: number): Promise<void> {
  await started.services.db.insertInto('quietHours').values({ userId: user.id, fromHour, toHour, zone }).execute();
}

function sendNotice(user: TestUser, number = '1'): Promise<number | null> {
  return transaction(started.services.db, (tx) =>
    notify(started.services, tx, {
      event: 'requestStatusChanged',
      audience: 'customer',
      recipients: [user.id],
      values: { form: 'Poster', number, status: 'Ready', request: { text: `Poster #${number}`, path: '/requests/1' } },
    }),
  );
}

const outbox = (user: TestUser) =>
  started.services.db.selectFrom('mails').selectAll().where('userId', '=', user.id).orderBy('id').execute();

/** The person's daily mails: when each is due, and how many messages it brings. */
async function daily(user: TestUser): Promise<[due: string, brings: number][]> {
  const mails = await outbox(user);
  return mails
    .filter(({ event }) => event === 'digest')
    .map(({ id, dueAt }) => [
      wallClockOf(new Date(dueAt).toISOString(), zone),
      mails.filter(({ digestId }) => digestId === id).length,
    ]);
}

/** The schedule at these times, by two processes at the same time. */
async function runAt(...times: string[]): Promise<void> {
  for (const time of times) {
    moveTo(time);
    await Promise.all([sendDailyMails(started.services), sendDailyMails(started.services)]);
  }
}

const hours = (day: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${day}T${String(from + index).padStart(2, '0')}:00`);

test('brings what has waited in one mail', async () => {
  moveTo('2026-06-10T06:50');
  const [ada, bob] = [await person(), await person()];
  await sendNotice(ada, '1');
  await sendNotice(ada, '2');
  await sendNotice(bob, '3');
  await runAt('2026-06-10T07:00');
  const mails = await outbox(ada);
  const [mail] = mails.filter(({ event }) => event === 'digest');
  expect(mails.map(({ digestId }) => digestId)).toEqual([mail?.id, mail?.id, null]);
  const composed = mail && (await composedMail(started.services, mail));
  expect(composed?.subject).toBe('Atrium: 2 messages');
  expect(composed?.text).toMatch(/Poster #1: Ready[^]*Poster #2: Ready/);
  expect(composed?.text).not.toContain('Poster #3');
  expect(await daily(bob)).toEqual([['2026-06-10T07:00', 1]]);
});

test('is sent once a day, with any number of runs; news after seven waits for tomorrow', async () => {
  moveTo('2026-06-10T06:50');
  const ada = await person();
  await sendNotice(ada);
  await runAt('2026-06-10T06:59');
  expect(await daily(ada)).toEqual([]);
  await runAt('2026-06-10T07:00');
  await sendNotice(ada, '2');
  await runAt('2026-06-10T07:01', ...hours('2026-06-10', 8, 23), ...hours('2026-06-11', 0, 6));
  expect(await daily(ada)).toEqual([['2026-06-10T07:00', 1]]);
  await runAt(...hours('2026-06-11', 7, 10));
  expect(await daily(ada)).toEqual([
    ['2026-06-10T07:00', 1],
    ['2026-06-11T07:00', 1],
  ]);
});

test('goes out later the same day, once, when nothing ran at seven', async () => {
  moveTo('2026-06-09T23:00');
  const ada = await person();
  await sendNotice(ada);
  moveTo('2026-06-10T08:30');
  await sendNotice(ada, '2');
  await runAt('2026-06-10T09:05', '2026-06-10T09:06', '2026-06-10T10:00');
  expect(await daily(ada)).toEqual([['2026-06-10T09:05', 1]]);
  await runAt('2026-06-11T07:00');
  expect((await daily(ada)).at(-1)).toEqual(['2026-06-11T07:00', 1]);
});

test('waits for seven where nothing ran until after midnight', async () => {
  moveTo('2026-06-10T06:00');
  const ada = await person();
  await sendNotice(ada);
  await runAt(...hours('2026-06-11', 0, 6));
  expect(await daily(ada)).toEqual([]);
  await runAt('2026-06-11T07:00');
  expect(await daily(ada)).toEqual([['2026-06-11T07:00', 1]]);
});

test('what was on its way at seven does not make a second one', async () => {
  moveTo('2026-06-10T06:50');
  const ada = await person();
  await sendNotice(ada);
  await runAt('2026-06-10T07:00');
  await sendNotice(ada, '2');
  await started.services.db
    .updateTable('mails')
    .set({ createdAt: instantOfWallClock('2026-06-10T06:59', zone) ?? '' })
    .where('userId', '=', ada.id)
    .where('state', '=', 'digest')
    .where('digestId', 'is', null)
    .execute();
  await runAt('2026-06-10T08:00');
  expect(await daily(ada)).toEqual([['2026-06-10T07:00', 1]]);
});

test.for(['2026-03-08', '2026-11-01', '2026-11-02'])(
  'goes out at seven by the clock of the site, once: %s',
  async (day) => {
    moveTo(`${day}T00:30`);
    const ada = await person();
    await sendNotice(ada);
    await runAt(...hours(day, 1, 6), `${day}T06:59`);
    expect(await daily(ada)).toEqual([]);
    await runAt(...hours(day, 7, 23));
    expect(await daily(ada)).toEqual([[`${day}T07:00`, 1]]);
  },
);

test('is due at the end of the quiet hours; late in the evening it waits for that of tomorrow', async () => {
  moveTo('2026-06-09T23:00');
  const [ada, bob] = [await person(), await person()];
  await quiet(ada, 22, 11);
  await quiet(bob, 20, 7);
  await sendNotice(ada);
  await sendNotice(bob);
  await runAt('2026-06-10T09:30');
  expect(await daily(ada)).toEqual([['2026-06-10T11:00', 1]]);
  const cleo = await person();
  await quiet(cleo, 20, 7);
  moveTo('2026-06-10T06:00');
  await sendNotice(cleo);
  await runAt('2026-06-10T20:30');
  expect(await daily(cleo)).toEqual([]);
  await sendNotice(cleo, '2');
  await runAt('2026-06-11T07:00');
  expect(await daily(cleo)).toEqual([['2026-06-11T07:00', 2]]);
  expect(await daily(bob)).toHaveLength(1);
});

test('makes no one wait for a clock that was set back', async () => {
  moveTo('2027-06-10T06:00');
  const ada = await person();
  await sendNotice(ada);
  await runAt('2026-06-10T07:00', '2026-06-10T08:00');
  expect(await daily(ada)).toEqual([['2026-06-10T07:00', 1]]);
});

test('one click turns all off that comes once a day, what waits for it too, and nothing that is chosen otherwise', async () => {
  moveTo('2026-06-10T06:50');
  const { app, services } = started;
  const ada = await person();
  await services.db
    .insertInto('messageChoices')
    .values({ userId: ada.id, category: 'events', delivery: 'none' })
    .execute();
  await sendNotice(ada, '1');
  await runAt('2026-06-10T07:00');
  const mail = (await outbox(ada)).find(({ event }) => event === 'digest');
  const composed = mail && (await composedMail(services, mail));
  const link = new URL(composed?.subscription?.unsubscribe ?? '').pathname;
  await sendNotice(ada, '2');
  expect((await app.inject({ method: 'POST', url: link })).statusCode).toBe(204);
  moveTo('2026-06-11T07:00');
  const cookie = await started.loginAs(ada.username);
  const choices = await app.inject({ url: '/api/messages/choices', headers: { cookie } });
  const { categories } = choices.json<Choices>();
  expect(Object.fromEntries(categories.map(({ key, delivery }) => [key, delivery]))).toMatchObject({
    requests: 'portal',
    announcements: 'portal',
    events: 'none',
  });
  await runAt('2026-06-11T07:00');
  expect((await outbox(ada)).map(({ state }) => state)).toEqual(['digest', 'queued', 'cancelled']);
});

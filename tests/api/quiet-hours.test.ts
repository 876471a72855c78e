import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SettingKey } from '../../domain/generated/settings.ts';
import type { Choices } from '../../domain/calls/messages.ts';
import { mailLink } from '../../server/features/messages/links.ts';
import { notify } from '../../server/features/messages/notify.ts';
import { transaction } from '../../server/platform/database.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let started: TestApp;
beforeAll(async () => {
  started = await startTestApp();
});
afterAll(() => started.close());

const ZONE = 'America/New_York';
const NIGHT = { mode: 'own', hours: { from: 22, to: 9, zone: ZONE } };

async function person(): Promise<TestUser> {
  const user = await started.createUser({ roles: ['Student'] });
  await started.services.db
    .updateTable('users')
    .set({ email: `${user.username}@example.edu` })
    .where('id', '=', user.id)
    .execute();
  return user;
}

function choose(user: TestUser, payload: object) {
  return started.app.inject({
    method: 'PUT',
    url: '/api/messages/quiet',
    headers: { cookie: user.cookie },
    payload,
  });
}

function servicesAt(at: string): TestApp['services'] {
  const now = Date.parse(at);
  return {
    ...started.services,
    clock: { now: () => now, instant: () => at, offset: 0 } as unknown as TestApp['services']['clock'],
  };
}

async function dueAfter(
  at: string,
  user: TestUser,
  event = 'requestStatusChanged',
  neededBy?: string,
): Promise<string | undefined> {
  const services = servicesAt(at);
  await transaction(services.db, (tx) =>
    notify(services, tx, {
      event,
      audience: 'customer',
      recipients: [user.id],
      ...(neededBy === undefined ? {} : { neededBy: Date.parse(neededBy) }),
      values: { form: 'Poster', number: '1', status: 'Ready', request: { text: 'Poster', path: '/requests/1' } },
    }),
  );
  const mail = await started.services.db
    .selectFrom('mails')
    .select('dueAt')
    .where('userId', '=', user.id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return mail && new Date(mail.dueAt).toISOString();
}

test('a mail of the quiet hours is due at their end, in the zone of its reader, on the nights of both changes', async () => {
  const ada = await person();
  expect((await choose(ada, NIGHT)).json<Choices>().quiet).toEqual({ ...NIGHT, site: null });
  expect(await dueAfter('2026-06-10T03:00:00.000Z', ada)).toBe('2026-06-10T13:00:00.000Z');
  expect(await dueAfter('2026-03-08T04:00:00.000Z', ada)).toBe('2026-03-08T13:00:00.000Z');
  expect(await dueAfter('2026-11-01T03:00:00.000Z', ada)).toBe('2026-11-01T14:00:00.000Z');
  expect(await dueAfter('2026-06-10T15:00:00.000Z', ada)).toBe('2026-06-10T15:00:00.000Z');
});

test('what must be sent does not wait, and nothing waits in the portal', async () => {
  const ada = await person();
  await choose(ada, NIGHT);
  expect(await dueAfter('2026-06-10T03:00:00.000Z', ada, 'requestActionNeeded')).toBe('2026-06-10T03:00:00.000Z');
  await dueAfter('2026-06-10T03:00:00.000Z', ada);
  const unread = await started.app.inject({
    url: '/api/UserMessage/GetNumberUnreadMessages',
    headers: { cookie: ada.cookie },
  });
  expect(unread.json()).toBe(2);
});

test('what would come too late to be of use does not wait, on the nights of both changes too', async () => {
  const ada = await person();
  await choose(ada, NIGHT);
  const due = (at: string, neededBy: string) => dueAfter(at, ada, undefined, neededBy);
  // Half an hour before is the last moment.
  expect(await due('2026-06-10T03:00:00.000Z', '2026-06-10T13:30:00.000Z')).toBe('2026-06-10T13:00:00.000Z');
  expect(await due('2026-06-10T03:00:00.000Z', '2026-06-10T13:29:00.000Z')).toBe('2026-06-10T03:00:00.000Z');
  expect(await due('2026-03-08T04:00:00.000Z', '2026-03-08T13:29:00.000Z')).toBe('2026-03-08T04:00:00.000Z');
  expect(await due('2026-11-01T03:00:00.000Z', '2026-11-01T14:29:00.000Z')).toBe('2026-11-01T03:00:00.000Z');
  // No one is notified at night of past sessions.
  expect(await due('2026-06-10T03:00:00.000Z', '2026-06-10T02:00:00.000Z')).toBe('2026-06-10T13:00:00.000Z');
});

test('anyone who chooses nothing has the hours of the site', async () => {
  const ada = await person();
  const { systemSettings } = started.services;
  const usual = systemSettings.value.bind(systemSettings);
  const hours: Readonly<Record<string, number>> = { 'messages.quietFrom': 22, 'messages.quietTo': 6 };
  const value = vi
    .spyOn(systemSettings, 'value')
    .mockImplementation(((key: SettingKey) => hours[key] ?? usual(key)) as typeof systemSettings.value);
  try {
    expect(await dueAfter('2026-06-10T06:00:00.000Z', ada)).toBe('2026-06-10T12:00:00.000Z');
    await choose(ada, { mode: 'none' });
    expect(await dueAfter('2026-06-10T06:00:00.000Z', ada)).toBe('2026-06-10T06:00:00.000Z');
  } finally {
    value.mockRestore();
  }
});

test('none, and back to what the site has', async () => {
  const ada = await person();
  expect((await choose(ada, { mode: 'none' })).json<Choices>().quiet.mode).toBe('none');
  expect(await dueAfter('2026-06-10T03:00:00.000Z', ada)).toBe('2026-06-10T03:00:00.000Z');
  expect((await choose(ada, { mode: 'site' })).json<Choices>().quiet.mode).toBe('site');
});

test('a link chooses for the reader of its mail alone', async () => {
  const [ada, bob] = [await person(), await person()];
  const link = await mailLink(started.services, { userId: ada.id, category: null }, started.services.clock.instant());
  const url = `/api/messages/linked/quiet?link=${link}`;
  expect((await started.app.inject({ method: 'PUT', url, payload: NIGHT })).json<Choices>().quiet.mode).toBe('own');
  const others = await started.app.inject({ url: '/api/messages/choices', headers: { cookie: bob.cookie } });
  expect(others.json<Choices>().quiet.mode).toBe('site');
  const forged = await started.app.inject({ method: 'PUT', url: `${url}x`, payload: NIGHT });
  expect(expectProblem(forged).code).toBe('messages.no-link');
});

test.for([
  { mode: 'own' },
  { mode: 'none', hours: NIGHT.hours },
  { mode: 'own', hours: { from: 7, to: 7, zone: ZONE } },
  { mode: 'own', hours: { from: 22, to: 7, zone: 'Mars/Olympus' } },
  { mode: 'own', hours: { from: -1, to: 7, zone: ZONE } },
  { mode: 'sometimes' },
])('refused: %j', async (payload) => {
  const ada = await person();
  const answer = await choose(ada, payload);
  expect([400, 422]).toContain(answer.statusCode);
  expect(await started.services.db.selectFrom('quietHours').selectAll().where('userId', '=', ada.id).execute()).toEqual(
    [],
  );
});

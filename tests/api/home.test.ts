import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PersonalHome, Training } from '../../domain/calls/home.ts';
import type { DraftSummary } from '../../domain/calls/request-drafts.ts';
import { makeRow } from '../factories/any-row.ts';
import { callAs, DAY, HOUR, isoAhead, makeSession } from './event-support.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let student: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  student = await t.createUser({ roles: ['Student'] });
});
afterAll(() => t.close());

const home = async (user: TestUser) => (await callAs(t, user, 'GET', '/api/home')).json<PersonalHome>();
const ticket = async (user: TestUser, status: string, from: number, until: string | null = null) => {
  const instanceId = await makeSession(t, [from, from + HOUR], { event: { feeCents: 0 } });
  const active = { activeFor: `${instanceId}-${user.id}` };
  const holdExpiresAt = until;
  await makeRow(t.services, 'tickets', { instanceId, userId: user.id, status, holdExpiresAt, ...active });
  return instanceId;
};

test('an own sign-up leaves nothing unread, and its message leads to the ticket', async () => {
  const someone = await t.createUser({ roles: ['Student'] });
  const unread = async () =>
    (await callAs(t, someone, 'GET', '/api/UserMessage/GetNumberUnreadMessages')).json<number>();
  const id = await makeSession(t, [DAY, DAY + HOUR], { event: { feeCents: 0 } });
  expect((await callAs(t, someone, 'POST', `/api/events/instances/${id}/tickets`)).statusCode).toBe(200);
  const message = await t.services.db
    .selectFrom('messageRecipients as r')
    .innerJoin('messages as m', 'm.id', 'r.messageId')
    .selectAll('m')
    .where('r.userId', '=', someone.id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(message)).toContain(`/signup/details/${id}?ticket`);
  expect(await unread()).toBe(0);
});

test('my trainings: each credential as it was earned last, without those that were revoked, for their owner alone', async () => {
  const [ada, bob] = [await t.createUser({ roles: ['Student'] }), await t.createUser({ roles: ['Student'] })];
  const [laser, saw, mill] = [
    await makeRow(t.services, 'eventCredentials', { name: 'B laser', description: 'Alone.' }),
    await makeRow(t.services, 'eventCredentials', { name: 'A saw' }),
    await makeRow(t.services, 'eventCredentials', { name: 'C mill' }),
  ];
  const [past, future] = [isoAhead(t, -DAY), isoAhead(t, 9 * DAY)];
  const earn = (user: TestUser, credential: typeof laser, earned: number, expiresAt: string | null, more = {}) =>
    makeRow(t.services, 'earnedCredentials', {
      ...{ userId: user.id, credentialId: credential['id'] ?? null, earnedAt: isoAhead(t, earned) },
      ...{ expiresAt, revokedAt: null, ...more },
    });
  await earn(ada, laser, -9 * DAY, past);
  await earn(ada, laser, -2 * DAY, future);
  await earn(ada, saw, -9 * DAY, past);
  await earn(ada, mill, -DAY, null, { revokedAt: isoAhead(t, -HOUR) });
  await earn(bob, mill, -DAY, null);
  const trainings = async (user: TestUser) =>
    (await callAs(t, user, 'GET', '/api/trainings'))
      .json<Training[]>()
      .map(({ name, expiresAt, isExpired }) => [name, expiresAt, isExpired]);
  expect(await trainings(ada)).toEqual([
    ['A saw', past, true],
    ['B laser', future, false],
  ]);
  expect(await trainings(bob)).toEqual([['C mill', null, false]]);
  expect((await t.app.inject({ url: '/api/trainings' })).statusCode).toBe(401);
});

describe('the home of an account', () => {
  test('has nothing for someone new, and is not for visitors', async () => {
    const someone = await t.createUser({ roles: ['Student'] });
    expect(await home(someone)).toEqual({ deadlines: [], next: null, requests: [], drafts: [] });
    expect((await t.app.inject({ url: '/api/home' })).statusCode).toBe(401);
  });

  test('has the next seat, and offers by their deadline', async () => {
    const seats = [await ticket(student, 'confirmed', 3 * DAY), await ticket(student, 'confirmed', 2 * DAY)];
    const late = await ticket(student, 'offered', 4 * DAY, isoAhead(t, 20 * HOUR));
    const soon = await ticket(student, 'held', 5 * DAY, isoAhead(t, 2 * HOUR));
    await ticket(student, 'waitlisted', DAY);
    const { next, deadlines } = await home(student);
    expect(next?.session.id).toBe(seats[1]);
    expect(deadlines.map(({ session }) => session.id)).toEqual([soon, late]);
  });

  test('has own requests that wait for the caller', async () => {
    const other = await t.createUser({ roles: ['Student'] });
    const request = (user: TestUser, status: string) =>
      makeRow(t.services, 'submissions', { submittedById: user.id, status });
    const { id } = await request(student, 'Quoted');
    await request(student, 'InProcess');
    await request(other, 'Quoted');
    expect((await home(student)).requests.map((one) => one.id)).toEqual([id]);
  });

  test('has own drafts of forms that are open to the caller, as the list of drafts has', async () => {
    const forms = await callAs(t, student, 'GET', '/api/forms?range=[0,0]');
    const [form] = forms.json<{ id: number; title: string; currentVersionId: number }[]>();
    const draft = (user: TestUser, formId: number | null, formVersionId: number | null) =>
      makeRow(t.services, 'drafts', { userId: user.id, formId, formVersionId, submissionId: 0, data: { a: 'b' } });
    await draft(student, form?.id ?? null, form?.currentVersionId ?? null);
    const closed = await makeRow(t.services, 'forms', { active: false });
    const version = await makeRow(t.services, 'formVersions', { formId: closed['id'] ?? null });
    await draft(student, Number(closed['id']), Number(version['id']));
    const expected = [expect.objectContaining({ formId: form?.id, submissionId: 0, title: form?.title })];
    expect((await home(student)).drafts).toEqual(expected);
    expect((await callAs(t, student, 'GET', '/api/requests/drafts')).json<DraftSummary[]>()).toEqual(expected);
    const other = await t.createUser({ roles: ['Student'] });
    expect((await callAs(t, other, 'GET', '/api/requests/drafts')).json()).toEqual([]);
  });
});

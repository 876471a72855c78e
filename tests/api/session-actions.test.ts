import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActionAnswer, ActionPlan } from '../../domain/calls/action-parts.ts';
import { callAs, DAY, HOUR, isoAhead, makeSession } from './event-support.ts';
import { releaseHeld } from './held-support.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let [staff, deskStaff, ada]: TestUser[] = [];
beforeAll(async () => {
  t = await startTestApp();
  [staff, deskStaff, ada] = await Promise.all(
    ['EventAdmin', 'EventProcessor', 'Student'].map((role) => t.createUser({ roles: [role] })),
  );
});
afterAll(() => t.close());

const ACTIONS = '/api/instances/actions';
const statusOf = async (id: number) =>
  (await t.services.db.selectFrom('instances').select('status').where('id', '=', id).executeTakeFirst())?.status;
const session = (status: 'draft' | 'published') =>
  makeSession(t, [2 * DAY, 2 * DAY + HOUR], {
    instance: { status, signupOpensAt: isoAhead(t, -DAY), signupClosesAt: isoAhead(t, DAY) },
  });
const subjectsTo = async ({ id }: TestUser) =>
  (await t.services.db.selectFrom('mails').select('subject').where('userId', '=', id).orderBy('id').execute()).map(
    ({ subject }) => subject,
  );
const run = (user: TestUser, action: string, ids: number[]) => callAs(t, user, 'POST', `${ACTIONS}/${action}`, { ids });

test('drafts are published together, and drafts again when that is undone', async () => {
  const ids = [await session('draft'), await session('draft')];
  const answer = await run(staff!, 'publish', ids);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await Promise.all(ids.map(statusOf))).toEqual(['published', 'published']);
  const { done, changes } = answer.json<ActionAnswer>();
  expect(done).toBe('2 sessions published');
  expect((await callAs(t, staff!, 'POST', '/api/undo', { changes })).statusCode).toBe(200);
  expect(await Promise.all(ids.map(statusOf))).toEqual(['draft', 'draft']);
});

test('the question before sessions are canceled counts the people, who lose their tickets', async () => {
  const ids = [await session('published'), await session('published')];
  const questionOf = async (...sessionIds: number[]) =>
    (await callAs(t, staff!, 'POST', `${ACTIONS}/cancel/plan`, { ids: sessionIds })).json<ActionPlan>();
  expect((await questionOf(...ids)).notes).toEqual([
    'No one is notified: it is over, or no one has a ticket or teaches it.',
  ]);
  const ticket = await callAs(t, ada!, 'POST', `/api/events/instances/${ids[0]}/tickets`, { inAddition: true });
  expect(ticket.statusCode, ticket.body).toBe(200);
  expect(await questionOf(...ids)).toMatchObject({
    title: 'Cancel 2 sessions?',
    notes: [
      '1 person will be notified in half a minute. Tickets are canceled. If you undo it before then, no message is sent.',
    ],
  });
  const answer = await run(staff!, 'cancel', ids);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await Promise.all(ids.map(statusOf))).toEqual(['cancelled', 'cancelled']);
  const { status } = await t.services.db
    .selectFrom('tickets')
    .select('status')
    .where('id', '=', ticket.json<{ id: number }>().id)
    .executeTakeFirstOrThrow();
  expect(status).toBe('cancelled');
  expect((await run(staff!, 'cancel', ids)).statusCode).toBe(409);
  const { changes } = answer.json<ActionAnswer>();
  expect((await callAs(t, staff!, 'POST', '/api/undo', { changes })).statusCode).toBe(200);
  expect(await Promise.all(ids.map(statusOf))).toEqual(['published', 'published']);
  await releaseHeld(t.services);
  expect(await subjectsTo(ada!)).toEqual([expect.stringContaining('Your seat: ')]);
});

test('a note is part of the messages about a canceled session', async () => {
  const id = await session('published');
  await callAs(t, ada!, 'POST', `/api/events/instances/${id}/tickets`, { inAddition: true });
  const question = await callAs(t, staff!, 'POST', `${ACTIONS}/cancel/plan`, { ids: [id] });
  expect(question.json<ActionPlan>().inputs).toEqual({ note: { isOptional: true } });
  const inputs = { note: 'The kiln is broken.\nSorry!' };
  const answer = await callAs(t, staff!, 'POST', `${ACTIONS}/cancel`, { ids: [id], inputs });
  expect(answer.statusCode, answer.body).toBe(200);
  await releaseHeld(t.services);
  const { html } = await t.services.db
    .selectFrom('messages')
    .select('html')
    .where('event', '=', 'ticketCancelled')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(html).toMatch(/<p>The session is canceled.<\/p><p>The kiln is broken.<br ?\/?>Sorry!<\/p>$/);
});

test('people who can write only notes neither publish nor cancel', async () => {
  const id = await session('draft');
  const offered = await callAs(t, deskStaff!, 'GET', `${ACTIONS}?ids=[${id}]`);
  expect(offered.json()).toMatchObject({ publish: [], cancel: [] });
  expect((await run(deskStaff!, 'publish', [id])).statusCode).toBe(409);
  expect((await run(ada!, 'cancel', [id])).statusCode).toBeGreaterThanOrEqual(403);
  expect(await statusOf(id)).toBe('draft');
});

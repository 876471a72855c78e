import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let staff: TestUser;
beforeAll(async () => {
  t = await startTestApp({ works: false });
  staff = await t.createUser({ roles: ['EventProcessor'] });
});
afterAll(() => t.close());

test('has the sign-up and every change of the status, and nothing else, for staff of events', async () => {
  const ticket = await makeRow(t.services, 'tickets', { status: 'confirmed' });
  const id = Number(ticket['id']);
  const { engine } = t.services;
  const write = (values: object) =>
    engine.transaction(async (tx) => {
      await engine.lock(tx, 'instances', [Number(ticket['instanceId'])]);
      await engine.update(SYSTEM, 'tickets', id, values, { command: true, tx });
    });
  await write({ note: 'Comes later' });
  await write({ status: 'attended' });
  const url = `/api/signupHistory?filter=${encodeURIComponent(JSON.stringify({ ticketId: id }))}`;
  const rows = (await t.app.inject({ url, headers: { cookie: staff.cookie } })).json();
  const same = { ticketId: id, userId: ticket['userId'], instanceId: ticket['instanceId'] };
  expect(rows).toMatchObject([
    { ...same, from: 'confirmed', to: 'attended' },
    { ...same, from: null, to: 'confirmed' },
  ]);
  expect(rows).toHaveLength(2);
  const student = await t.createUser({ roles: ['Student'] });
  expect((await t.app.inject({ url, headers: { cookie: student.cookie } })).statusCode).toBe(403);
});

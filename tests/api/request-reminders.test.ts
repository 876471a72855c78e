import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { remindCustomers } from '../../server/features/requests/reminders.ts';
import { formOf, publishForm, startRequestsApp, textField, RequestCaller } from './request-calls.ts';
import type { TestApp } from './support.ts';

let app: TestApp;
let student: RequestCaller;
let staff: RequestCaller;
let admin: RequestCaller;

beforeAll(async () => {
  ({ app, student, staff, admin } = await startRequestsApp());
});
afterAll(() => app.close());

const DAY = 86_400_000;

async function quoted(more: Record<string, unknown> = {}): Promise<number> {
  const form = await publishForm(admin, formOf({ note: textField() }), { costType: 'Quoted', ...more });
  const { id } = await student.file(form.name, { note: 'Please' });
  await staff.moved(id, 'Submitted', 'UnderReview');
  await staff.moved(id, 'UnderReview', 'Quoted', { costCents: 4500 });
  return id;
}

/** A login ends within a day. */
async function again({ user }: RequestCaller): Promise<RequestCaller> {
  return new RequestCaller(app, { ...user, cookie: await app.loginAs(user.username) });
}

async function statusAfter(id: number, days: number): Promise<string> {
  app.services.clock.moveTo(app.services.clock.now() + days * DAY + 60_000);
  await remindCustomers(app.services);
  [student, staff, admin] = await Promise.all([again(student), again(staff), again(admin)]);
  const row = await app.services.db
    .selectFrom('submissions')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.status;
}

async function eventsAbout(id: number): Promise<string[]> {
  const rows = await app.services.db
    .selectFrom('messages')
    .select('event')
    .where('about', '=', 'submissions')
    .where('aboutId', '=', id)
    .orderBy('id')
    .execute();
  return rows
    .flatMap(({ event }) => event ?? [])
    .filter((event) => !['requestSubmitted', 'requestArrived'].includes(event));
}

describe('customers who do not answer', () => {
  test('get two reminders, then the request is stale and at last canceled', async () => {
    const id = await quoted();
    expect(await statusAfter(id, 6)).toBe('Quoted');
    expect(await eventsAbout(id)).not.toContain('requestReminder');
    await statusAfter(id, 1);
    await statusAfter(id, 0);
    await statusAfter(id, 7);
    expect((await eventsAbout(id)).filter((event) => event === 'requestReminder')).toHaveLength(2);
    expect(await statusAfter(id, 13)).toBe('Quoted');
    expect(await statusAfter(id, 1)).toBe('Stale');
    expect(await eventsAbout(id)).toContain('requestStale');
    const detail = await staff.see(id);
    expect(detail.timeline.at(-1)).toMatchObject({ who: 'System', from: 'Quoted', to: 'Stale' });
    expect(await statusAfter(id, 29)).toBe('Stale');
    expect(await statusAfter(id, 1)).toBe('Canceled');
    expect((await eventsAbout(id)).at(-1)).toBe('requestCanceled');
  });

  test('a message of the customer reopens a stale request, and waiting begins again', async () => {
    const id = await quoted({ reminderDays: 0, staleDays: 3 });
    expect(await statusAfter(id, 2)).toBe('Quoted');
    const said = await student.call('POST', `/api/requests/submissions/${id}/messages`, {
      kind: 'Default',
      text: 'Soon!',
    });
    expect(said.statusCode, said.body).toBeLessThan(300);
    expect(await statusAfter(id, 2)).toBe('Quoted');
    expect(await statusAfter(id, 1)).toBe('Stale');
    await student.call('POST', `/api/requests/submissions/${id}/messages`, { kind: 'Default', text: 'Here I am' });
    expect((await student.see(id)).status).toBe('Quoted');
  });

  test('a form can be without reminders and never become stale', async () => {
    const id = await quoted({ reminderDays: 0, staleDays: 0 });
    expect(await statusAfter(id, 300)).toBe('Quoted');
  });

  test('two processes at the same time remind once, whatever runs in between', async () => {
    const ids = [];
    for (let count = 0; count < 4; count += 1) ids.push(await quoted());
    app.services.clock.moveTo(app.services.clock.now() + 7 * DAY + 60_000);
    await Promise.all([remindCustomers(app.services), remindCustomers(app.services)]);
    for (const id of ids)
      expect((await eventsAbout(id)).filter((event) => event === 'requestReminder')).toHaveLength(1);
  });
});

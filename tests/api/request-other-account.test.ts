import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { caller, formOf, publishForm, textField } from './request-calls.ts';
import { startTestApp } from './support.ts';
import type { TestApp } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('input of one account is not stored for another that has logged in meanwhile', async () => {
  const [admin, one, other] = await Promise.all([
    caller(app, 'RequestsAdmin'),
    caller(app, 'Student'),
    caller(app, 'Student'),
  ]);
  const form = await publishForm(admin, formOf({ note: textField() }));
  const { version } = await one.open(form.name);
  const body = { formVersionId: version.id, data: { note: 'mine' } };
  const mine = { 'x-account': encodeURIComponent(one.user.username) };

  const draft = await other.call('PUT', `/api/requests/drafts/${form.id}`, body, mine);
  expect(draft.statusCode).toBe(409);
  expect(expectProblem(draft).code).toBe('requests.other-account');
  expect((await other.call('POST', '/api/requests/submissions', body, mine)).statusCode).toBe(409);
  expect((await other.call('DELETE', `/api/requests/drafts/${form.id}`, undefined, mine)).statusCode).toBe(409);
  expect((await other.open(form.name)).draft).toBeNull();

  expect((await one.call('PUT', `/api/requests/drafts/${form.id}`, body, mine)).statusCode).toBe(200);
  expect((await one.open(form.name)).draft?.data).toEqual({ note: 'mine' });
  expect((await one.call('POST', '/api/requests/submissions', body, mine)).statusCode).toBe(201);
});

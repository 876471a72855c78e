import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SetupState } from '../../domain/calls/setup.ts';
import { setupPath } from '../../server/features/setup/first-administrator.ts';
import { tokensFor } from '../../server/features/messages/tokens.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let link = '';
const ANN = { username: 'ann', displayName: 'Ann First', email: 'ann@campus.example', password: 'four random words' };
const post = (url: string, payload: object = {}, cookie = '') =>
  t.app.inject({ method: 'POST', url: `/api/setup${url}`, payload, headers: cookie ? { cookie } : {} });
const begin = (more: object = {}) => post('/administrator', { link, ...ANN, ...more });
const state = async (cookie: string) => t.app.inject({ url: '/api/setup', headers: { cookie } });

beforeAll(async () => {
  t = await startTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'makeshop@campus.example' } });
  expect(await setupPath(t.services)).toBeNull();
  // As a new database has it.
  await t.services.db
    .updateTable('users')
    .set({ roles: JSON.stringify([]) })
    .execute();
  link = (await setupPath(t.services))!.split('/setup#')[1]!;
});
afterAll(() => t.close());

test('the printed link creates one administrator, who is guided until the setup is finished', async () => {
  for (const forged of [`${link}x`, 'nonsense', (await tokensFor('mail links')(t.services.settings)).sign(['1'])]) {
    expect(expectProblem(await post('/link', { link: forged })).status).toBe(410);
    expect(expectProblem(await post('/administrator', { ...ANN, link: forged })).status).toBe(410);
  }
  expect((await post('/link', { link })).statusCode).toBe(204);
  expect(expectProblem(await begin({ password: 'short' })).errors).toHaveProperty('password');
  expect(expectProblem(await begin({ username: 'With Spaces' })).errors).toHaveProperty('username');
  const answers = await Promise.all([begin(), begin({ username: 'bob' })]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410]);
  const cookie = answers.flatMap(({ cookies }) => cookies.map(({ name, value }) => `${name}=${value}`)).join('; ');
  expect(await setupPath(t.services)).toBeNull();
  expect(expectProblem(await post('/link', { link })).status).toBe(410);

  const shown = (await state(cookie)).json<SetupState>();
  expect(shown).toMatchObject({ sendsMail: true, hasLocalLogin: true, address: ANN.email });
  expect(shown).toMatchObject({ logins: [], hasSecondFactor: false, requiresSecondFactor: false });
  expect(shown.places).toBeGreaterThan(0);
  expect((await post('/testMail', {}, cookie)).statusCode).toBe(204);
  const mails = await t.services.db.selectFrom('mails').select('address').where('event', '=', 'templateTest').execute();
  expect(mails).toEqual([{ address: ANN.email }]);

  const other = await t.createUser({ roles: ['Administrator'] });
  expect((await state(other.cookie)).statusCode).toBe(204);
  expect((await state('')).statusCode).toBe(204);
  for (const path of ['/testMail', '/finish']) {
    expect(expectProblem(await post(path, {}, other.cookie)).status).toBe(404);
    expect((await post(path)).statusCode).toBe(401);
  }
  expect((await post('/finish', {}, cookie)).statusCode).toBe(204);
  expect((await state(cookie)).statusCode).toBe(204);
  expect(expectProblem(await post('/finish', {}, cookie)).status).toBe(404);
});

test('the names of the settings replace those of the declarations', async () => {
  const admin = await t.createUser({ roles: ['Administrator'] });
  const changes = [
    { key: 'site.name', value: 'Fab Hall', version: null },
    { key: 'site.identityName', value: 'Campus ID', version: null },
  ];
  const put = { method: 'PUT', url: '/api/systemSettings/declared', payload: { changes } } as const;
  expect((await t.app.inject({ ...put, headers: { cookie: admin.cookie } })).statusCode).toBe(200);
  expect(t.services.model.site).toMatchObject({ productName: 'Fab Hall', identityName: 'Campus ID' });
});

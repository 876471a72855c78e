import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { PASSWORD, startTestApp, type TestApp } from './support.ts';

let t: TestApp;
beforeEach(async () => {
  t = await startTestApp();
});
afterEach(() => t.close());

function guess(username: string, headers: Record<string, string> = {}, extra: object = {}, url = '/api/Login') {
  return t.app.inject({ method: 'POST', url, headers, payload: { username, password: 'a wrong guess', ...extra } });
}

async function statuses(answers: Promise<{ statusCode: number }>[]): Promise<Record<number, number>> {
  const counted: Record<number, number> = {};
  for (const { statusCode } of await Promise.all(answers)) counted[statusCode] = (counted[statusCode] ?? 0) + 1;
  return counted;
}

test('the eleventh guess at an account is refused, the right password too, and other accounts are not', async () => {
  for (let i = 0; i < 10; i += 1) expect((await guess('student')).statusCode).toBe(401);
  const eleventh = await guess('student');
  expect(eleventh.statusCode).toBe(429);
  expect(expectProblem(eleventh).code).toBe('account.too-many-attempts');
  expect(eleventh.headers['retry-after']).toBe('900');
  await expect(t.loginAs('student')).rejects.toThrow('429');
  await expect(t.loginAs('staff')).resolves.toContain('atrium=');
});

test('a hundred guesses at once get no more tries than a hundred in a row', async () => {
  const counted = await statuses(Array.from({ length: 100 }, () => guess('student')));
  expect(Object.keys(counted).sort()).toEqual(['401', '429'].filter((status) => counted[Number(status)]));
  expect(counted[401] ?? 0).toBeLessThanOrEqual(10);
});

test('forged proxy headers, capitals, blanks, other paths and extra body keys do not get around the limit', async () => {
  const tricks = [
    () => guess('student', { 'x-forwarded-for': `10.0.0.${Math.floor(Math.random() * 255)}` }),
    () => guess('STUDENT', { 'x-real-ip': '10.1.1.1', forwarded: 'for=10.2.2.2' }),
    () => guess('  student '),
    () => guess('ｓｔｕｄｅｎｔ'),
  ];
  for (let i = 0; i < 10; i += 1) expect((await tricks[i % tricks.length]!()).statusCode).toBe(401);
  for (const trick of tricks) expect((await trick()).statusCode).toBe(429);
  expect((await guess('student', {}, { ip: '10.3.3.3', account: 'other' })).statusCode).toBe(400);
  for (const url of ['/api/login', '/API/Login', '/api/Login/', '/api//Login', '/api/Logi%6e/']) {
    expect([404, 429], url).toContain((await guess('student', {}, {}, url)).statusCode);
  }
});

test('many accounts guessed from one address are limited too', async () => {
  const counted = await statuses(Array.from({ length: 90 }, (_, i) => guess(`guessed-${i}`)));
  let tried = counted[401] ?? 0;
  for (let i = 0; i < 60 && (await guess(`guessed-later-${i}`)).statusCode === 401; i += 1) tried += 1;
  expect(tried).toBe(60);
  expect((await guess('student')).statusCode).toBe(429);
});

test('logging in clears the account’s own failures only', async () => {
  for (let i = 0; i < 9; i += 1) await guess('student');
  await t.loginAs('student');
  for (let i = 0; i < 10; i += 1) expect((await guess('student')).statusCode).toBe(401);
  expect((await guess('student')).statusCode).toBe(429);
});

test('guesses at the current password count as well', async () => {
  const { cookie } = await t.createUser();
  const change = (currentPassword: string) =>
    t.app.inject({
      method: 'POST',
      url: '/api/account/password',
      headers: { cookie },
      payload: { currentPassword, newPassword: 'a much better one' },
    });
  for (let i = 0; i < 10; i += 1) expect((await change('a wrong guess')).statusCode).toBe(400);
  expect((await change(PASSWORD)).statusCode).toBe(429);
});

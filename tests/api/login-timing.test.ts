import type * as argon2 from '@node-rs/argon2';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setPassword } from '../../server/features/accounts/account-commands.ts';
import { hashPassword } from '../../server/features/accounts/passwords.ts';
import { transaction } from '../../server/platform/database.ts';
import { PASSWORD, startTestApp, SYSTEM, type TestApp } from './support.ts';

// Files share their modules; this one needs a server that computes its hashes through the mock.
vi.hoisted(() => vi.resetModules());
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof argon2>();
  return { ...real, verify: vi.fn(real.verify) };
});

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  const { id } = (await t.services.engine.list(SYSTEM, 'users', { filter: { username: 'student' } })).rows[0]!;
  await transaction(t.services.db, async (tx) => setPassword(tx, id, await hashPassword(PASSWORD)));
});
afterAll(async () => {
  await t.close();
  vi.resetModules();
});

/** The parameters of the hashes that one login computed: "v=19$m=19456,t=2,p=1". */
async function workOf(username: string, password = 'a wrong guess'): Promise<string[]> {
  vi.mocked(verify).mockClear();
  const payload = { username, password };
  expect((await t.app.inject({ method: 'POST', url: '/api/Login', payload })).statusCode).toBe(401);
  return vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split('$').slice(1, 4).join('$'));
}

test('refusing an unknown name takes the same work as a known one', async () => {
  const known = await workOf('student');
  expect(known).toHaveLength(1);
  expect(known[0]).toMatch(/^argon2id\$/);
  expect(await workOf('nobody-of-this-name')).toEqual(known);
});

test('a password that is not in normal form takes the same work for every name, too', async () => {
  const typed = 'a wrong gu\u0065\u0301ss';
  expect(await workOf('nobody-of-this-name', typed)).toEqual(await workOf('student', typed));
});

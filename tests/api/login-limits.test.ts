import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authenticate } from '../../server/features/accounts/login.ts';
import { delayAfter, ConcurrencyLimit, NewestFirst } from '../../server/features/accounts/login-limits.ts';
import { ProblemError } from '../../server/platform/problem.ts';
import { expectProblem } from './expect-problem.ts';
import { PASSWORD, startTestApp, type TestApp } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(() => sql`delete from "loginAttempts"`.execute(t.services.db));
afterAll(() => t.close());

interface Try {
  password?: string;
  ip?: string;
  headers?: Record<string, string>;
  extra?: object;
  url?: string;
}

function logIn(username: string, { password = PASSWORD, ip, headers = {}, extra = {}, url = '/api/Login' }: Try = {}) {
  return t.app.inject({
    method: 'POST',
    url,
    headers,
    payload: { username, password, ...extra },
    ...(ip === undefined ? {} : { remoteAddress: ip }),
  });
}

const guess = (username: string, given: Try = {}) => logIn(username, { password: 'a wrong guess', ...given });

async function statuses(answers: Promise<{ statusCode: number }>[]): Promise<Record<number, number>> {
  const counted: Record<number, number> = {};
  for (const { statusCode } of await Promise.all(answers)) counted[statusCode] = (counted[statusCode] ?? 0) + 1;
  return counted;
}

/** The first `count` promises to be fulfilled. */
async function firstOf<T>(count: number, promises: Promise<T>[]): Promise<T[]> {
  const done: T[] = [];
  await new Promise<void>((resolve, reject) => {
    for (const promise of promises)
      promise.then((value) => {
        done.push(value);
        if (done.length === count) resolve();
      }, reject);
  });
  return done;
}

/** Records recent failures. */
async function failed(times: number, account: (index: number) => string, address: (index: number) => string) {
  const rows = Array.from(
    { length: times },
    (_, index) => sql`(${account(index)}, ${address(index)}, atrium_now(), false)`,
  );
  await sql`insert into "loginAttempts" (account, ip, at, succeeded) values ${sql.join(rows)}`.execute(t.services.db);
}

describe('of one account from one address', () => {
  test('the eleventh guess is refused, even with the right password, for the announced time', async () => {
    for (let i = 0; i < 10; i += 1) expect((await guess('student')).statusCode).toBe(401);
    const eleventh = await guess('student');
    expect(eleventh.statusCode).toBe(429);
    expect(expectProblem(eleventh).code).toBe('account.too-many-attempts');
    const wait = Number(eleventh.headers['retry-after']);
    expect(wait).toBeGreaterThan(800);
    expect(wait).toBeLessThanOrEqual(900);
    expect((await logIn('student')).statusCode).toBe(429);
    await sql`update "loginAttempts" set at = at - make_interval(secs => ${wait})`.execute(t.services.db);
    expect((await logIn('student')).statusCode).toBe(200);
  });

  test('other accounts there and the account elsewhere are let in', async () => {
    for (let i = 0; i < 11; i += 1) await guess('student');
    expect((await logIn('staff')).statusCode).toBe(200);
    expect((await logIn('student', { ip: '203.0.113.7' })).statusCode).toBe(200);
    expect((await logIn('student')).statusCode).toBe(429);
  });

  test('a hundred guesses at the same time get no more tries than a hundred in a row', async () => {
    const counted = await statuses(Array.from({ length: 100 }, () => guess('student')));
    expect(Object.keys(counted).sort()).toEqual(['401', '429'].filter((status) => counted[Number(status)]));
    expect(counted[401] ?? 0).toBeLessThanOrEqual(10);
  });

  test('forged proxy headers, capitals, blanks, other paths and extra body keys do not get around the limit', async () => {
    const tricks: (() => ReturnType<typeof guess>)[] = [
      () => guess('student', { headers: { 'x-forwarded-for': '10.0.0.1' } }),
      () => guess('STUDENT', { headers: { 'x-real-ip': '10.1.1.1', forwarded: 'for=10.2.2.2' } }),
      () => guess('  student '),
      () => guess('ｓｔｕｄｅｎｔ'),
      () => guess('student', { headers: { cookie: 'atrium-device=aaaaaaaaaaaaaaaa.20000.x' } }),
    ];
    for (let i = 0; i < 10; i += 1) expect((await tricks[i % tricks.length]!()).statusCode).toBe(401);
    for (const trick of tricks) expect((await trick()).statusCode).toBe(429);
    expect((await guess('student', { extra: { ip: '10.3.3.3', account: 'other' } })).statusCode).toBe(400);
    for (const url of ['/api/login', '/API/Login', '/api/Login/', '/api//Login', '/api/Logi%6e/']) {
      expect([404, 429], url).toContain((await guess('student', { url })).statusCode);
    }
  });

  test('logging in clears the failures there, not those elsewhere', async () => {
    for (let i = 0; i < 9; i += 1) await guess('student');
    await failed(
      10,
      () => 'student',
      () => '203.0.113.7',
    );
    expect((await logIn('student')).statusCode).toBe(200);
    expect((await guess('student')).statusCode).toBe(401);
    expect((await guess('student', { ip: '203.0.113.7' })).statusCode).toBe(429);
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
});

describe('no one shuts others out', () => {
  test('an account under attack from everywhere still lets its owner in', async () => {
    for (let i = 0; i < 11; i += 1) await guess('student', { ip: `203.0.113.${i}` });
    expect((await logIn('student', { ip: '198.51.100.1' })).statusCode).toBe(200);
  });

  test('an address that has attacked many accounts lets others in', async () => {
    await failed(
      64,
      (index) => `guessed-${index}`,
      () => '127.0.0.1',
    );
    expect((await logIn('student')).statusCode).toBe(200);
  });

  test('the more failures, the longer an attempt takes, and never longer than seconds', () => {
    const delays = [0, 9, 10, 20, 30, 40, 500, 1e6].map((account) => delayAfter({ account, address: 0 }));
    expect(delays).toEqual([0, 0, 250, 500, 1000, 2000, 4000, 4000]);
    expect([59, 60, 70].map((address) => delayAfter({ account: 0, address }))).toEqual([0, 250, 500]);
  });

  test('an address with too many delayed attempts does not displace others', () => {
    const limit = new ConcurrencyLimit(2);
    expect(['flooded', 'flooded', 'flooded', 'other'].map((address) => limit.tryAcquire(address))).toEqual([
      true,
      true,
      false,
      true,
    ]);
    limit.release('flooded');
    expect(limit.tryAcquire('flooded')).toBe(true);
  });

  test('who comes while an account is flooded is next, and the oldest of those that wait is refused', async () => {
    const limit = new NewestFirst(1, 2);
    const log: string[] = [];
    const attempt = (name: string) =>
      limit.acquire('flooded').then((isNext) => void log.push(`${name} ${isNext ? 'runs' : 'is refused'}`));
    const attempts = ['first', 'second', 'third', 'person'].map(attempt);
    expect(await limit.acquire('other')).toBe(true);
    await attempts[1];
    expect(log).toEqual(['first runs', 'second is refused']);
    limit.release('flooded');
    await attempts[3];
    limit.release('flooded');
    await attempts[2];
    expect(log.slice(2)).toEqual(['person runs', 'third runs']);
    limit.release('flooded');
    expect(await limit.acquire('flooded')).toBe(true);
  });

  test('no one waits for the verification of delayed attempts', async () => {
    await failed(
      10,
      () => 'guessed',
      () => '203.0.113.7',
    );
    const checked: string[] = [];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = {
      name: 'slow',
      identify: async (username: string) => {
        checked.push(username);
        if (username === 'guessed') await released;
        return null;
      },
    };
    const attempt = (username: string, index: number) =>
      authenticate(
        t.services.db,
        [slow],
        { username, password: 'x' },
        { ip: `198.51.100.${index}`, device: null, tries: 10 },
      ).catch(() => undefined);
    const slowed = Array.from({ length: 4 }, (_, index) => attempt('guessed', index));
    await expect.poll(() => checked.length).toBe(2);
    await attempt('student', 9);
    expect(checked).toEqual(['guessed', 'guessed', 'student']);
    release();
    await Promise.all(slowed);
    expect(checked).toHaveLength(5);
  });

  test('guesses at one account from many addresses do not run beside each other; its person’s device is let in', async () => {
    await failed(
      10,
      () => 'guessed',
      () => '203.0.113.7',
    );
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const identified: string[] = [];
    const provider = {
      name: 'held',
      identify: async (_: string, password: string) => {
        identified.push(password);
        if (password === 'guess') await released;
        return null;
      },
    };
    const attempt = async (ip: string, password = 'guess', device: string | null = null): Promise<ProblemError> => {
      const outcome = await authenticate(
        t.services.db,
        [provider],
        { username: 'guessed', password },
        { ip, device, tries: 10 },
      ).catch((error: unknown) => error);
      if (outcome instanceof ProblemError) return outcome;
      throw outcome;
    };
    const attempts = Array.from({ length: 24 }, (_, index) => attempt(`198.51.100.${index}`));
    const refused = await firstOf(4, attempts);
    expect(new Set(refused.map(({ problem, retryAfter }) => `${problem.status} ${retryAfter}`))).toEqual(
      new Set(['429 1']),
    );
    expect(await attempt('192.0.2.1', 'of the known device', 'known-device')).toMatchObject({
      problem: { status: 401 },
    });
    expect(identified).toContain('of the known device');
    release();
    expect((await Promise.all(attempts)).filter(({ problem }) => problem.status === 401)).toHaveLength(20);
    expect(await attempt('192.0.2.2')).toMatchObject({ problem: { status: 401 } });
  });

  test('a device that the account has logged in on is let in where no one else is', async () => {
    const first = await logIn('student');
    const device = first.cookies.find(({ name }) => name === 'atrium-device');
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(Number(device?.maxAge)).toBeGreaterThan(86_400 * 90);
    const headers = { cookie: `atrium-device=${device?.value}` };
    for (let i = 0; i < 11; i += 1) await guess('student');
    expect((await logIn('student')).statusCode).toBe(429);
    expect((await logIn('student', { headers })).statusCode).toBe(200);
    // Only for the account that logged in on it, and with a limit of its own.
    for (let i = 0; i < 11; i += 1) await guess('staff', { headers });
    expect((await logIn('staff', { headers })).statusCode).toBe(429);
    for (let i = 0; i < 10; i += 1) expect((await guess('student', { headers })).statusCode).toBe(401);
    expect((await logIn('student', { headers })).statusCode).toBe(429);
  });

  test('unknown accounts are slowed down and refused like known ones', async () => {
    for (const username of ['student', 'nobody-at-all']) {
      const answers = [];
      for (let i = 0; i < 11; i += 1) answers.push(await guess(username));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array<number>(10).fill(401), 429]);
      expect(answers.every(({ headers }) => headers['set-cookie'] === undefined)).toBe(true);
    }
  });
});

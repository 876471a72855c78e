import { expect, test } from 'vitest';
import { Semaphore, SharedPermits } from '../../server/platform/semaphore.ts';

const full = () => new Error('full');

/** A task that ends on demand. */
function task(name: string, log: string[]) {
  let end = (): void => undefined;
  let fail = (): void => undefined;
  const promise = new Promise<string>((resolve, reject) => {
    end = () => resolve(name);
    fail = () => reject(new Error(name));
  });
  const run = () => {
    log.push(name);
    return promise;
  };
  return { run, end: () => end(), fail: () => fail() };
}

test('a limited number of tasks runs at the same time, the others in order of arrival', async () => {
  const semaphore = new Semaphore(2, 5, full);
  const started: string[] = [];
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => task(name, started)) as [
    ReturnType<typeof task>,
    ReturnType<typeof task>,
    ReturnType<typeof task>,
    ReturnType<typeof task>,
  ];
  const results = [a, b, c, d].map(({ run }) => semaphore.run(run));
  await Promise.resolve();
  expect(started).toEqual(['a', 'b']);
  b.end();
  expect(await results[1]).toBe('b');
  for (const one of [a, c, d]) one.end();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  expect(started).toEqual(['a', 'b', 'c', 'd']);
});

test('a failing task releases its permit, and a task that finds the queue full is refused', async () => {
  const semaphore = new Semaphore(1, 1, full);
  const started: string[] = [];
  const [a, b] = [task('a', started), task('b', started)];
  const first = semaphore.run(a.run);
  const second = semaphore.run(b.run);
  await expect(semaphore.run(async () => 'c')).rejects.toThrow('full');
  a.fail();
  await expect(first).rejects.toThrow('a');
  b.end();
  expect(await second).toBe('b');
  expect(await semaphore.run(async () => 'd')).toBe('d');
});

test('a waiter that aborts takes no permit', async () => {
  const semaphore = new Semaphore(1);
  await semaphore.acquire();
  const leaving = new AbortController();
  const left = semaphore.acquire(leaving.signal);
  const next = semaphore.acquire();
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  semaphore.release();
  await next;
  semaphore.release();
  await expect(semaphore.run(async () => 'free')).resolves.toBe('free');
});

test('no key holds more than its share of permits, and a released permit goes to a waiting task', async () => {
  const shared = new SharedPermits(3, 2);
  const [one, other] = [shared.of('one'), shared.of('other')];
  const got: string[] = [];
  const ask = (who: typeof one, name: string) => who.acquire().then(() => got.push(name));
  await Promise.all([ask(one, 'one'), ask(one, 'one')]);
  const third = ask(one, 'third of one');
  await ask(other, 'other');
  const second = ask(other, 'second of other');
  expect(got).toEqual(['one', 'one', 'other']);
  one.release();
  await Promise.race([third, second]);
  expect(got).toHaveLength(4);
  one.release();
  await Promise.all([third, second]);
  expect(got).toHaveLength(5);
});

test('an aborted waiter for a shared permit does not block the others', async () => {
  const shared = new SharedPermits(1, 1);
  const stop = new AbortController();
  await shared.of('one').acquire();
  const waiting = shared.of('other').acquire(stop.signal);
  stop.abort();
  await expect(waiting).rejects.toThrow();
  shared.of('one').release();
  await shared.of('other').acquire();
});

test('with too many tasks of one key, its further ones are refused, and those of others are not', async () => {
  const shared = new SharedPermits(1, 1, 2, () => new Error('Too many.'));
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const own = [shared.run('own', () => ended), shared.run('own', () => ended)];
  await expect(shared.run('own', () => ended)).rejects.toThrow('Too many.');
  const other = shared.run('other', async () => 'done');
  end();
  expect(await other).toBe('done');
  await Promise.all(own);
  expect(await shared.run('own', async () => 'again')).toBe('again');
});

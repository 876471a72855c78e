import { expect, test } from 'vitest';
import { Gathered } from '../../server/platform/gathered.ts';

/** Loads that the test finishes itself, in the order in which they began. */
function loads() {
  const begun: { keys: readonly string[]; finish: (answers: Map<string, string>) => void; fail: (e: Error) => void }[] =
    [];
  const gathered = new Gathered(
    (keys: readonly string[]) => new Promise<Map<string, string>>((finish, fail) => begun.push({ keys, finish, fail })),
  );
  return { begun, gathered };
}

test('calls of one turn share a load, each with its own answer', async () => {
  const { begun, gathered } = loads();
  const calls = ['a', 'b', 'a', 'c'].map((key) => gathered.answer(key));
  expect(begun).toEqual([]);
  await expect.poll(() => begun.map(({ keys }) => keys)).toEqual([['a', 'b', 'c']]);
  begun[0]?.finish(new Map(Object.entries({ a: 'of a', b: 'of b' })));
  expect(await Promise.all(calls)).toEqual(['of a', 'of b', 'of a', undefined]);
});

test('a call after a load began has a load of its own, which does not wait for the other', async () => {
  const { begun, gathered } = loads();
  const first = gathered.answer('a');
  await expect.poll(() => begun.length).toBe(1);
  const second = gathered.answer('a');
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.finish(new Map([['a', 'new']]));
  expect(await second).toBe('new');
  begun[0]?.finish(new Map([['a', 'old']]));
  expect(await first).toBe('old');
});

test('a load that fails fails its own callers only', async () => {
  const { begun, gathered } = loads();
  const first = gathered.answer('a');
  await expect.poll(() => begun.length).toBe(1);
  const second = gathered.answer('a');
  begun[0]?.fail(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.finish(new Map([['a', 'new']]));
  expect(await second).toBe('new');
});

test('a load takes a limited number of keys', async () => {
  const { begun, gathered } = loads();
  const calls = Array.from({ length: 501 }, (_, index) => gathered.answer(String(index)));
  await expect.poll(() => begun.map(({ keys }) => keys.length)).toEqual([500, 1]);
  for (const { keys, finish } of begun) finish(new Map(keys.map((key) => [key, key])));
  expect(await Promise.all(calls)).toEqual(calls.map((_, index) => String(index)));
});

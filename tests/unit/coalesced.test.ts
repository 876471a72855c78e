import { expect, test } from 'vitest';
import { CoalescedByKey } from '../../server/platform/coalesced.ts';

/** Loads that the test finishes itself, in the order in which they began; each key is answered with it and the answer. */
function loads() {
  const begun: { keys: readonly string[]; finish: (answer: string) => void; fail: (error: Error) => void }[] = [];
  const coalesced = new CoalescedByKey(
    (keys: readonly string[]) =>
      new Promise<Map<string, string>>((resolve, fail) =>
        begun.push({ keys, finish: (answer) => resolve(new Map(keys.map((key) => [key, `${key} ${answer}`]))), fail }),
      ),
  );
  return { begun, coalesced };
}

test('two loads run at a time; calls made meanwhile share the one that begins after them', async () => {
  const { begun, coalesced } = loads();
  const [first, second] = [coalesced.answer('a'), coalesced.answer('b')];
  const [third, fourth, fifth] = [coalesced.answer('a'), coalesced.answer('a'), coalesced.answer('c')];
  expect(begun.map(({ keys }) => keys)).toEqual([['a'], ['b']]);
  begun[0]?.finish('old');
  expect(await first).toBe('a old');
  await expect.poll(() => begun.length).toBe(3);
  expect(begun[2]?.keys).toEqual(['a', 'c']);
  begun[2]?.finish('new');
  expect(await Promise.all([third, fourth, fifth])).toEqual(['a new', 'a new', 'c new']);
  begun[1]?.finish('slow');
  expect(await second).toBe('b slow');
});

test('a load that hangs stops nobody whose load begins later', async () => {
  const { begun, coalesced } = loads();
  void coalesced.answer('a');
  for (const round of [1, 2, 3]) {
    const later = coalesced.answer('b');
    await expect.poll(() => begun.length).toBe(1 + round);
    begun[round]?.finish(`${round}`);
    expect(await later).toBe(`b ${round}`);
  }
});

test('a load that fails fails its own callers only', async () => {
  const { begun, coalesced } = loads();
  const calls = ['a', 'b', 'a'].map((key) => coalesced.answer(key));
  begun[0]?.fail(new Error('lost'));
  await expect(calls[0]).rejects.toThrow('lost');
  await expect.poll(() => begun.length).toBe(3);
  begun[1]?.finish('first');
  begun[2]?.finish('second');
  expect(await Promise.all(calls.slice(1))).toEqual(['b first', 'a second']);
});

test('a key that the load does not know has no answer', async () => {
  const coalesced = new CoalescedByKey(async (keys: readonly number[]) =>
    Promise.resolve(new Map(keys.filter((key) => key > 1).map((key) => [key, key]))),
  );
  expect(await Promise.all([1, 2, 3].map((key) => coalesced.answer(key)))).toEqual([undefined, 2, 3]);
});

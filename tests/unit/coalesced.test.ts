import { expect, test, vi } from 'vitest';
import { CoalescedByKey } from '../../server/platform/coalesced.ts';

/** Loads that the test finishes itself, in the order in which they began. */
function loads() {
  const begun: { key: string; finish: (answer: string) => void; fail: (error: Error) => void }[] = [];
  const coalesced = new CoalescedByKey(
    (key: string) => new Promise<string>((finish, fail) => begun.push({ key, finish, fail })),
  );
  return { begun, coalesced };
}

test('concurrent calls share the load that begins after them, those of another key do not', async () => {
  const { begun, coalesced } = loads();
  const first = coalesced.answer('a');
  const [second, third] = [coalesced.answer('a'), coalesced.answer('a')];
  const other = coalesced.answer('b');
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b']);
  begun[0]?.finish('old');
  expect(await first).toBe('old');
  await expect.poll(() => begun.length).toBe(3);
  begun[2]?.finish('new');
  expect(await Promise.all([second, third])).toEqual(['new', 'new']);
  begun[1]?.finish('of b');
  expect(await other).toBe('of b');
});

test('a load that fails fails its own callers only, and no key is stored without a load', async () => {
  const { begun, coalesced } = loads();
  const first = coalesced.answer('a');
  const second = coalesced.answer('a');
  begun[0]?.fail(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.finish('new');
  expect(await second).toBe('new');
  await expect.poll(() => coalesced.size).toBe(0);
});

test('a load that never ends fails after half a minute, and waiting calls continue', async () => {
  vi.useFakeTimers();
  try {
    const { begun, coalesced } = loads();
    const refused = expect(coalesced.answer('a')).rejects.toThrow(/^timeout exceeded/);
    const second = coalesced.answer('a');
    await vi.advanceTimersByTimeAsync(30_000);
    await refused;
    expect(begun).toHaveLength(2);
    begun[1]?.finish('new');
    expect(await second).toBe('new');
  } finally {
    vi.useRealTimers();
  }
});

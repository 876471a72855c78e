import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeptBytes } from '../../server/features/images/kept-bytes.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('bytes are kept for their time', () => {
  const kept = new KeptBytes(100, 1000);
  kept.set('a', Buffer.from('one'));
  vi.advanceTimersByTime(999);
  expect(kept.get('a')?.toString()).toBe('one');
  vi.advanceTimersByTime(1);
  expect(kept.get('a')).toBeUndefined();
});

test('the first go when there is no more room, and what is larger than all of it is not kept', () => {
  const kept = new KeptBytes(10, 1000);
  for (const key of ['a', 'b', 'c', 'b']) kept.set(key, Buffer.alloc(4));
  expect(['a', 'b', 'c'].map((key) => kept.get(key)?.length)).toEqual([undefined, 4, 4]);
  kept.set('d', Buffer.alloc(11));
  expect(['a', 'b', 'c', 'd'].map((key) => kept.get(key)?.length)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  kept.set('e', Buffer.alloc(10));
  expect(kept.get('e')?.length).toBe(10);
});

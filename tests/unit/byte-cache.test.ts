import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ByteCache } from '../../server/features/images/image-files.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('entries expire after their time to live', () => {
  const cache = new ByteCache(100, 1000);
  cache.set('a', Buffer.from('one'));
  vi.advanceTimersByTime(999);
  expect(cache.get('a')?.toString()).toBe('one');
  vi.advanceTimersByTime(1);
  expect(cache.get('a')).toBeUndefined();
});

test('counts what it had and what it had not; what has expired is not there', () => {
  const cache = new ByteCache(100, 1000);
  cache.set('a', Buffer.from('one'));
  for (const key of ['a', 'a', 'b']) cache.get(key);
  expect(cache.figures()).toEqual({ entries: 1, bytes: 3, hits: 2, misses: 1 });
  vi.advanceTimersByTime(1000);
  cache.get('a');
  expect(cache.figures()).toEqual({ entries: 0, bytes: 0, hits: 2, misses: 2 });
});

test('evicts the oldest entries when full, and does not cache anything larger than the cache', () => {
  const cache = new ByteCache(10, 1000);
  for (const key of ['a', 'b', 'c', 'b']) cache.set(key, Buffer.alloc(4));
  expect(['a', 'b', 'c'].map((key) => cache.get(key)?.length)).toEqual([undefined, 4, 4]);
  cache.set('d', Buffer.alloc(11));
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key)?.length)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  cache.set('e', Buffer.alloc(10));
  expect(cache.get('e')?.length).toBe(10);
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConnectionShares } from '../../server/platform/connection-shares.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Asks for `count` connections and says how many were granted. */
async function granted(shares: ConnectionShares, kind: string, count: number): Promise<number> {
  let some = 0;
  for (let each = 0; each < count; each += 1)
    void shares.acquire(kind).then(
      () => (some += 1),
      () => undefined,
    );
  await vi.advanceTimersByTimeAsync(0);
  return some;
}

describe('shares of connections', () => {
  test('leave some to others, with any number of waiting calls of one kind', async () => {
    const shares = new ConnectionShares(20, 1000);
    expect(await granted(shares, 'sign up', 500)).toBe(10);
    expect(await granted(shares, 'read tickets', 500)).toBe(5);
    expect(await granted(shares, 'read hours', 1)).toBe(1);
    expect(await granted(shares, 'log in', 1)).toBe(1);
  });

  test('give what is returned to those that wait', async () => {
    const shares = new ConnectionShares(4, 1000);
    const order: string[] = [];
    const ask = (kind: string): void => void shares.acquire(kind).then(() => order.push(kind));
    for (let each = 0; each < 5; each += 1) ask('a');
    await vi.advanceTimersByTimeAsync(0);
    expect(order).toEqual(['a', 'a']);
    for (let each = 0; each < 3; each += 1) ask('b');
    await vi.advanceTimersByTimeAsync(0);
    expect(order).toEqual(['a', 'a', 'b']);
    for (let each = 0; each < 3; each += 1) {
      shares.release('a');
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(order).toEqual(['a', 'a', 'b', 'a', 'a', 'a']);
    shares.release('b');
    await vi.advanceTimersByTimeAsync(0);
    expect(order.at(-1)).toBe('b');
  });

  test('do not hold back a second connection for code that holds one', async () => {
    const shares = new ConnectionShares(3, 1000);
    await granted(shares, 'write', 10);
    let urgent = false;
    void shares.acquire('write', true).then(() => (urgent = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(urgent).toBe(true);
  });

  test('refuse a call that has waited too long, and all that wait when the database is unreachable', async () => {
    const shares = new ConnectionShares(2, 1000);
    await granted(shares, 'a', 2);
    const late = shares.acquire('a');
    const refused = expect(late).rejects.toThrow(/^timeout exceeded/);
    await vi.advanceTimersByTimeAsync(1000);
    await refused;
    const waiting = shares.acquire('a');
    shares.refuseWaiting(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    expect(shares.waiting).toBe(0);
  });
});

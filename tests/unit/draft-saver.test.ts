import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/app/ApiError.ts';
import { DraftSaver } from '../../src/console/editing/DraftSaver.ts';
import type { DraftState } from '../../src/console/editing/DraftSaver.ts';

interface Text {
  words: string;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A fake server that stores one draft, and the states that the saver reports. */
function bench(options: { isManual?: boolean } = {}) {
  const server = { content: { words: 'a' } as Text, version: 1, refuses: null as number | null, calls: 0 };
  const states: DraftState<Text & { version: number }>[] = [];
  const saver = new DraftSaver<Text, Text & { version: number }, number>({
    content: server.content,
    version: server.version,
    onState: (state) => states.push(state),
    ...options,
    save: async (content, version) => {
      server.calls += 1;
      await Promise.resolve();
      if (server.refuses !== null) throw refusal(server.refuses);
      if (version !== server.version) throw refusal(412, { ...server.content, version: server.version });
      server.content = content;
      server.version += 1;
      return { version: server.version };
    },
  });
  return { server, saver, states, last: () => states.at(-1)?.kind };
}

function refusal(status: number, current?: Text & { version: number }): ApiError {
  return new ApiError({
    type: 'about:blank#x',
    title: 'x',
    status,
    code: 'x',
    detail: `Refused with ${status}`,
    ...(current ? { current: { ...current } } : {}),
  });
}

const settle = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a draft saver', () => {
  test('saves the latest content once, shortly after the last change', async () => {
    const { server, saver, last } = bench();
    saver.change({ words: 'ab' }, true);
    await settle(500);
    saver.change({ words: 'abc' }, true);
    expect(last()).toBe('unsaved');
    await settle(500);
    expect(server.calls).toBe(0);
    await settle(400);
    expect([server.content.words, server.calls, last()]).toEqual(['abc', 1, 'saved']);
  });

  test('that is manual saves when it is flushed, and retries nothing automatically', async () => {
    const { server, saver, last, states } = bench({ isManual: true });
    saver.change({ words: 'ab' }, true);
    saver.autosave();
    await settle(60_000);
    expect([server.calls, last()]).toEqual([0, 'unsaved']);
    server.refuses = 503;
    expect(await saver.flush()).toBe(false);
    await settle(60_000);
    expect(server.calls).toBe(1);
    expect(states.at(-1)).toMatchObject({ kind: 'failed', isRetried: false });
    server.refuses = null;
    expect(await saver.flush()).toBe(true);
    expect([server.content.words, last()]).toEqual(['ab', 'saved']);
  });

  test('has nothing to save once everything is undone', async () => {
    const { server, saver, last } = bench();
    saver.change({ words: 'ab' }, true);
    saver.change({ words: 'a' }, true);
    expect(last()).toBe('saved');
    await settle(5000);
    expect(server.calls).toBe(0);
  });

  test('saves again for two callers that wait for the same save', async () => {
    const { server, saver, last } = bench();
    saver.change({ words: 'ab' }, true);
    const saving = saver.flush();
    saver.change({ words: 'abc' }, true);
    expect(await Promise.all([saving, saver.flush(), saver.flush()])).toEqual([false, true, true]);
    expect([server.content.words, server.calls, last()]).toEqual(['abc', 2, 'saved']);
  });

  test('saves again when a change is undone while it is being saved', async () => {
    const { server, saver, last } = bench();
    saver.change({ words: 'ab' }, true);
    const saving = saver.flush();
    saver.change({ words: 'a' }, true);
    await saving;
    expect(last()).toBe('unsaved');
    await settle(1000);
    expect([server.content.words, last()]).toEqual(['a', 'saved']);
  });

  test('retries automatically after a connection failure, and reports it', async () => {
    const { server, saver, states, last } = bench();
    server.refuses = 0;
    saver.change({ words: 'ab' }, true);
    expect(await saver.flush()).toBe(false);
    expect(states.at(-1)).toEqual({ kind: 'failed', message: 'Refused with 0', isRetried: true });
    await settle(2100);
    expect([server.calls, last()]).toEqual([2, 'failed']);
    server.refuses = null;
    await settle(5100);
    expect([server.content.words, last()]).toEqual(['ab', 'saved']);
  });

  test('does not retry a refused save until the content changes', async () => {
    const { server, saver, last } = bench();
    server.refuses = 422;
    saver.change({ words: 'ab' }, true);
    await saver.flush();
    await settle(120_000);
    expect([server.calls, last()]).toEqual([1, 'failed']);
    server.refuses = null;
    saver.change({ words: 'abc' }, true);
    await settle(1000);
    expect([server.content.words, last()]).toEqual(['abc', 'saved']);
  });

  test('does not send invalid content until it is fixed', async () => {
    const { server, saver, last } = bench();
    saver.change({ words: '?' }, false);
    expect(last()).toBe('faulty');
    expect(await saver.flush()).toBe(false);
    saver.change({ words: 'ok' }, true);
    await settle(1000);
    expect([server.content.words, last()]).toEqual(['ok', 'saved']);
  });

  test("stops at another person's work, and continues over or under it", async () => {
    const { server, saver, states, last } = bench();
    server.content = { words: 'theirs' };
    server.version = 7;
    saver.change({ words: 'mine' }, true);
    await saver.flush();
    expect(states.at(-1)).toEqual({ kind: 'conflict', theirs: { words: 'theirs', version: 7 } });
    saver.change({ words: 'mine too' }, true);
    await settle(5000);
    expect([server.calls, last()]).toEqual([1, 'conflict']);
    saver.rebase(7);
    expect(await saver.flush()).toBe(true);
    expect([server.content.words, saver.version, last()]).toEqual(['mine too', 8, 'saved']);
    server.version = 9;
    saver.change({ words: 'once more' }, true);
    await saver.flush();
    saver.restart({ words: 'theirs again' }, 9);
    expect(last()).toBe('saved');
    await settle(5000);
    expect(server.content.words).toBe('mine too');
  });

  test("a publication refused because of another editor's save can overwrite it or yield to it", async () => {
    const { server, saver, last } = bench();
    server.version = 2;
    expect(saver.handleConflict(refusal(422))).toBe(false);
    expect(saver.handleConflict(new Error('x'))).toBe(false);
    expect(last()).toBeUndefined();
    expect(saver.handleConflict(refusal(412, { words: 'theirs', version: 2 }))).toBe(true);
    expect([last(), await saver.flush()]).toEqual(['conflict', false]);
    saver.rebase(2);
    expect(await saver.flush()).toBe(true);
    expect([server.content.words, server.version, last()]).toEqual(['a', 3, 'saved']);
  });
});

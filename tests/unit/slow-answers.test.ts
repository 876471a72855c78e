import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { send } from '../../src/app/api.ts';
import { SLOW_AFTER } from '../../src/app/slowAnswers.ts';
import { currentToasts, TOAST_TIME } from '../../src/ui/toasts.ts';

const NOTICE = 'Still waiting for the server. Your entries are kept.';
const toastTexts = () => currentToasts().map(({ text }) => text);
let settle: ((answer: Response | Error) => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  settle = [];
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve, reject) => {
        settle.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
      }),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a call that is answered in time says nothing', async () => {
  const call = send('/api/a');
  vi.advanceTimersByTime(SLOW_AFTER - 1);
  settle[0]?.(new Response());
  await call;
  vi.advanceTimersByTime(SLOW_AFTER);
  expect(toastTexts()).toEqual([]);
});

test('while calls hang there is one notice, for as long as one of them does, answered or failed', async () => {
  const calls = [send('/api/a'), send('/api/b', { method: 'PUT', json: {} })];
  vi.advanceTimersByTime(SLOW_AFTER);
  expect(toastTexts()).toEqual([NOTICE]);
  vi.advanceTimersByTime(10 * TOAST_TIME);
  settle[0]?.(new Response());
  await calls[0];
  expect(toastTexts()).toEqual([NOTICE]);
  settle[1]?.(new TypeError('Failed to fetch'));
  await expect(calls[1]).rejects.toMatchObject({ status: 0 });
  expect(toastTexts()).toEqual([]);
});

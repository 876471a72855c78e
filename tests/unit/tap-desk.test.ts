import { setFlagsFromString } from 'node:v8';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import type { TapAnswer } from '../../domain/calls/taps.ts';
import { TapDesk } from '../../src/portal/tap/tapDesk.ts';
import type { Shown } from '../../src/portal/tap/tapLooks.ts';

const UNKNOWN: TapAnswer = {
  ...{ outcome: 'unknown', firstName: null, words: 'This card is not known here.' },
  ...{ machines: [], event: null, waivers: [] },
};
/** Bytes that 9,000 swipes may leave: less than a list of what they read would take. */
const SLACK = 500_000;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Not replaced by a test's timers. */
const nextTurn = promisify(setImmediate);

/** What responses hold is released in later turns, on a busy machine after more of them: the least of the readings until `enough`. */
async function usedBytes(enough: number): Promise<number> {
  let least = Infinity;
  for (let turn = 0; turn < 10 || (turn < 200 && least > enough); turn += 1) {
    collect();
    await nextTurn();
    least = Math.min(least, process.memoryUsage().heapUsed);
  }
  return least;
}

test('10,000 swipes leave no timer and no memory behind, and each is answered', async () => {
  vi.useFakeTimers();
  let answers = 0;
  vi.stubGlobal('fetch', () => {
    answers += 1;
    return Promise.resolve(Response.json(UNKNOWN));
  });
  let shown: Shown | null = null;
  const desk = new TapDesk(7, {
    show: (next) => (shown = next),
    setBusy: () => undefined,
    onUnpaired: () => undefined,
  });
  const swipes = async (from: number, to: number, enough: number): Promise<{ timers: number; bytes: number }> => {
    for (let index = from; index < to; index += 1) {
      desk.take(`;${6001234500000000 + index}=2512?`);
      await vi.advanceTimersByTimeAsync(2_500);
    }
    await vi.advanceTimersByTimeAsync(60_000);
    return { timers: vi.getTimerCount(), bytes: await usedBytes(enough) };
  };
  const before = await swipes(0, 1_000, Infinity);
  const after = await swipes(1_000, 10_000, before.bytes + SLACK / 2);
  expect(answers).toBe(10_000);
  expect(shown).toMatchObject({ kind: 'answer', answer: UNKNOWN });
  expect(after.timers).toBe(before.timers);
  expect(after.timers).toBe(0);
  expect(after.bytes - before.bytes).toBeLessThan(SLACK);
}, 120_000);

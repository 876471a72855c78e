import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which others are served. */
const SLICE = 10;

/** Await the result between the steps of long work: it serves other requests whenever the work has held the event loop for 10 ms. */
export function loopTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE) return;
    await setImmediate();
    since = performance.now();
  };
}

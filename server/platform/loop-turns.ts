import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work before other requests are served. */
const SLICE = 10;

/**
 * Await the result between the steps of long work: it yields to other requests after the work has held the event loop
 * for 10 ms.
 */
export function loopTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE) return;
    await setImmediate();
    since = performance.now();
  };
}

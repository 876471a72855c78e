import { onTestFinished } from 'vitest';

/** Of the window: those added less those removed. */
export function countListeners(): () => number {
  let count = 0;
  const { addEventListener, removeEventListener } = window;
  window.addEventListener = ((...given: Parameters<typeof addEventListener>) => {
    count += 1;
    addEventListener.apply(window, given);
  }) as typeof addEventListener;
  window.removeEventListener = ((...given: Parameters<typeof removeEventListener>) => {
    count -= 1;
    removeEventListener.apply(window, given);
  }) as typeof removeEventListener;
  onTestFinished(() => void Object.assign(window, { addEventListener, removeEventListener }));
  return () => count;
}

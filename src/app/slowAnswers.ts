import { dismissToast, showToast } from '../ui/toasts.ts';

/** Milliseconds after which it is said that the server has not answered yet. */
export const SLOW_AFTER = 5000;

/** The calls that have waited for longer, and the notice that says so. */
let slow = 0;
let notice: number | null = null;

/** Says so while a call waits for long, as on a line that drops what is sent. Returns a function for when it has been answered. */
export function sayWhenSlow(): () => void {
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    slow += 1;
    notice ??= showToast('Still waiting for the server. Your entries are kept.', {
      tone: 'information',
      isLasting: true,
    });
  }, SLOW_AFTER);
  return () => {
    clearTimeout(timer);
    if (!isSlow) return;
    slow -= 1;
    if (slow > 0 || notice === null) return;
    dismissToast(notice);
    notice = null;
  };
}

import type { Page } from 'playwright-core';

/** A campus card at a reader that types all keys in one task, so that a busy machine does not part them. */
export function swipe(page: Page, card: string): Promise<void> {
  return page.evaluate(
    (keys) => {
      for (const key of keys)
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
    },
    [...`;${card}=2512101?`, 'Enter'],
  );
}

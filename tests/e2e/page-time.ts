import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { clock } from '../factories/clock.ts';

/** Before the navigation: from then on `shownInTime` can let its time run. */
export function holdTime(page: Page): Promise<void> {
  return page.clock.install({ time: clock.now() });
}

/** Until the page shows it, while its time runs a second at a time: no one waits until it has tried again often enough. */
export async function shownInTime(page: Page, shown: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      return shown.count();
    })
    .toBeGreaterThan(0);
}

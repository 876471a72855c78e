import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { atRest, newPage, useBrowser } from './support.ts';

useBrowser();

/** The name of what has the focus while something else lies over it; null when nothing does. */
function covered(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused.closest('main') === null) return null;
    const shown =
      focused instanceof HTMLInputElement && focused.type === 'file'
        ? ([...(focused.labels ?? [])].at(-1) ?? focused)
        : focused;
    const { left, top, width, height } = shown.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    const isOwn = shown.contains(over) || over?.contains(shown) === true || over?.closest('label')?.control === focused;
    return isOwn ? null : (focused.getAttribute('aria-label') ?? (focused.textContent || focused.id));
  });
}

test.each(['/admin/siteSettings', '/content/managecards/about?section=settings'])(
  'on a phone nothing lies over what has the focus: %s',
  async (address) => {
    const page = await newPage({ as: 'administrator', size: 'phone' });
    await page.goto(address);
    await page.locator('main form').waitFor();
    await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
    await atRest(page);
    await page.locator('h1').click();
    const found: string[] = [];
    for (let presses = 0; presses < 50; presses += 1) {
      await page.keyboard.press('Tab');
      const name = await covered(page);
      if (name !== null) found.push(name);
    }
    expect(found).toEqual([]);
  },
);

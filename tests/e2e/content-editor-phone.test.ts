import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { form, makePage, openEditor } from './content-editor-support.ts';
import { expectNoSidewaysScroll, newPage, useBrowser } from './support.ts';

useBrowser();

test('on a phone a chosen card has its form in view, and Back leads to its place in a long list', async () => {
  const page = await newPage({ as: 'contentadmin', size: 'phone' });
  await page.goto('/content/manage');
  const made = await makePage(
    page,
    Array.from({ length: 40 }, (_, index) => ({ title: `Card ${index + 1}` })),
  );
  await openEditor(page, made);
  const row = page.getByRole('button', { name: /^Card 30 / });
  for (const back of ['browser', 'button']) {
    await row.click();
    const title = form(page).getByRole('textbox', { name: 'Title' });
    await expect.poll(() => title.inputValue()).toBe('Card 30');
    const box = await title.boundingBox();
    expect(box?.y).toBeGreaterThan(60);
    expect(box?.y).toBeLessThan(480);
    if (back === 'browser') await page.goBack();
    else await page.getByRole('button', { name: 'All parts' }).click();
    await row.waitFor();
    await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(true);
    const place = await row.boundingBox();
    expect(place?.y).toBeGreaterThan(60);
    expect(place?.y).toBeLessThan(600);
  }
  await expectNoSidewaysScroll(page);
});

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

test.each(['/admin/siteSettings', '/content/managecards/about?part=settings'])(
  'on a phone nothing lies over what has the focus: %s',
  async (address) => {
    const page = await newPage({ as: 'administrator', size: 'phone' });
    await page.goto(address);
    await page.locator('main form').waitFor();
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

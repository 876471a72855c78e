import { expect, test } from 'vitest';
import { form, makePage, openEditor } from './content-editor-support.ts';
import { expectNoSidewaysScroll, newPage, useBrowser } from './support.ts';

useBrowser();

test('on a phone a chosen card has its form in view, and Back leads to its place in a long list', async () => {
  const page = await newPage({ as: 'contentadmin', size: 'phone' });
  await page.goto('/content/manage');
  const made = await makePage(page, Array.from({ length: 40 }, (_, index) => ({ title: `Card ${index + 1}` })));
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

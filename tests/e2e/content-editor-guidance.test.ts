import { expect, test } from 'vitest';
import { form, makePage, openEditor, publishNow } from './content-editor-support.ts';
import { newPage, useBrowser } from './support.ts';

useBrowser();

test('a fault that prevents publishing leads to its card and field, and disappears when it is fixed', async () => {
  const page = await newPage({ as: 'contentadmin' });
  await page.goto('/content/manage');
  const made = await makePage(page, [
    { title: 'Fine' },
    { title: '', type: 'LocationCard', data: { mode: 'hours' } },
    { title: 'Go', type: 'ActionCard', data: { link: 'nowhere at all', linkText: 'Go' } },
  ]);
  await openEditor(page, made);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('Not published. Correct 3 errors first.').waitFor();
  await page.getByRole('button', { name: 'Go, Button links to' }).click();
  await page.getByRole('heading', { level: 2, name: 'Action card' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('link');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('/content/static/about');
  await page.keyboard.press('Enter');
  await page.getByText('Not published. Correct 2 errors first.').waitFor();
  await page.getByRole('button', { name: 'Untitled location card, Title' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('cardTitle');
  await page.keyboard.type('Hours');
  await form(page).getByRole('combobox', { name: 'Location' }).fill('Makeshop');
  await page
    .getByRole('option', { name: /^Makeshop/ })
    .first()
    .click();
  await expect.poll(() => page.getByText(/^Not published/).count()).toBe(0);
  await publishNow(page);
});

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { cardOrder, form, makePage, openEditor, pictureFile, publish, untilSaved } from './content-editor-support.ts';
import { expectAccessible, newPage, useBrowser, type Look } from './support.ts';

useBrowser();

/** Where form and preview are side by side, and where one is shown at a time. */
const LOOKS_BESIDE: readonly Look[] = [
  { size: 'desktop', theme: 'light' },
  { size: 'wide', theme: 'dark' },
];
const LOOKS_OF_PHONES: readonly Look[] = [{ size: 'phone', theme: 'dark' }];

const CARDS = [
  { title: 'Come and see the hall with all that stands in it', data: { text: '<p>Six workshops</p>' } },
  { title: 'Where', type: 'Divider' as const },
  { title: 'Hours', type: 'LocationCard' as const, data: { id: 1, mode: 'hours' as const } },
  {
    title: 'People',
    type: 'AboutMeCard' as const,
    data: { headers: ['Machines'], items: ['Laser'], links: ['/content/static/about'], linkTexts: ['About'] },
  },
];

async function check(page: Page, looks: readonly Look[], part?: string): Promise<void> {
  for (const look of looks) {
    await expectAccessible(page, [look], part);
    expect(await cutOffTexts(page), `${look.size}, ${look.theme}`).toEqual([]);
  }
}

function cutOffTexts(page: Page): Promise<(string | null)[]> {
  return page
    .locator('dialog[open] *')
    .evaluateAll((all) =>
      all
        .filter(
          (one) =>
            one.clientWidth > 1 &&
            getComputedStyle(one).textOverflow !== 'ellipsis' &&
            one.scrollWidth > one.clientWidth + 1 &&
            getComputedStyle(one).overflowX !== 'visible' &&
            !(one instanceof HTMLInputElement),
        )
        .map((one) => one.textContent),
    );
}

/** Presses Tab until something of this name has the focus. */
async function tabTo(page: Page, name: RegExp | string): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    const label = await page.evaluate(() => {
      const element = document.activeElement;
      const labels =
        element instanceof HTMLInputElement ? [...(element.labels ?? [])].map((one) => one.textContent).join(' ') : '';
      return [element?.getAttribute('aria-label'), labels, element?.textContent].filter(Boolean).join(' ').trim();
    });
    if (typeof name === 'string' ? label.startsWith(name) : name.test(label)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(name)}`);
}

/** Type-ahead in a menu, to the entry of this name. */
async function moveTo(page: Page, name: string): Promise<void> {
  const entry = page.getByRole('menuitem', { name, exact: true });
  const isThere = () => entry.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 10 && !(await isThere()); presses += 1) await page.keyboard.press(name.charAt(0));
  expect(await isThere()).toBe(true);
}

describe.each([
  ['a desktop', 'desktop', LOOKS_BESIDE],
  ['a phone', 'phone', LOOKS_OF_PHONES],
] as const)('on %s', (_, size, looks) => {
  test('the list, the dialog for a new page and the editor have no violations and fit', async () => {
    const page = await newPage({ as: 'contentadmin', size });
    await page.goto('/content/manage');
    const made = await makePage(page, CARDS);
    await publish(page, made.id);
    await page.reload();
    await page.getByRole('link', { name: made.title, exact: true }).waitFor();
    await check(page, looks);
    await page.goto('/content/manage/new');
    await page.getByRole('dialog', { name: 'New page' }).waitFor();
    await check(page, looks);
    for (const part of ['settings', undefined]) {
      await openEditor(page, made, part);
      await check(page, looks);
    }
    if (size === 'phone') await page.getByRole('tab', { name: 'Preview' }).click();
    await page.getByRole('region', { name: 'Preview of the page' }).getByText('Six workshops').waitFor();
    await check(page, looks, '[aria-label="Preview of the page"]');
    if (size === 'phone') await page.getByRole('tab', { name: 'Edit' }).click();
    await page.getByRole('button', { name: /^Come and see the hall/ }).click();
    await form(page).getByRole('textbox', { name: 'Title' }).fill('Another title');
    await untilSaved(page);
    await page.getByRole('tab', { name: 'History (1)' }).click();
    await page.getByRole('button', { name: 'Compare: version 1' }).click();
    await page.getByText('What the draft changed since then: 1 card changed.').waitFor();
    await check(page, looks);
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByRole('dialog').getByText('What changes for visitors: 1 card changed.').waitFor();
    await check(page, looks);
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Share draft' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('list', { name: 'Active links' }).waitFor();
    await check(page, looks);
  });

  test('the dialogs of a picture, of adding and of publishing have no violations and fit', async () => {
    const page = await newPage({ as: 'contentadmin', size });
    await page.goto('/content/manage');
    const made = await makePage(page, CARDS);
    await openEditor(page, made);
    await page.getByRole('button', { name: 'Add a card' }).click();
    await check(page, looks);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^People/ }).click();
    await check(page, looks);
    await form(page)
      .locator('input[type=file]')
      .setInputFiles(await pictureFile('one.jpg', 1600, 900));
    await page.getByText('Whole image: 1600 × 900 pixels').waitFor();
    await check(page, looks);
    await page.getByRole('button', { name: 'Use image' }).click();
    await form(page).getByText('1600 × 900 pixels').waitFor();
    await form(page).getByRole('button', { name: 'Choose from library' }).click();
    await page.getByRole('list', { name: 'Images' }).waitFor();
    await check(page, looks);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('radio', { name: 'Later' }).check();
    await check(page, looks);
  });
});

test('a page is made, filled, put in order and published by the keyboard alone', async () => {
  const page = await newPage({ as: 'contentadmin' });
  const title = `By keyboard ${randomUUID().slice(0, 6)}`;
  await page.goto('/content/manage');
  await page.getByRole('table', { name: 'Pages' }).waitFor();
  await tabTo(page, 'New page');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'New page' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await page.keyboard.type(title);
  await tabTo(page, 'Standard');
  // From "Standard" up to the last type, "Card".
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  for (const [kind, words] of [
    ['Divider', 'Rooms'],
    ['List card', 'Bring along'],
  ] as const) {
    await tabTo(page, 'Add a card');
    await page.keyboard.press('Enter');
    await page.getByRole('menu', { name: 'Add a card' }).waitFor();
    await moveTo(page, kind);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: kind }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('cardTitle');
    await page.keyboard.type(words);
  }
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Move Bring along, card 2 of 2');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => cardOrder(page)).toEqual(['Bring along', 'Rooms']);
  await page.getByText(/^Saved/).waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await tabTo(page, /^Publish$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, 'Publish now');
  await page.keyboard.press('Enter');
  await page.getByText('The page is published').waitFor();
});

import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  callApi,
  expectAccessible,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  newPage,
  useBrowser,
  type PageOptions,
  EVERY_LOOK,
} from './support.ts';

useBrowser();

interface Link {
  id: number;
  title: string;
}

/** Links that no other test has: `word` is in all their titles, and alone finds them. */
async function linksPage(
  titles: string[],
  options: PageOptions = {},
): Promise<{ page: Page; word: string; links: Link[] }> {
  const page = await newPage({ as: 'administrator', ...options });
  const word = `w${randomUUID().slice(0, 8)}`;
  const links: Link[] = [];
  for (const [index, title] of titles.entries()) {
    links.push(
      await callApi<Link>(page, 'POST', '/api/links', {
        title: `${word} ${title}`,
        url: `/somewhere/${index}`,
        category: index % 2 === 0 ? 'Even' : 'Odd',
        active: index !== 0,
      }),
    );
  }
  return { page, word, links };
}

/** Finds the links of this test, and waits until no others are left. */
async function search(page: Page, word: string): Promise<void> {
  await page.getByRole('table', { name: 'Links' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(word);
  await expect
    .poll(() => page.locator('tbody [data-row-link]').allTextContents())
    .toSatisfy((titles: string[]) => titles.length > 0 && titles.every((title) => title.startsWith(word)));
}

async function titlesOf(page: Page): Promise<string[]> {
  return (await page.locator('tbody [data-row-link]').allTextContents()).map((title) => title.replace(/^w\S+ /, ''));
}

async function addFilter(page: Page, field: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('dialog', { name: 'Add a filter' }).getByRole('button', { name: field, exact: true }).click();
}

describe('a list', () => {
  it('searches, sorts and filters, keeps all of it in the address, and goes back step by step', async () => {
    const { page, word } = await linksPage(['Alpha', 'Beta', 'Gamma']);
    await page.goto('/tools/linksmanager');
    await search(page, word);
    await expect.poll(() => titlesOf(page)).toEqual(['Alpha', 'Beta', 'Gamma']);

    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
    await expect.poll(() => titlesOf(page)).toEqual(['Gamma', 'Beta', 'Alpha']);
    expect(await page.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('descending');

    await addFilter(page, 'Active');
    await page.getByLabel('Yes', { exact: true }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => titlesOf(page)).toEqual(['Gamma', 'Beta']);
    await page.getByRole('button', { name: 'Active is yes' }).waitFor();

    await page.reload();
    await expect.poll(() => titlesOf(page)).toEqual(['Gamma', 'Beta']);

    await page.goBack();
    await expect.poll(() => titlesOf(page)).toEqual(['Gamma', 'Beta', 'Alpha']);
    await page.goForward();
    await expect.poll(() => titlesOf(page)).toEqual(['Gamma', 'Beta']);
    await page.getByRole('button', { name: 'Remove filter Active' }).click();
    await expect.poll(() => titlesOf(page)).toEqual(['Gamma', 'Beta', 'Alpha']);
  });

  it('filters references by typing, enumerations by several values and dates by day', async () => {
    const page = await newPage({ as: 'administrator' });
    await page.goto('/scheduling/manageinstances');
    await addFilter(page, 'Event');
    await page.getByRole('combobox', { name: 'Is any of' }).fill('laser');
    await page.getByRole('option', { name: 'Laser cutter training' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Event is Laser cutter training' }).waitFor();
    await expect
      .poll(async () => new Set(await page.locator('tbody tr td:nth-child(3)').allTextContents()))
      .toEqual(new Set(['Laser cutter training']));

    await addFilter(page, 'Status');
    await page.getByLabel('Draft', { exact: true }).click();
    await page.getByLabel('Done', { exact: true }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Status is Draft or Done' }).waitFor();
    await expect.poll(() => page.locator('tbody').getByText('Published').count()).toBe(0);

    await addFilter(page, 'Starts');
    await page.getByLabel('From', { exact: true }).fill('1999-01-01');
    await page.getByLabel('To', { exact: true }).fill('1999-12-31');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('heading', { name: 'No sessions match this filter' }).waitFor();
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await page.getByRole('button', { name: 'Starts is' }).waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThan(5);
  });

  it('shows the columns that the account chose, also in another browser', async () => {
    const page = await newPage({ as: 'storeadmin' });
    await page.goto('/admin/manageStore');
    await page.getByRole('button', { name: 'View' }).click();
    const saved = page.waitForResponse(
      (response) => response.url().includes('/api/preferences/') && response.request().method() === 'PUT',
    );
    await page.getByRole('dialog', { name: 'View' }).getByLabel('Updated', { exact: true }).check();
    await saved;
    await page.getByRole('columnheader', { name: 'Updated' }).waitFor();

    const elsewhere = await newPage({ as: 'storeadmin' });
    await elsewhere.goto('/admin/manageStore');
    await elsewhere.getByRole('columnheader', { name: 'Updated' }).waitFor();
  });

  it('changes several rows by one request, all or none, and takes it back', async () => {
    const { page, word, links } = await linksPage(['One', 'Two']);
    const writes: string[] = [];
    page.on(
      'request',
      (request) => request.method() !== 'GET' && request.url().includes('/api/links') && writes.push(request.method()),
    );
    await page.goto('/tools/linksmanager');
    await search(page, word);
    await page.getByRole('checkbox', { name: 'Select the rows on this page' }).check();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Fields to change').selectOption({ label: 'Category' });
    await page.getByRole('dialog').getByRole('textbox', { name: 'Category' }).fill('Together');
    await page.getByRole('button', { name: 'Change 2 links' }).click();
    await page.getByText('2 links changed').waitFor();
    await expect.poll(() => page.locator('tbody').getByText('Together').count()).toBe(2);
    expect(writes).toEqual(['PATCH']);
    const after = await callApi<{ category: string }>(page, 'GET', `/api/links/${links[0]?.id}`);
    expect(after.category).toBe('Together');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone').waitFor();
    await expect.poll(() => page.locator('tbody').getByText('Together').count()).toBe(0);
  });

  it('asks before it deletes several rows, naming how many, and brings them back', async () => {
    const { page, word } = await linksPage(['One', 'Two', 'Three']);
    await page.goto('/tools/linksmanager');
    await search(page, word);
    const boxes = page.getByRole('checkbox', { name: /^Select Link/ });
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete 2 links?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.locator('tbody tr').count()).toBe(3);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await question.getByRole('button', { name: 'Delete 2 links' }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.getByText('1–1 of 1').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(3);
  });

  it('exports everything that the filter matches, not only the page', async () => {
    const { page, word } = await linksPage(Array.from({ length: 12 }, (_, index) => `Row ${index + 10}`));
    await page.goto('/tools/linksmanager');
    await search(page, word);
    await page.getByLabel('Rows per page').selectOption('10');
    await page.getByText('1–10 of 12').waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Shown columns' }).click();
    const csv = await text(await (await download).createReadStream());
    const lines = csv.trim().split(/\r?\n/);
    expect(lines).toHaveLength(13);
    expect(lines.slice(1).every((line) => line.includes(word))).toBe(true);
  });

  it('goes from row to row with the arrow keys and opens one with Enter', async () => {
    const { page, word } = await linksPage(['Alpha', 'Beta']);
    await page.goto('/tools/linksmanager');
    await search(page, word);
    await page.locator('tbody').getByRole('link', { name: 'Alpha' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `${word} Beta` }).waitFor();
  });

  it('offers another try when the rows cannot be loaded', async () => {
    const { page } = await linksPage([]);
    await page.route('**/api/links?*', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'about:blank#x',
          title: 'Busy',
          status: 503,
          code: 'x',
          detail: 'The database is busy.',
        }),
      }),
    );
    await page.goto('/tools/linksmanager');
    await page.getByText('The database is busy.').waitFor();
    await page.unroute('**/api/links?*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('table', { name: 'Links' }).waitFor();
  });

  it('shows rows as cards on a phone', async () => {
    const { page, word } = await linksPage(['Alpha'], { size: 'phone' });
    await page.goto('/tools/linksmanager');
    await page.getByLabel('Search links').fill(word);
    const card = page.getByRole('listitem').filter({ hasText: `${word} Alpha` });
    await card.getByText('Even').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await expectNoSidewaysScroll(page);
    await expectNoAxeViolations(page);
  });

  it('is accessible in both themes', async () => {
    const themes = EVERY_LOOK.filter(({ size }) => size === 'desktop');
    const { page, word } = await linksPage(['Alpha', 'Beta']);
    await page.goto('/tools/linksmanager');
    await search(page, word);
    await expectAccessible(page, themes);
    await page.getByRole('checkbox', { name: 'Select the rows on this page' }).check();
    await expectAccessible(page, themes);
    await addFilter(page, 'Views');
    await expectAccessible(page, themes);
  });
});

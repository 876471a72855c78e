import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { ContentPage } from '../../domain/calls/pages.ts';
import type { PageListEntry } from '../../domain/calls/page-editor.ts';
import { makePage, publish } from './content-editor-support.ts';
import { holdTime, shownInTime } from './page-time.ts';
import { callApi, newPage, useBrowser } from './support.ts';

useBrowser();

async function narrowTo(page: Page, state: string): Promise<void> {
  await page.getByRole('search').getByRole('button', { name: 'State', exact: true }).click();
  await page.getByRole('checkbox', { name: state, exact: true }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
}

describe('the list of pages', () => {
  test('is searched, narrowed and ordered, all of it in the address', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const [draft, live] = [await makePage(page, [{ title: 'A' }]), await makePage(page, [{ title: 'A' }])];
    await publish(page, live.id);
    await page.reload();
    const table = page.getByRole('table', { name: 'Pages' });
    await page.getByRole('searchbox', { name: 'Search' }).fill(draft.title);
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    await table.getByText('Draft', { exact: true }).waitFor();
    await table.getByText('Content administrator').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill(draft.name);
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(draft.name);
    await table.getByRole('link', { name: draft.title, exact: true }).waitFor();
    await narrowTo(page, 'Published');
    await page.getByRole('heading', { name: 'No pages match this filter' }).waitFor();
    expect(new URL(page.url()).searchParams.get('state')).toBe('published');
    await page.reload();
    await page.getByRole('heading', { name: 'No pages match this filter' }).waitFor();
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await expect.poll(() => page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('');
    await page.getByRole('searchbox', { name: 'Search' }).fill(live.title);
    await table.getByRole('link', { name: live.title, exact: true }).waitFor();
    await page.getByRole('columnheader', { name: 'Last change' }).getByRole('button').click();
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('changedAt');
    await expect.poll(() => table.getByRole('row').nth(1).textContent()).toContain(live.title);
    await table.getByRole('link', { name: live.title, exact: true }).click();
    await page.waitForURL(`**/content/managecards/${live.name}`);
  });

  test('duplicates a page with its cards, as one that no one sees yet', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'Copied card' }]);
    await publish(page, made.id);
    await page.reload();
    await page.getByRole('button', { name: `Actions for page ${made.id}` }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const dialog = page.getByRole('dialog', { name: `Duplicate “${made.title}”` });
    expect(await dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(`${made.title} (copy)`);
    await dialog.getByRole('textbox', { name: 'Address' }).fill('Not An Address');
    await dialog.getByRole('button', { name: 'Duplicate page' }).click();
    await dialog
      .getByText(/^Does not match: Lowercase letters, digits and single hyphens/)
      .first()
      .waitFor();
    await dialog.getByRole('textbox', { name: 'Address' }).fill(made.name);
    await dialog.getByRole('button', { name: 'Duplicate page' }).click();
    await dialog.getByText('Another page has this address').first().waitFor();
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`${made.name}-copy`);
    await dialog.getByRole('button', { name: 'Duplicate page' }).click();
    await page.waitForURL(`**/content/managecards/${made.name}-copy`);
    await page.getByRole('button', { name: /^Copied card/ }).waitFor();
    await page.getByText('Draft', { exact: true }).waitFor();
  });

  test('publishes and unpublishes a page, and takes that back', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'Here' }]);
    await page.reload();
    const more = page.getByRole('button', { name: `Actions for page ${made.id}` });
    await more.click();
    await page.getByRole('menuitem', { name: 'Publish', exact: true }).click();
    await page.getByText(`“${made.title}” is published`).waitFor();
    expect(
      (await callApi<ContentPage>(page, 'GET', `/api/content/page?title=${made.name}`)).cards.map(({ title }) => title),
    ).toEqual(['Here']);
    await more.click();
    await page.getByRole('menuitem', { name: 'Unpublish' }).click();
    await page.getByRole('alertdialog').getByText('Nothing else on this site links to it.').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText(`“${made.title}” is no longer visible`).waitFor();
    expect((await page.request.get(`/api/content/page?title=${made.name}`)).status()).toBe(404);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone').waitFor();
    expect((await page.request.get(`/api/content/page?title=${made.name}`)).status()).toBe(200);
  });

  test('deletes a page, brings it back immediately or later', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'Kept card' }]);
    await publish(page, made.id);
    await page.reload();
    const remove = async () => {
      await page.getByRole('button', { name: `Actions for page ${made.id}` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete page' }).click();
      await page.getByText(`“${made.title}” is deleted`).last().waitFor();
      await expect.poll(() => page.getByRole('link', { name: made.title, exact: true }).count()).toBe(0);
    };
    await remove();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: made.title, exact: true }).waitFor();
    await remove();
    await narrowTo(page, 'Deleted');
    await page.getByRole('button', { name: `Restore ${made.title}` }).click();
    await expect
      .poll(
        async () =>
          (await callApi<PageListEntry[]>(page, 'GET', '/api/content/pages')).find(({ id }) => id === made.id)
            ?.deletedAt,
      )
      .toBeNull();
    expect(
      (await callApi<ContentPage>(page, 'GET', `/api/content/page?title=${made.name}`)).cards.map(({ title }) => title),
    ).toEqual(['Kept card']);
  });

  test('says what leads to a page before it goes, and sends visitors where the editor says', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const going = await makePage(page, [{ title: 'Here' }]);
    await publish(page, going.id);
    const other = await makePage(page, [
      { title: 'Way there', type: 'ActionCard', data: { link: `/content/static/${going.name}`, linkText: 'Go' } },
    ]);
    await publish(page, other.id);
    await page.reload();
    await page.getByRole('button', { name: `Actions for page ${going.id}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: `Delete “${going.title}”?` });
    const use = dialog.getByRole('link', { name: `Way there (${other.title})` });
    expect(await use.getAttribute('href')).toMatch(new RegExp(`^/content/managecards/${other.name}\\?section=card-`));
    await dialog.getByRole('combobox', { name: 'Redirect visitors to' }).fill(other.title);
    await page.getByRole('option', { name: new RegExp(`^${other.title}`) }).click();
    await dialog.getByRole('button', { name: 'Delete page' }).click();
    await page.getByText(`“${going.title}” is deleted`).waitFor();

    const visitor = await newPage();
    const answer = await visitor.goto(`/content/static/${going.name}?from=poster`);
    expect(answer?.request().redirectedFrom()).not.toBeNull();
    expect(new URL(visitor.url()).pathname + new URL(visitor.url()).search).toBe(
      `/content/static/${other.name}?from=poster`,
    );
    await visitor.getByRole('link', { name: 'Go', exact: true }).click();
    await expect.poll(() => new URL(visitor.url()).pathname).toBe(`/content/static/${other.name}`);
  });

  test('says what leads to several pages before they go, where they are edited in bulk', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const going = await makePage(page, [{ title: 'Here' }]);
    const alone = await makePage(page, [{ title: 'No one knows' }]);
    const other = await makePage(page, [
      { title: 'Way there', type: 'ActionCard', data: { link: `/content/static/${going.name}`, linkText: 'Go' } },
    ]);
    for (const one of [going, alone, other]) await publish(page, one.id);
    await page.goto(
      `/content/manage/pages?filter=${encodeURIComponent(JSON.stringify({ id_in: [going.id, alone.id] }))}`,
    );
    const boxes = page.getByRole('checkbox', { name: /^Select Page/ });
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.getByRole('button', { name: 'Delete 2', exact: true }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete 2 pages?' });
    await dialog.getByText(`1 place on this site links to “${going.title}”:`).waitFor();
    await dialog.getByRole('link', { name: `Way there (${other.title})` }).waitFor();
    expect(await dialog.getByText(alone.title).count()).toBe(0);
  });

  test('does not offer to hide or delete the first page, and says why', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage?q=home');
    await page
      .getByRole('row', { name: /Home/ })
      .getByRole('button', { name: /^Actions for page/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'The home page always exists' }).waitFor();
    expect(await page.getByRole('menuitem', { name: /^(Delete|Unpublish)$/ }).count()).toBe(0);
  });

  test('says what is wrong when it cannot be read, and reads again', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await holdTime(page);
    await page.route('**/api/content/pages', (route) => route.abort());
    await page.goto('/content/manage');
    await shownInTime(page, page.getByRole('heading', { name: 'The pages could not be loaded' }));
    await page.unroute('**/api/content/pages');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('table', { name: 'Pages' }).waitFor();
  });

  test('is not open to people who cannot change pages', async () => {
    const page = await newPage({ as: 'eventadmin' });
    await page.goto('/content/manage');
    await page.getByText('You are not authorized to access the Content Manager page').waitFor();
  });
});

describe('addresses', () => {
  test('of the editor are a name, a title or a number; one that leads nowhere says so', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'Here' }]);
    for (const address of [made.name, made.title, String(made.id)]) {
      await page.goto(`/content/managecards/${encodeURIComponent(address)}`);
      await page.getByRole('heading', { level: 1, name: made.title }).waitFor();
    }
    await page.goto('/content/managecards/no-such-page');
    await page.getByRole('heading', { name: 'There is no page “no-such-page”' }).waitFor();
    await page.getByRole('link', { name: 'New page' }).click();
    await page.getByRole('dialog', { name: 'New page' }).waitFor();
  });

  test('of the records of pages and cards lead to the editor', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'First' }, { title: 'Second', type: 'Divider' }]);
    await publish(page, made.id);
    const [, card] = await callApi<{ id: number }[]>(
      page,
      'GET',
      `/api/cards?filter=${encodeURIComponent(JSON.stringify({ pageId: made.id }))}&sort=${encodeURIComponent('["order","ASC"]')}`,
    );
    await page.goto(`/content/managecards/card/${card?.id}`);
    await page.getByRole('heading', { level: 2, name: 'Divider' }).waitFor();
    expect(new URL(page.url()).searchParams.get('section')).toBe(`card-${card?.id}`);
    await page.goto(`/content/manage/pages/${made.id}/show`);
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.waitForURL(`**/content/managecards/${made.id}`);
    await page.getByRole('heading', { level: 1, name: made.title }).waitFor();
  });
});

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { callApi, expectAccessible, expectNoAxeViolations, newPage, useBrowser } from './support.ts';

useBrowser();

interface Category {
  id: number;
  name: string;
  description: string | null;
  order: number;
  parentId: number | null;
  version: number;
}

const unique = (word: string) => `${word} ${randomUUID().slice(0, 8)}`;

async function makeCategory(page: Page, values: Partial<Category> = {}): Promise<Category> {
  return callApi<Category>(page, 'POST', '/api/categories', {
    name: unique('Category'),
    description: 'As it was',
    order: 5,
    active: true,
    ...values,
  });
}

function save(page: Page) {
  return page.getByRole('button', { name: 'Save changes' }).click();
}

describe('a new record', () => {
  it('shows each error beside its field and in a summary, then is made', async () => {
    const page = await newPage({ as: 'administrator' });
    await page.goto('/scheduling/managecategories');
    await page.getByRole('link', { name: 'New category' }).click();
    await page.getByRole('button', { name: 'Create category' }).click();
    await page.getByRole('link', { name: 'Name' }).waitFor();
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    await expectNoAxeViolations(page);

    const name = unique('Ceramics');
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create category' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/scheduling\/managecategories\/\d+\/show$/);
  });

  it('shows what only the server knows beside its field', async () => {
    const page = await newPage({ as: 'administrator' });
    const taken = await makeCategory(page);
    await page.goto('/scheduling/managecategories/create');
    await page.getByLabel('Name').fill(taken.name);
    await page.getByRole('button', { name: 'Create category' }).click();
    await expect.poll(() => page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Name').inputValue()).toBe(taken.name);
  });
});

describe('a record', () => {
  it('is saved by its shortcut, and says when', async () => {
    const page = await newPage({ as: 'administrator' });
    const category = await makeCategory(page);
    const bodies: unknown[] = [];
    page.on(
      'request',
      (request) =>
        request.method() === 'PUT' && request.url().includes('/api/categories/') && bodies.push(request.postDataJSON()),
    );
    await page.goto(`/scheduling/managecategories/${category.id}`);
    await page.getByLabel('Description').fill('Better');
    await page.getByText('Unsaved changes').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText(/^Saved \d{1,2}(:\d\d)? [AP]M$/).waitFor();
    expect(bodies).toEqual([{ description: 'Better' }]);
    await page.getByLabel('Description').fill('');
    await save(page);
    await expect
      .poll(async () => (await callApi<Category>(page, 'GET', `/api/categories/${category.id}`)).description)
      .toBeNull();
  });

  it('shows their value beside mine when someone else was faster, and saves what is chosen', async () => {
    const page = await newPage({ as: 'administrator' });
    const category = await makeCategory(page);
    await page.goto(`/scheduling/managecategories/${category.id}`);
    const mine = unique('Mine');
    await page.getByLabel('Name').fill(mine);
    await page.getByLabel('Description').fill('My description');
    const theirs = await newPage({ as: 'eventadmin' });
    await callApi(theirs, 'PUT', `/api/categories/${category.id}`, { description: 'Their description', order: 77 });

    await save(page);
    const dialog = page.getByRole('alertdialog', { name: 'Someone else changed this after you opened it' });
    await dialog.getByText('Their description').waitFor();
    await dialog.getByText('My description').waitFor();
    await expectNoAxeViolations(page);
    await dialog.getByRole('group', { name: 'Description' }).getByLabel('Theirs').check();
    await dialog.getByRole('button', { name: 'Save selection' }).click();
    await page.getByText(/^Saved/).waitFor();
    const saved = await callApi<Category>(page, 'GET', `/api/categories/${category.id}`);
    expect(saved).toMatchObject({ name: mine, description: 'Their description', order: 77 });

    await page.getByLabel('Description').fill('And again');
    await save(page);
    await page.getByText(/^Saved/).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  it('warns before unsaved changes are left', async () => {
    const page = await newPage({ as: 'administrator' });
    const category = await makeCategory(page);
    await page.goto(`/scheduling/managecategories/${category.id}`);
    await page.getByLabel('Description').fill('Not saved');
    await page.getByRole('link', { name: 'Event categories' }).first().click();
    await page.getByRole('button', { name: 'Stay here' }).click();
    expect(await page.getByLabel('Description').inputValue()).toBe('Not saved');
    await page.getByRole('link', { name: 'Event categories' }).first().click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('table', { name: 'Event categories' }).waitFor();
  });

  it('shows its history with before and after, and restores one field', async () => {
    const page = await newPage({ as: 'administrator' });
    const category = await makeCategory(page);
    await callApi(page, 'PUT', `/api/categories/${category.id}`, { description: 'As it became', order: 9 });
    await page.goto(`/scheduling/managecategories/${category.id}/show`);
    const history = page.getByRole('region', { name: 'History' });
    const change = history.getByRole('listitem').nth(1);
    await change.getByText('As it was', { exact: true }).waitFor();
    await change.getByText('As it became', { exact: true }).waitFor();
    await history.getByRole('button', { name: 'Revert Description' }).click();
    await page.getByText('Description was restored').waitFor();
    await expect.poll(() => history.getByRole('listitem').count()).toBe(3);
    expect(await callApi<Category>(page, 'GET', `/api/categories/${category.id}`)).toMatchObject({
      description: 'As it was',
      order: 9,
    });
  });

  it('shows what refers to it, and is shown by name where it is referred to', async () => {
    const page = await newPage({ as: 'administrator' });
    const parent = await makeCategory(page);
    const child = await makeCategory(page, { parentId: parent.id });
    await page.goto(`/scheduling/managecategories/${parent.id}/show`);
    await page.getByRole('link', { name: child.name }).click();
    await page.getByRole('heading', { level: 1, name: child.name }).waitFor();
    await page.getByRole('link', { name: parent.name }).click();
    await page.getByRole('heading', { level: 1, name: parent.name }).waitFor();
  });

  it('is deleted after a question that names it', async () => {
    const page = await newPage({ as: 'administrator' });
    const category = await makeCategory(page);
    await page.goto(`/scheduling/managecategories/${category.id}/show`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('alertdialog', { name: `Delete category “${category.name}”?` })
      .getByRole('button', { name: 'Delete category' })
      .click();
    await page.getByText('Category deleted').waitFor();
    await page.goto(`/scheduling/managecategories/${category.id}/show`);
    await page.getByRole('heading', { name: 'This category was not found' }).waitFor();
  });

  it('is accessible and fits', async () => {
    const page = await newPage({ as: 'administrator' });
    const category = await makeCategory(page);
    await callApi(page, 'PUT', `/api/categories/${category.id}`, { description: 'Changed' });
    await page.goto(`/scheduling/managecategories/${category.id}/show`);
    await page.getByRole('button', { name: 'Revert Description' }).waitFor();
    await expectAccessible(page);
    await page.goto(`/scheduling/managecategories/${category.id}`);
    await page.getByLabel('Description').waitFor();
    await expectAccessible(page);
  });
});

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { editorPage, publishNow } from './editor-page.tsx';

const BASE = '/api/content/pages/7';

async function chooseDelete(): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
}

test('a page that nobody has seen is deleted from its editor at once, and can be brought back', async () => {
  const { calls } = await editorPage({
    cards: [{ title: 'One' }],
    answers: { [`POST ${BASE}/delete`]: () => undefined, 'POST /api/pages/7/restore': () => ({ id: 7 }) },
  });
  await chooseDelete();
  await expect.element(page.getByText('“A page” is deleted')).toBeVisible();
  await expect.poll(() => window.location.pathname).toBe('/content/manage');
  expect(calls.find(({ path }) => path === `${BASE}/delete`)?.body).toEqual({ redirectTo: null });
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.element(page.getByText('Undone')).toBeVisible();
});

test('a published page is deleted by the dialog of the list, which asks where its address leads', async () => {
  const other = { id: 9, title: 'About us', name: 'about', published: true, deletedAt: null };
  const { calls } = await editorPage({
    cards: [{ title: 'One' }],
    answers: {
      'GET /api/content/pages': () => [other],
      [`GET ${BASE}/uses`]: () => [],
      [`POST ${BASE}/delete`]: () => undefined,
    },
  });
  await publishNow();
  await expect.element(page.getByText('The page is published').first()).toBeVisible();
  await chooseDelete();
  const dialog = page.getByRole('alertdialog', { name: 'Delete “A page”?' });
  await dialog.getByRole('combobox', { name: 'Redirect visitors to' }).selectOptions('About us');
  await dialog.getByRole('button', { name: 'Delete page' }).click();
  await expect.poll(() => window.location.pathname).toBe('/content/manage');
  expect(calls.find(({ path }) => path === `${BASE}/delete`)?.body).toEqual({ redirectTo: 9 });
});

test('a page that could not be deleted is still there, with the reason', async () => {
  await editorPage({
    cards: [{ title: 'One' }],
    answers: {
      [`POST ${BASE}/delete`]: () =>
        Response.json({ title: 'No', status: 403, code: 'x', detail: 'You may not delete it.' }, { status: 403 }),
    },
  });
  await chooseDelete();
  await expect.element(page.getByText('You may not delete it.')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: 'A page' })).toBeVisible();
});

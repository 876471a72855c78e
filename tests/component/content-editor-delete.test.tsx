import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ActionAnswer } from '../../domain/calls/action-parts.ts';
// Loaded before the first test, which does not wait for it then.
import '../../src/actions/CommandInputs.tsx';
import { editorPage, publishNow } from './editor-page.tsx';
import { refusal } from './site-api.ts';

const ACTIONS = '/api/pages/actions';
const DELETED: ActionAnswer = {
  ids: [7],
  done: '“A page” is deleted',
  changes: [{ resource: 'pages', id: 7, version: 2 }],
  result: null,
};

async function chooseDelete(): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
}

test('an unseen page is deleted from its editor immediately, and can be restored', async () => {
  const { calls } = await editorPage({
    cards: [{ title: 'One' }],
    answers: {
      [`GET ${ACTIONS}`]: () => ({ removeUnseen: [7] }),
      [`POST ${ACTIONS}/removeUnseen`]: () => DELETED,
      'POST /api/undo': () => ({ changes: [] }),
    },
  });
  await chooseDelete();
  await expect.element(page.getByText('“A page” is deleted')).toBeVisible();
  await expect.poll(() => window.location.pathname).toBe('/content/manage');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.element(page.getByText('Undone')).toBeVisible();
  expect(calls.find(({ path }) => path === '/api/undo')?.body).toEqual({ changes: DELETED.changes });
});

test('a published page is deleted after a question, which asks where its address leads', async () => {
  const about = { id: 9, title: 'About us', name: 'about', published: true, deletedAt: null };
  const { calls } = await editorPage({
    cards: [{ title: 'One' }],
    pages: [about],
    answers: {
      [`GET ${ACTIONS}`]: () => ({ remove: [7], unpublish: [7] }),
      [`POST ${ACTIONS}/remove/plan`]: () => ({
        ids: [7],
        title: 'Delete “A page”?',
        notes: ['Visitors can see this page now.'],
        button: 'Delete page',
      }),
      [`POST ${ACTIONS}/remove`]: () => DELETED,
    },
  });
  await publishNow();
  await expect.element(page.getByText('The page is published').first()).toBeVisible();
  await chooseDelete();
  const dialog = page.getByRole('dialog', { name: 'Delete “A page”?' });
  await dialog.getByRole('combobox', { name: 'Redirect visitors to' }).fill('About');
  await page.getByRole('option', { name: /^About us/ }).click();
  await dialog.getByRole('button', { name: 'Delete page' }).click();
  await expect.poll(() => window.location.pathname).toBe('/content/manage');
  const run = calls.find(({ path }) => path === `${ACTIONS}/remove`);
  expect(run?.body).toEqual({ ids: [7], inputs: { redirectTo: 9 } });
});

test('a page that could not be deleted is still there, with the reason', async () => {
  await editorPage({
    cards: [{ title: 'One' }],
    answers: {
      [`GET ${ACTIONS}`]: () => ({ removeUnseen: [7] }),
      [`POST ${ACTIONS}/removeUnseen`]: () => refusal(403, 'x', 'You cannot delete it.'),
    },
  });
  await chooseDelete();
  await expect.element(page.getByText('You cannot delete it.')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: 'A page' })).toBeVisible();
});

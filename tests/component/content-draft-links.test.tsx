import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { DraftLink, SharedDraft } from '../../domain/calls/links.ts';
import { Screen } from '../../src/portal/content/DraftScreen.tsx';
import { editorPage } from './editor-page.tsx';
import { refusal, type Answers } from './site-api.ts';
import { sitePage } from './site-page.tsx';

const BASE = '/api/content/pages/7/draftLinks';
const dialog = () => page.getByRole('dialog', { name: 'Share draft' });
const listed = () => dialog().getByRole('list', { name: 'Active links' }).getByRole('listitem');

const link = (id: number): DraftLink => ({
  id,
  address: `/content/draft?link=7.${id}.1.signature`,
  expiresAt: '2030-05-12T14:00:00.000Z',
  createdAt: '2030-05-05T14:00:00.000Z',
  createdBy: 'Ada Lovelace',
});

async function openDialog(answers: Answers) {
  const { calls } = await editorPage({ cards: [{ title: 'Hours' }], answers });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Share draft' }).click();
  await expect.element(dialog()).toBeVisible();
  return calls;
}

test('a link to the draft is made for a chosen time, shown to be copied, and withdrawn', async () => {
  let links: DraftLink[] = [];
  const calls = await openDialog({
    [`GET ${BASE}`]: () => links,
    [`POST ${BASE}`]: () => {
      links = [link(5)];
      return links[0];
    },
    [`DELETE ${BASE}/5`]: () => {
      links = [];
    },
  });
  await expect.element(dialog().getByText('This draft has no active links.')).toBeVisible();
  await expect.element(dialog().getByRole('radio', { name: '7 days' })).toBeChecked();
  await dialog().getByRole('radio', { name: '30 days' }).click();
  await dialog().getByRole('button', { name: 'Create link' }).click();
  await expect
    .element(listed().getByText(`${window.location.origin}/content/draft?link=7.5.1.signature`))
    .toBeVisible();
  await expect.element(listed().getByText(/^Expires .*2030.*by Ada Lovelace\.$/)).toBeVisible();
  await expect.element(listed().getByRole('button', { name: /^Copy the link that works until/ })).toBeVisible();
  expect(calls.find(({ method, path }) => method === 'POST' && path === BASE)?.body).toEqual({ days: 30 });
  await listed()
    .getByRole('button', { name: /^Revoke the link/ })
    .click();
  await expect.element(dialog().getByText('This draft has no active links.')).toBeVisible();
});

test('links that cannot be loaded or created show the reason, and can be retried', async () => {
  let isThere = false;
  await openDialog({
    [`GET ${BASE}`]: () => (isThere ? [link(5)] : refusal(503, 'site.down', 'The server is busy.')),
    [`POST ${BASE}`]: () => refusal(409, 'content.too-many-draft-links', 'Revoke one first.'),
  });
  await expect.element(dialog().getByText('The links could not be loaded')).toBeVisible();
  isThere = true;
  await dialog().getByRole('button', { name: 'Retry' }).click();
  await expect.element(listed()).toBeVisible();
  await dialog().getByRole('button', { name: 'Create link' }).click();
  await expect.element(dialog().getByRole('alert').filter({ hasText: 'Revoke one first.' })).toBeVisible();
});

const read = (answer: SharedDraft | ReturnType<typeof refusal>) =>
  sitePage({
    pattern: '/content/draft',
    address: '/content/draft?link=abc',
    screen: <Screen />,
    answers: { 'GET /api/content/draft': () => answer },
  });

const shared: SharedDraft = {
  isDraft: true,
  expiresAt: '2030-05-12T14:00:00.000Z',
  page: {
    id: 7,
    name: 'visit',
    title: 'Visit us',
    type: 'Standard',
    theme: 'light',
    summary: null,
    category: 'Content',
    backgroundUrl: null,
    data: '<p>Come in</p>',
    cards: [],
    updatedAt: '2030-05-05T14:00:00.000Z',
  },
};

test('the holder of a link reads the draft, marked as such, and no view is counted', async () => {
  const calls = await read(shared);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Visit us' })).toBeVisible();
  await expect.element(page.getByText('Draft, not published')).toBeVisible();
  await expect.element(page.getByText(/Your link works until .*2030/)).toBeVisible();
  expect(calls.map(({ path }) => path)).toEqual(['/api/content/draft']);
});

test('a link that has ended says so plainly', async () => {
  await read(refusal(410, 'content.draft-link-expired', 'This link has expired. Ask for a new one.'));
  await expect
    .element(page.getByRole('paragraph').filter({ hasText: 'This link has expired. Ask for a new one.' }))
    .toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(page.getByRole('button', { name: 'Retry' }).query()).toBeNull();
});

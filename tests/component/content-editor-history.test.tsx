import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PageContent, PageVersion, PageVersionInfo, SavedDraft } from '../../domain/calls/page-editor.ts';
import { editorPage, form } from './editor-page.tsx';
import { refusal, type Answers } from './site-api.ts';

const INFO: PageVersionInfo[] = [
  { number: 2, kind: 'draft', publishedAt: '2030-05-05T14:00:00.000Z', publishedBy: 'Ada Lovelace' },
  { number: 1, kind: 'published', publishedAt: '2030-05-04T14:00:00.000Z', publishedBy: null },
];
const BASE = '/api/content/pages/7/versions';
const title = () => form().getByRole('textbox', { name: 'Title' });
const before = (content: PageContent): PageVersion => ({
  ...INFO[0]!,
  content: { ...content, cards: content.cards.map((card) => ({ ...card, title: 'Before' })) },
});

async function opened(answers: (content: () => PageContent) => Answers) {
  let saved: () => PageContent = () => {
    throw new Error('The page is not open yet');
  };
  const edited = await editorPage({
    cards: [{ key: 'a', title: 'Now' }],
    part: 'a',
    versions: INFO,
    answers: { [`GET ${BASE}/2`]: () => before(saved()), ...answers(() => saved()) },
  });
  ({ saved } = edited);
  await page.getByRole('tab', { name: 'History (2)' }).click();
  return edited;
}

const restored = (content: PageContent): SavedDraft => ({
  version: '1.1.2',
  updatedAt: '2030-05-06T14:00:00.000Z',
  publishAt: null,
  faults: {},
  content,
  isStored: true,
});

test('lists drafts and publications with who and when, and shows what differs from now', async () => {
  await opened(() => ({}));
  const row = page.getByRole('listitem').filter({ hasText: 'Version 2, a draft' });
  await expect.element(row.getByText(/2030.* by Ada Lovelace/)).toBeVisible();
  await expect.element(page.getByText('Version 1', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Compare: version 2' }).click();
  await expect.element(page.getByText('What the draft changed since then: 1 card changed.')).toBeVisible();
  await page.getByRole('button', { name: /^Preview: version 2/ }).click();
  await expect.element(page.getByText(/^This is version 2, saved on/)).toBeVisible();
});

test('restores a version over what was written last, and Undo brings that back', async () => {
  const { calls } = await opened((content) => ({
    [`POST ${BASE}/2/restore`]: () => restored(before(content()).content),
  }));
  await userEvent.fill(title(), 'Just written');
  await page.getByRole('button', { name: 'Restore as draft: version 2' }).click();
  await expect.element(title()).toHaveValue('Before');
  // What was written is saved first, so that the history has it.
  const order = calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  const saving = order.indexOf('PUT /api/content/pages/7/draft');
  expect(saving).toBeGreaterThan(-1);
  expect(order.indexOf(`POST ${BASE}/2/restore`)).toBeGreaterThan(saving);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.element(title()).toHaveValue('Just written');
});

test('says why a version cannot be restored, and leaves the draft as it is', async () => {
  await opened(() => ({ [`POST ${BASE}/2/restore`]: () => refusal(503, 'site.down', 'The server is busy.') }));
  await page.getByRole('button', { name: 'Restore as draft: version 2' }).click();
  await expect.element(page.getByText('The server is busy.')).toBeVisible();
  await expect.element(title()).toHaveValue('Now');
});

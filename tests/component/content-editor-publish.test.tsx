import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { editorPage } from './editor-page.tsx';

const PICTURE = '3f2a9c0d1e4b5a6f7c8d-16x9.webp';

const dialog = () => page.getByRole('dialog', { name: /^Publish/ });
const change = (name: string) => dialog().getByRole('listitem').filter({ hasText: name });

async function ask(): Promise<void> {
  await page.getByRole('button', { name: /^Publish( changes)?$/ }).click();
  await expect.element(dialog()).toBeVisible();
}

test('the publish dialog shows card by card what changes, and how it reads before and after', async () => {
  await editorPage({
    live: {
      cards: [
        { id: 1, key: 'a', title: 'Hours', data: { text: '<p>Open until <a href="/a">six</a> today</p>' } },
        { id: 2, key: 'b', title: 'Old' },
        { id: 3, key: 'c', title: 'Tour' },
        { id: 4, key: 'd', title: 'Team' },
      ],
    },
    title: 'Come in',
    cards: [
      { id: 4, key: 'd', title: 'Team' },
      {
        id: 1,
        key: 'a',
        title: 'Hours',
        data: { text: '<p>Open until <a href="/b">six</a> tonight</p>', imageUrl: PICTURE },
      },
      { id: 3, key: 'c', title: 'Tour' },
      { key: 'new', title: 'Fresh', data: { text: '<p>Welcome</p>' } },
    ],
  });
  await ask();
  await expect
    .element(
      dialog().getByText('What changes for visitors: the page itself, 1 card added, 1 removed, 1 changed, 1 moved.'),
    )
    .toBeVisible();
  const [before, after] = change('Hours').getByRole('definition').elements();
  expect(before?.querySelectorAll('del').length).toBe(2);
  expect(before).toHaveTextContent('Open until six (→ /removed: a (end)) removed: today (end)');
  expect(after).toHaveTextContent('Open until six (→ /added: b (end)) added: tonight (end)');
  expect(after?.querySelector('del')).toBeNull();
  await expect.element(change('Hours').getByRole('img', { name: 'Image added' })).toBeInTheDocument();
  await expect.element(change('Team').getByText('Image card, moved from position 4 to 1')).toBeVisible();
  await expect.element(change('Old').getByText('Removed', { exact: true })).toBeInTheDocument();
  await expect.element(change('Fresh').getByText('Welcome')).toBeInTheDocument();
  expect(change('Tour').query()).toBeNull();
});

test('the first publication says so, and where the page will be', async () => {
  await editorPage({ cards: [{ title: 'Hours' }] });
  await ask();
  await expect.element(dialog().getByText(/not been published before.*\/content\/static\/a-page/)).toBeVisible();
  expect(dialog().getByText('Added').query()).toBeNull();
});

test('a draft that says the same as the page is not offered for publishing', async () => {
  const { calls } = await editorPage({
    live: { cards: [{ id: 1, key: 'a', title: 'Hours' }] },
    cards: [{ id: 1, key: 'a', title: 'Hours' }],
    answers: { 'POST /api/pages/actions/discardDraft': () => undefined },
  });
  await ask();
  await expect.element(dialog().getByText('There are no changes to publish')).toBeVisible();
  expect(
    dialog()
      .getByRole('button', { name: /^Publish/ })
      .query(),
  ).toBeNull();
  expect(dialog().getByRole('radio').query()).toBeNull();
  await dialog().getByRole('button', { name: 'Discard draft' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(calls.some(({ method, path }) => method === 'POST' && path.endsWith('/discardDraft'))).toBe(true);
});

test('a long comparison scrolls within the dialog, and its buttons stay in view', async () => {
  const cards = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, key: `k${index}`, title: `Card ${index}` }));
  await editorPage({
    size: 'phone',
    live: { cards },
    cards: cards.map((card) => ({ ...card, data: { text: `<p>${'longword'.repeat(12)}</p>` } })),
  });
  await ask();
  expect(dialog().element().querySelector('[id$="-body"]')?.scrollTop).toBe(0);
  const now = dialog().getByRole('button', { name: 'Publish now' }).element().getBoundingClientRect();
  expect(now.bottom).toBeLessThanOrEqual(window.innerHeight);
  const body = dialog().element().querySelector<HTMLElement>('[id$="-body"]');
  expect(body?.scrollHeight).toBeGreaterThan(body?.clientHeight ?? 0);
  expect(body?.scrollWidth).toBeLessThanOrEqual(body?.clientWidth ?? 0);
});

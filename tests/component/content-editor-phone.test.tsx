import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { editorPage, form, isInView } from './editor-page.tsx';
import { refusal } from './site-api.ts';

const bar = () => page.getByRole('button', { name: /^Publish( changes)?$/ });
const status = () => page.getByText(/^(Draft saved|Unsaved changes|Saving|Saved \d{1,2}(:\d\d)? [AP]M)$/);

const CARDS = [
  {
    title: 'Hours',
    type: 'ListCard' as const,
    data: {
      text: '<p>One</p><p>Two</p>',
      items: ['a', 'b', 'c', 'd'],
      links: ['/a', '/b', '/c'],
      linkTexts: ['A', 'B', 'C'],
    },
  },
];

/** The name of what has the focus while something else lies over its middle; null when nothing does. */
function covered(): string | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !focused.closest('[data-section-form]')) return null;
  const { left, top, width, height } = focused.getBoundingClientRect();
  // Of a field that is higher than the window, the part that is in it.
  const middle = (Math.max(0, top) + Math.min(window.innerHeight, top + height)) / 2;
  const over = document.elementFromPoint(left + width / 2, middle);
  const isOwn = focused.contains(over) || over?.contains(focused) === true || over?.closest('label') !== null;
  return isOwn ? null : (focused.ariaLabel ?? focused.id);
}

test.each([
  ['', 780],
  [' over the open keyboard', 400],
])('on a phone%s the saving state and Publish stay in view while a card is edited', async (_, height) => {
  await editorPage({ cards: CARDS, part: 'new-0', size: 'phone', inShell: true });
  await page.viewport(360, height);
  await form().getByRole('textbox', { name: 'Title' }).click();
  const found: string[] = [];
  let seen = 0;
  while (document.activeElement?.closest('[data-section-form]') && seen < 60) {
    seen += 1;
    const name = covered();
    if (name !== null) found.push(`${name} is covered`);
    if (!isInView(bar().element())) found.push(`Publish is out of view at ${document.activeElement.id}`);
    if (!isInView(status().element())) found.push(`The status is out of view at ${document.activeElement.id}`);
    await userEvent.keyboard('{Tab}');
  }
  expect(seen).toBeGreaterThan(10);
  expect(found).toEqual([]);
  await userEvent.fill(form().getByRole('textbox', { name: 'Title' }), 'Other hours');
  await expect.element(page.getByText(/^Saved \d{1,2}(:\d\d)? [AP]M$/)).toBeVisible();
  expect(isInView(status().element())).toBe(true);
});

test('on a phone unsaved changes are announced immediately, with Retry, and Publish stays beside it', async () => {
  await editorPage({
    cards: CARDS,
    part: 'new-0',
    size: 'phone',
    inShell: true,
    answers: { 'PUT /api/content/pages/7/draft': () => refusal(503, 'site.down', 'The server is busy for a while.') },
  });
  await page.viewport(360, 400);
  await userEvent.fill(form().getByRole('textbox', { name: 'Title' }), 'Other hours');
  await expect.element(page.getByText(/^Not saved: The server is busy/)).toBeVisible();
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
  expect([isInView(retry.element()), isInView(bar().element()), covered()]).toEqual([true, true, null]);
  expect(bar().element().getBoundingClientRect().bottom).toBeLessThan(200);
});

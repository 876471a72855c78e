import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cardOrder, editorPage, form, isInView, publishNow } from './editor-page.tsx';

const REQUIRED = 'This field is required';

describe('a refused publishing', () => {
  test('all faults are in view and focused, also within the open card', async () => {
    await editorPage({
      cards: Array.from({ length: 10 }, () => ({ title: '', type: 'LocationCard', data: { mode: 'hours' } })),
      faultsOf: ({ cards }) =>
        Object.fromEntries(
          cards.flatMap(({ key }) => [
            [`${key}.title`, REQUIRED],
            [`${key}.data.locationId`, REQUIRED],
          ]),
        ),
    });
    await publishNow();
    const title = page.getByText(/^Not published\. Correct \d\d errors first\.$/);
    await expect.element(title).toBeVisible();
    await expect.element(form().getByText('2 fields need your attention')).toBeVisible();
    await expect.poll(() => document.activeElement?.matches('[role=alert]')).toBe(true);
    expect(document.activeElement?.contains(title.element())).toBe(true);
    await expect.poll(() => isInView(title.element())).toBe(true);
  });

  test('of a list the very line that is wrong is marked, and comes into view with the focus', async () => {
    const items = Array.from({ length: 30 }, (_, index) => (index === 1 ? '' : `Entry ${index + 1}`));
    await editorPage({
      cards: [
        { title: 'List one', type: 'ListCard', data: { items, links: ['/login', '/about'], linkTexts: ['', 'About'] } },
      ],
      faultsOf: ({ cards: [card] }) => ({
        ...(card?.data.items?.[1] === '' ? { 'new-0.data.items': `Entry 2: ${REQUIRED}` } : {}),
        ...(card?.data.linkTexts?.[0] === '' ? { 'new-0.data.linkTexts': `Entry 1: ${REQUIRED}` } : {}),
      }),
    });
    await publishNow();
    await expect.element(page.getByText('Not published. Correct 2 errors first.')).toBeVisible();
    const entry = form().getByRole('textbox', { name: 'Entries, 2', exact: true });
    const words = form().getByRole('group', { name: 'Link 1' }).getByRole('textbox', { name: 'Text' });
    await expect
      .poll(() => [...document.querySelectorAll<HTMLInputElement>('input[aria-invalid]')].map(({ value }) => value))
      .toEqual(['', '']);
    for (const [fault, input] of [
      ['List one, Link text', words],
      ['List one, Entries', entry],
    ] as const) {
      await page.getByRole('button', { name: fault }).click();
      await expect.element(input).toHaveFocus();
      await expect.poll(() => isInView(input.element())).toBe(true);
      expect(input.element().getAttribute('aria-invalid')).toBe('true');
    }
    await userEvent.keyboard('Goggles');
    await expect.element(page.getByText('Not published. Correct 1 error first.')).toBeVisible();
    expect(entry.element().getAttribute('aria-invalid')).toBeNull();
    await words.fill('Log in');
    await publishNow();
    await expect.element(page.getByText('The page is published').first()).toBeVisible();
  });

  test('empty lines of a list stay during typing and are no faults', async () => {
    const { saved } = await editorPage({ cards: [{ title: 'Bring along', type: 'ListCard' }] });
    await form().getByRole('textbox', { name: 'Entries' }).fill('Closed shoes');
    await userEvent.keyboard('{Enter}');
    const second = form().getByRole('textbox', { name: 'Entries, 2', exact: true });
    await expect.element(second).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('An idea');
    await form().getByRole('button', { name: 'Add a link' }).click();
    await expect.poll(() => saved().cards[0]?.data).toEqual({ items: ['Closed shoes', 'An idea'] });
    await expect.element(second).toHaveValue('');
    await expect.element(form().getByRole('textbox', { name: 'Entries, 3', exact: true })).toHaveValue('An idea');
    await publishNow();
    await expect.element(page.getByText('The page is published').first()).toBeVisible();
  });
});

describe('someone who works by keyboard', () => {
  test.each(['desktop', 'phone'] as const)(
    'is at the row of the copy, and of the neighbor of a deleted card: %s',
    async (size) => {
      const { saved } = await editorPage({
        cards: [{ title: 'One' }, { title: 'Two' }, { title: '' }],
        part: 'new-1',
        size,
      });
      const focused = () => document.activeElement?.getAttribute('data-section') ?? document.activeElement?.tagName;
      const press = async (name: string) => {
        form().getByRole('button', { name }).element().focus();
        await userEvent.keyboard('{Enter}');
      };
      await press('Duplicate');
      await expect.element(form().getByRole('textbox', { name: 'Title' })).toHaveValue('Two (copy)');
      const copy = () => saved().cards.find(({ title }) => title === 'Two (copy)')?.key;
      await expect.poll(copy).toBeDefined();
      await expect.poll(focused).toBe(size === 'phone' ? 'H2' : copy());
      for (const next of ['new-2', 'new-1', 'new-0', 'settings']) {
        if (size === 'phone' && next !== 'new-2') await userEvent.keyboard('{Enter}');
        await expect.element(form().getByRole('button', { name: 'Delete' })).toBeVisible();
        await press('Delete');
        await expect.poll(focused).toBe(next);
      }
      expect(cardOrder()).toEqual([]);
    },
  );

  test('learns which card a page about a person begins with', async () => {
    await editorPage({ type: 'About Me' });
    await expect
      .element(
        page.getByText(
          'No cards yet. Add an about-me card: a person’s photo, what they help with and how to reach them.',
        ),
      )
      .toBeVisible();
  });
});

test('on a phone a chosen card has its form in view, and Back leads to its place in a long list', async () => {
  await editorPage({
    cards: Array.from({ length: 40 }, (_, index) => ({ title: `Card ${index + 1}` })),
    size: 'phone',
    inShell: true,
  });
  const row = page.getByRole('button', { name: /^Card 30 / });
  for (const back of ['browser', 'button']) {
    await row.click();
    const title = form().getByRole('textbox', { name: 'Title' });
    await expect.element(title).toHaveValue('Card 30');
    const { y } = title.element().getBoundingClientRect();
    expect(y).toBeGreaterThan(60);
    expect(y).toBeLessThan(480);
    if (back === 'browser') window.history.back();
    else await page.getByRole('button', { name: 'All sections' }).click();
    await expect.element(row).toHaveFocus();
    const place = row.element().getBoundingClientRect();
    expect(place.y).toBeGreaterThan(60);
    expect(place.y).toBeLessThan(600);
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
});

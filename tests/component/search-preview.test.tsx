import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SearchGroup, SearchResult } from '../../domain/calls/content.ts';
import { HeaderSearch } from '../../src/app/search/HeaderSearch.tsx';
import { Screen as DocsScreen } from '../../src/portal/docs/DocsScreen.tsx';
import { refusal } from './site-api.ts';
import { sitePage } from './site-page.tsx';

afterEach(() => document.documentElement.style.removeProperty('font-size'));

const result = (number: number, given: Partial<SearchResult> = {}): SearchResult => ({
  name: `Page ${number}`,
  id: number,
  url: `/content/static/page-${number}`,
  excerpt: ['A piece of text that is long enough for two lines of it, about the ', 'laser', ', and a bit more.'],
  ...given,
});
const group = (given: Partial<SearchGroup> = {}): SearchGroup => ({
  source: 'This site',
  response: [1, 2, 3].map((number) => result(number)),
  ...given,
});

const box = () => page.getByRole('combobox', { name: 'Search Docs' });
const seeAll = () => page.getByRole('link', { name: 'See all results' });

const says = (words: string) => expect.poll(() => document.body.textContent).toContain(words);

async function preview(answers: SearchGroup[][], size: 'desktop' | 'phone' = 'desktop') {
  let requests = 0;
  const calls = await sitePage({
    pattern: '/here',
    address: '/here',
    screen: <HeaderSearch />,
    size,
    answers: {
      'GET /api/documentation/search': () => answers[Math.min(requests++, answers.length - 1)],
      'GET /api/content/page': () => undefined,
    },
  });
  if (size === 'phone') await userEvent.click(page.getByRole('button', { name: 'Search Docs' }));
  await userEvent.fill(box(), 'laser');
  return calls;
}

describe('the preview', () => {
  test('names page and section, and shows the text around the match with its words marked, never as markup', async () => {
    const hostile = ['<img src=x onerror=alert(1)> ', '<b>laser</b>', ' & more'];
    await preview([[group({ response: [result(1, { section: 'Beds', excerpt: hostile }), result(2)] })]]);
    const option = page.getByRole('option', { name: 'Page 1 › Beds' });
    await expect.element(option).toHaveTextContent(`Page 1 › Beds${hostile.join('')}`);
    await expect.element(option).toHaveAccessibleDescription(hostile.join(''));
    expect([...option.element().querySelectorAll('*')].map(({ tagName }) => tagName)).not.toContain('IMG');
    expect(option.element().querySelector('mark')?.textContent).toBe('<b>laser</b>');
    expect(document.body.textContent).not.toContain('/content/static');
  });

  test('leads to all results only where there are more', async () => {
    await preview([[group()]]);
    await expect.element(page.getByRole('option').first()).toBeVisible();
    expect(seeAll().query()).toBeNull();
  });

  test('says once what was searched for instead, and that no page has all of the words', async () => {
    const given = { corrected: 'laser cutter', isPartial: true };
    await preview([
      [
        group({ source: 'Events', response: [result(4)], ...given }),
        group({ ...given, response: [1, 2].map((number) => result(number)) }),
      ],
    ]);
    await says('Showing results for laser cutter. No result contains all of these words. These contain some of them.');
    expect(document.body.textContent.match(/Showing results for/g)).toHaveLength(1);
    await expect.element(page.getByRole('status').first()).toHaveTextContent('3 results for laser cutter');
  });

  test('shows what there is while a source is late, and then what it has', async () => {
    const late: SearchGroup = { source: 'Manuals', response: [], isLate: true };
    await preview([
      [group(), late],
      [group(), { source: 'Manuals', response: [result(9)] }],
    ]);
    await expect.element(page.getByRole('option', { name: 'Page 1' })).toBeVisible();
    await expect.element(page.getByRole('option', { name: 'Page 9' })).toBeVisible();
  });

  test('does not say that nothing was found while a source is late', async () => {
    const late: SearchGroup = { source: 'Manuals', response: [], isLate: true };
    await preview([
      [group({ response: [] }), late],
      [group({ response: [] }), { source: 'Manuals', response: [] }],
    ]);
    await expect.element(page.getByText('Searching', { exact: false })).toBeInTheDocument();
    await expect.element(page.getByText('Nothing was found for “laser”.')).toBeVisible();
  });

  test.each([
    ['a phone', 780, 16],
    ['a phone with its keyboard open', 420, 16],
    ['a phone with text of 32 px', 780, 32],
  ])('scrolls within itself on %s, with the way to all results in view', async (_where, height, text) => {
    document.documentElement.style.fontSize = `${text}px`;
    const groups = ['One', 'Two', 'Three', 'Four'].map((source) => group({ source, hasMore: true }));
    await preview([groups], 'phone');
    await page.viewport(360, height);
    await expect.element(page.getByRole('option').first()).toBeVisible();
    await expect.poll(() => seeAll().element().getBoundingClientRect().bottom).toBeLessThanOrEqual(height);
    await userEvent.keyboard('{ArrowUp}');
    const last = () => page.getByRole('option').last().element().getBoundingClientRect();
    await expect.poll(() => last().bottom).toBeLessThanOrEqual(seeAll().element().getBoundingClientRect().top + 1);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  });
});

test('the page of all results shows the same of each, and no addresses', async () => {
  await sitePage({
    pattern: '/docs',
    address: '/docs?search=lasr',
    screen: <DocsScreen />,
    answers: {
      'GET /api/documentation/search': () => [
        group({ source: 'Events', corrected: 'laser', response: [result(1, { section: 'Beds' })] }),
        group({ corrected: 'laser', hasMore: true, response: [result(2)] }),
      ],
    },
  });
  await expect.element(page.getByRole('link', { name: /^Page 1 › Beds/ })).toBeVisible();
  await says('Showing results for laser.');
  expect(document.body.textContent.match(/Showing results for/g)).toHaveLength(1);
  await expect.element(page.getByRole('status').first()).toHaveTextContent('The first 2 results for laser');
  expect(document.querySelector('main mark, mark')?.textContent).toBe('laser');
  expect(document.body.textContent).not.toContain('/content/static');
});

describe('anyone who searches too often reads so, not that nothing was found', () => {
  const WAIT = 'Too many searches in the last minute. Try again in a moment.';
  const answers = () => {
    let requests = 0;
    return {
      'GET /api/documentation/search': () => (requests++ === 0 ? refusal(429, 'search.too-many', WAIT) : [group()]),
      'GET /api/content/page': () => undefined,
    };
  };

  test('in the preview, and tries again', async () => {
    await sitePage({ pattern: '/here', address: '/here', screen: <HeaderSearch />, answers: answers() });
    await userEvent.fill(box(), 'laser');
    await expect.element(page.getByRole('alert')).toHaveTextContent(`${WAIT}Try again`);
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(page.getByRole('option', { name: 'Page 1' })).toBeVisible();
  });

  test('on the page of all results, and tries again', async () => {
    await sitePage({ pattern: '/docs', address: '/docs?search=laser', screen: <DocsScreen />, answers: answers() });
    await says(WAIT);
    expect(document.body.textContent).not.toContain('Nothing was found');
    await userEvent.click(page.getByRole('button', { name: 'Retry' }));
    await expect.element(page.getByRole('link', { name: /^Page 1/ })).toBeVisible();
  });
});

import { useEffect } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderHook } from 'vitest-browser-react';
import type { SearchGroup } from '../../domain/calls/content.ts';
import { SEARCH_DEBOUNCE, SEARCH_MIN_LENGTH, SEARCH_PREVIEW_COUNT } from '../../domain/values/constants.ts';
import { HeaderSearch } from '../../src/app/search/HeaderSearch.tsx';
import { useDebouncedSearch } from '../../src/app/search/useDebouncedSearch.ts';
import type { ApiCall } from './site-api.ts';
import { sitePage } from './site-page.tsx';

const box = () => page.getByRole('combobox', { name: 'Search Docs' });
const icon = () => page.getByRole('button', { name: 'Search Docs' });
const options = () => page.getByRole('listbox', { name: 'Results' }).getByRole('option');
const seeAll = () => page.getByRole('link', { name: 'See all results' });
/** What the field points to. It is not selected: that is what has been taken. */
const active = () =>
  options()
    .elements()
    .findIndex((option) => 'active' in (option as HTMLElement).dataset);
const isFocused = (element: Element) => element === document.activeElement;

/** `count` pages that are found by `word`, as the server groups them. */
function found(word: string, count: number, hasMore = false): SearchGroup[] {
  const pages = Array.from({ length: count }, (_, index) => ({
    name: `${word} ${index + 1}`,
    id: index + 1,
    url: `/content/static/${word}-${index + 1}`,
    excerpt: ['About the ', word, ', and more.'],
  }));
  return [{ source: 'This site', response: pages, hasMore }];
}

function searchField(
  answer: (query: string, call: ApiCall) => unknown,
  size: 'desktop' | 'phone' = 'desktop',
): Promise<ApiCall[]> {
  return sitePage({
    pattern: '*',
    address: '/here',
    screen: (
      <>
        <h1>Here</h1>
        <input aria-label="Another field" />
        <HeaderSearch />
      </>
    ),
    size,
    answers: {
      'GET /api/documentation/search': (call) => answer(call.query.get('query') ?? '', call),
      'GET /api/content/page': () => undefined,
    },
  });
}

const queriesOf = (calls: readonly ApiCall[]) =>
  calls.map(({ query }) => `${query.get('query')} ${query.get('count')}`);

function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

test(`waits ${SEARCH_DEBOUNCE} ms after the last of ${SEARCH_MIN_LENGTH} or more characters`, async () => {
  holdTime();
  const searched: string[] = [];
  let effectsOf = '';
  function useObservedSearch(text = ''): void {
    const value = useDebouncedSearch(text);
    useEffect(() => {
      if (searched.at(-1) !== value) searched.push(value);
      effectsOf = text;
    });
  }
  const { rerender } = await renderHook(useObservedSearch);
  /** `expect.poll` would move the held time. */
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await new Promise(requestAnimationFrame);
  };
  for (const [text, ms] of [
    ['la', 5 * SEARCH_DEBOUNCE],
    ['las', SEARCH_DEBOUNCE - 1],
    ['lase', SEARCH_DEBOUNCE - 1],
  ] as const) {
    await rerender(text);
    await until(() => effectsOf === text);
    vi.advanceTimersByTime(ms);
  }
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1);
  await until(() => searched.length > 1);
  expect(searched).toEqual(['', 'lase']);
  await rerender('la');
  await until(() => effectsOf === 'la');
  expect(searched.at(-1)).toBe('');
});

test(`asks for ${SEARCH_PREVIEW_COUNT} results per source`, async () => {
  const calls = await searchField((query) => found(query, 1));
  await userEvent.fill(box(), 'la');
  await userEvent.fill(box(), 'laser');
  await expect.element(options().first()).toBeVisible();
  expect(queriesOf(calls)).toEqual([`laser ${SEARCH_PREVIEW_COUNT}`]);
});

test('shows the results of each source and leads to all where there are more; with 2 characters left there is nothing', async () => {
  await searchField((query) => found(query, SEARCH_PREVIEW_COUNT, query === 'many'));
  await userEvent.fill(box(), 'many');
  await expect.element(options().nth(SEARCH_PREVIEW_COUNT - 1)).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'This site' })).toBeVisible();
  await expect.element(seeAll()).toHaveAttribute('href', '/docs?search=many');
  await userEvent.fill(box(), 'ma');
  await expect.poll(() => seeAll().query()).toBeNull();
  expect(options().elements()).toEqual([]);
  await userEvent.fill(box(), 'few');
  await expect.element(options().nth(SEARCH_PREVIEW_COUNT - 1)).toBeVisible();
  expect(seeAll().query()).toBeNull();
});

describe('by keyboard', () => {
  test('the arrows choose a result, which Enter opens; the focus stays in the field', async () => {
    await searchField((query) => found(query, 2));
    await userEvent.fill(box(), 'laser');
    await expect.element(options().nth(1)).toBeVisible();
    await expect.element(box()).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(box()).toHaveAttribute('aria-activedescendant', options().first().element().id);
    expect(active()).toBe(0);
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(active).toBe(1);
    expect(document.querySelectorAll('[role=option][aria-selected=true]')).toHaveLength(0);
    await userEvent.keyboard('{Home}');
    await expect.poll(active).toBe(-1);
    expect((box().element() as HTMLInputElement).selectionStart).toBe(0);
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(active).toBe(1);
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(active).toBe(-1);
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(active).toBe(1);
    expect(isFocused(box().element())).toBe(true);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => window.location.pathname).toBe('/content/static/laser-2');
    await expect.element(box()).toHaveValue('');
  });

  test('Enter without a choice leads to all results', async () => {
    await searchField((query) => found(query, 1));
    await userEvent.fill(box(), 'laser cutter');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => window.location.pathname + window.location.search).toBe('/docs?search=laser%20cutter');
  });

  test('Escape closes the results and keeps the text; an arrow brings them back', async () => {
    await searchField((query) => found(query, 1));
    await userEvent.fill(box(), 'laser');
    await expect.element(options().first()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => options().query()).toBeNull();
    await expect.element(box()).toHaveValue('laser');
    await expect.element(box()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(options().first()).toBeVisible();
  });
});

test('an answer that comes late is not shown for another text', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const calls = await searchField(async (query) => {
    if (query === 'early') await held;
    return found(query, 1);
  });
  await userEvent.fill(box(), 'early');
  await expect.poll(() => queriesOf(calls)).toHaveLength(1);
  await userEvent.fill(box(), 'late');
  const texts = () =>
    options()
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(texts).toEqual([expect.stringContaining('late')]);
  release();
  await expect.element(page.getByRole('status').filter({ hasText: '1 result' })).toBeInTheDocument();
  expect(texts()).toEqual([expect.stringContaining('late')]);
});

test('says when nothing is found, as when the server refuses, and when it cannot be reached', async () => {
  await searchField((query) => {
    if (query === 'broken') return new Response('broken', { status: 500 });
    if (query === 'offline') throw new TypeError('Failed to fetch');
    return [];
  });
  holdTime();
  const shows = (text: RegExp | string) =>
    expect
      .poll(() => {
        vi.advanceTimersByTime(1000);
        return document.body.textContent;
      })
      .toMatch(text);
  await userEvent.fill(box(), 'xqzzkvw');
  await shows('Nothing was found for “xqzzkvw”.');
  await userEvent.fill(box(), 'broken');
  await shows('Nothing was found for “broken”.');
  await userEvent.fill(box(), 'offline');
  await shows(/could not reach the server/);
});

test('closes when one points or tabs elsewhere', async () => {
  await searchField((query) => found(query, 1));
  for (const leave of [
    () => userEvent.click(page.getByRole('heading', { name: 'Here' })),
    () => userEvent.click(page.getByLabelText('Another field')),
  ]) {
    await userEvent.fill(box(), 'laser');
    await expect.element(options().first()).toBeVisible();
    await leave();
    await expect.poll(() => options().query()).toBeNull();
    await userEvent.fill(box(), '');
  }
});

describe('on a phone', () => {
  test('an icon unfolds it over the whole width, and the focus goes there and back', async () => {
    await searchField((query) => found(query, 1), 'phone');
    await expect.poll(() => box().query()).toBeNull();
    await userEvent.click(icon());
    await expect.poll(() => isFocused(box().element())).toBe(true);
    const form = page.getByRole('search', { name: 'Documentation' }).element();
    expect(form.getBoundingClientRect().width).toBeGreaterThanOrEqual(340);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => isFocused(icon().element())).toBe(true);
    await expect.poll(() => box().query()).toBeNull();
  });

  test('Escape closes the results first; going somewhere folds it', async () => {
    await searchField((query) => found(query, 1), 'phone');
    await userEvent.click(icon());
    await userEvent.fill(box(), 'laser');
    await expect.element(options().first()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => options().query()).toBeNull();
    await expect.element(box()).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await userEvent.click(options().first());
    await expect.poll(() => window.location.pathname).toBe('/content/static/laser-1');
    await expect.poll(() => box().query()).toBeNull();
  });
});

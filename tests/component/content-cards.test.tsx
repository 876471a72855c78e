import { describe, expect, onTestFinished, test } from 'vitest';
import { commands, page, userEvent, type Locator } from 'vitest/browser';
import type {} from './commands.ts';
import type { CardData, CardType, ContentPage } from '../../domain/calls/pages.ts';
import { ContentPageView } from '../../src/content/ContentPageView.tsx';
import { sitePage } from './site-page.tsx';

interface CardGiven {
  type: CardType;
  title: string;
  data?: CardData;
}

const WIDE = `${'0a'.repeat(10)}-1600x900.webp`;
const FACE = `${'0b'.repeat(10)}-400x400.webp`;
const LIST: CardGiven = { type: 'ListCard', title: 'Bring', data: { items: ['Closed shoes'] } };
const many = (count: number): CardGiven[] =>
  Array.from({ length: count }, (_, index) => ({ ...LIST, title: `Card ${index + 1}` }));

const EVERY: CardGiven[] = [
  {
    type: 'StandardCard',
    title: 'Make a thing',
    data: {
      imageUrl: WIDE,
      imageAlt: 'A hall',
      text: '<p>Open to <a href="/docs">all</a>.</p>',
      link: '/content/static/about',
      linkText: 'Visit',
    },
  },
  {
    type: 'StandardCard',
    title: 'Posters',
    data: { imageUrl: WIDE, text: '<p>By four.</p>', link: 'campus.example/posters' },
  },
  {
    type: 'ActionCard',
    title: 'Have a part in mind?',
    data: { text: '<p>Send it.</p>', link: '/requests/navigate', linkText: 'Request a print' },
  },
  {
    ...LIST,
    data: {
      text: '<p>Three things.</p>',
      items: ['Closed shoes', 'A card'],
      links: ['/docs', 'https://safety.example/'],
      linkTexts: ['Guides', 'Handbook'],
    },
  },
  { type: 'Divider', title: 'The people' },
  {
    type: 'RawHtmlCard',
    title: 'How it works',
    data: { text: '<h2>Steps</h2><ol><li>Ask</li></ol><iframe src="https://player.vimeo.com/video/1"></iframe>' },
  },
  {
    type: 'AboutMeCard',
    title: 'Ana Ortega',
    data: {
      imageUrl: FACE,
      title: 'Technician',
      pronouns: 'she/her',
      headers: ['Machines', 'Software'],
      items: ['Laser, CNC router ,Vinyl', 'KiCad'],
      links: ['mailto:ana@campus.example', 'campus.example/ana'],
      linkTexts: ['Write to Ana', 'Office hours'],
    },
  },
];

/** A page of these cards in a window of this width. */
async function open(cards: readonly CardGiven[], width = 1280): Promise<void> {
  const shown: ContentPage = {
    id: 1,
    name: 'things',
    title: 'Things',
    type: 'Card',
    theme: 'light',
    summary: null,
    category: '',
    backgroundUrl: null,
    data: '',
    cards: cards.map(({ data = {}, ...card }, index) => ({ ...card, id: index + 1, data: JSON.stringify(data) })),
    updatedAt: '2026-03-01T00:00:00.000Z',
  };
  await sitePage({
    pattern: '/content/static/:name',
    address: '/content/static/things',
    screen: <ContentPageView page={shown} />,
    answers: {},
    inShell: true,
  });
  await page.viewport(width, 800);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
}

const card = (name: string): Locator => page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
const boxOf = (locator: Locator): DOMRect => locator.element().getBoundingClientRect();

describe('columns', () => {
  test.each([
    [360, 1],
    [599, 1],
    [600, 2],
    [899, 2],
    [1199, 2],
    [1200, 3],
    [1920, 3],
  ])('at %d px there are %d', async (width, columns) => {
    await open(many(7), width);
    const lefts = page
      .getByRole('article')
      .elements()
      .map((each) => Math.round(each.getBoundingClientRect().left));
    expect(lefts).toHaveLength(7);
    expect(new Set(lefts).size).toBe(columns);
    expect(lefts).toEqual(lefts.map((_, index) => lefts[index % columns]));
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
  });

  test('the page is at most 1500 px wide', async () => {
    await open(many(3), 1920);
    expect(boxOf(card('Card 3')).right - boxOf(card('Card 1')).left).toBe(1500);
  });

  test('a divider starts a new row, with its title over a gold line', async () => {
    await open([...many(2), { type: 'Divider', title: 'After this' }, LIST]);
    const divider = page.getByRole('heading', { level: 2, name: 'After this' });
    const [above, line, below] = [boxOf(card('Card 1')), boxOf(divider), boxOf(card('Bring'))];
    expect([above.bottom <= line.top, line.bottom <= below.top, below.left]).toEqual([true, true, above.left]);
    expect(getComputedStyle(divider.element()).borderBottom).toBe('2px solid rgb(207, 174, 90)');
  });
});

describe('cards', () => {
  test('at the beginning of a page are as wide as it, their picture loaded before all others', async () => {
    await open(EVERY);
    expect(boxOf(card('Make a thing')).width).toBeGreaterThan(3 * boxOf(card('Posters')).width);
    const loading = (name: string) => {
      const image = card(name).element().querySelector('img');
      return [image?.loading, image?.fetchPriority, image?.alt];
    };
    expect(loading('Make a thing')).toEqual(['auto', 'high', 'A hall']);
    expect(loading('Posters')).toEqual(['lazy', 'auto', '']);
  });

  test('lead to other sites in a new tab', async () => {
    await open(EVERY);
    const link = card('Posters').getByRole('link', { name: 'Posters (opens in a new tab)' }).element();
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      'https://campus.example/posters',
      '_blank',
      'noopener noreferrer',
    ]);
  });

  test('are named by their title and call to action, as one sees them and says them', async () => {
    const external = { link: 'campus.example/posters', linkText: 'Order one' };
    await open([EVERY[0] as CardGiven, { type: 'StandardCard', title: 'Posters', data: external }]);
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    await expect.element(link('Make a thing Visit')).toHaveAttribute('href', '/content/static/about');
    await expect.element(link('Posters Order one (opens in a new tab)')).toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Make a thing', exact: true })).toBeInTheDocument();
  });

  test('of the kind list show entries and links', async () => {
    await open(EVERY);
    const entries = card('Bring').getByRole('listitem').elements();
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      'Closed shoes',
      'A card',
      'Guides',
      expect.stringMatching(/^Handbook/),
    ]);
    expect(card('Bring').getByRole('link', { name: 'Guides' }).element().getAttribute('href')).toBe('/docs');
  });

  test('of raw HTML show it below their own heading, frames 16 to 9 and shut in', async () => {
    await open(EVERY);
    const raw = card('How it works');
    const headings = raw.getByRole('heading').elements();
    expect(headings.map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual([
      'H3 How it works',
      'H4 Steps',
    ]);
    const frame = raw.element().querySelector('iframe');
    const { width = 0, height = 1 } = frame?.getBoundingClientRect() ?? {};
    expect(width / height).toBeCloseTo(16 / 9, 1);
    expect(frame?.getAttribute('sandbox')).not.toBeNull();
  });

  test('about a person show what they help with, in columns, and contact details', async () => {
    await open(EVERY);
    const ana = card('Ana Ortega');
    const face = ana.element().querySelector('img');
    expect(face && getComputedStyle(face).borderRadius).toBe('999px');
    for (const words of ['Technician', 'she/her', 'I can help with...'])
      await expect.element(ana.getByText(words, { exact: true })).toBeVisible();
    const textsOf = (role: 'term' | 'definition') =>
      ana
        .getByRole(role)
        .elements()
        .map(({ textContent }) => textContent);
    expect(textsOf('term')).toEqual(['Machines', 'Software']);
    expect(textsOf('definition')).toEqual(['Laser', 'CNC router', 'Vinyl', 'KiCad']);
    const links = ana.getByRole('link').elements();
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
      ['mailto:ana@campus.example', '_blank'],
      ['https://campus.example/ana', '_blank'],
    ]);
  });
});

test('headings are in order, and every link is reached by keyboard', async () => {
  await open(EVERY);
  const levels = page
    .getByRole('main')
    .getByRole('heading')
    .elements()
    .map(({ tagName }) => Number(tagName[1]));
  expect(levels[0]).toBe(1);
  for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  document.getElementById('main')?.focus();
  const names: string[] = [];
  for (const _ of Array.from({ length: 6 })) {
    await userEvent.keyboard('{Tab}');
    names.push(document.activeElement?.textContent ?? '');
    expect(document.activeElement?.matches(':focus-visible')).toBe(true);
  }
  expect(names.map((name) => name.replace(/ \(opens.*/, ''))).toEqual([
    'Make a thing',
    'all',
    'Posters',
    'Request a print',
    'Guides',
    'Handbook',
  ]);
});

test('on paper three cards are side by side, below a hero without its picture', async () => {
  await open([...EVERY.slice(0, 1), ...many(3)]);
  onTestFinished(() => commands.emulate({ media: 'screen' }));
  await commands.emulate({ media: 'print' });
  await page.viewport(718, 1047);
  await expect.element(page.getByRole('heading', { name: 'Make a thing' })).toBeVisible();
  expect(document.querySelector('[data-hero] img')?.checkVisibility()).toBe(false);
  const tops = ['Card 1', 'Card 2', 'Card 3'].map(
    (name) => page.getByRole('heading', { name }).element().getBoundingClientRect().top,
  );
  expect(new Set(tops).size).toBe(1);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cardAnchors, pageAddress, pageNameAt } from '../../domain/content/content.ts';
import type { CardData } from '../../domain/calls/pages.ts';
import { isPageHref } from '../../domain/values/links.ts';

interface DemoCard {
  title: string;
  pageId: string;
  order: number;
  data?: Omit<CardData, 'id' | 'places'>;
}

const demo = JSON.parse(readFileSync(new URL('../../config/demo/50-content.json', import.meta.url), 'utf8')) as {
  pages: { name: string }[];
  cards: DemoCard[];
};

const anchors = new Map(
  demo.pages.map(({ name }) => {
    const cards = demo.cards
      .filter(({ pageId }) => pageId === `@pages:name=${name}`)
      .toSorted((a, b) => a.order - b.order)
      .map(({ title }, id) => ({ id, title }));
    return [name, new Set(cardAnchors(cards).values())];
  }),
);

/** All addresses in the demonstration's content, in fields and in texts. */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...[...value.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(addressesIn) : [];
}

test('every fragment of a link in the demonstration is that of a card or a section', () => {
  const links = addressesIn(demo).filter((address) => isPageHref(address) && address.includes('#'));
  expect(links.length).toBeGreaterThan(5);
  const dead = links.filter((link) => anchors.get(pageNameAt(link) ?? '')?.has(link.split('#')[1] ?? '') !== true);
  expect(dead).toEqual([]);
});

test('no two cards of a page of the demonstration lead to the same place', () => {
  for (const { name } of demo.pages) {
    const links = demo.cards
      .filter(({ pageId }) => pageId === `@pages:name=${name}`)
      .flatMap(({ data }) => data?.link ?? [])
      .filter((link) => link.startsWith(pageAddress('equipment')));
    expect(links).toEqual([...new Set(links)]);
  }
});

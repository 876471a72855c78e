import { describe, expect, test } from 'vitest';
import { cardAnchors } from '../../domain/content/content.ts';
import type { CardData, CardType, ContentCard } from '../../domain/calls/pages.ts';
import { cardFade } from '../../src/content/cardFade.ts';
import { cardData, cardSections } from '../../src/content/cards/cardSections.ts';
import { pageNameOf } from '../../src/portal/content/pageNameOf.ts';

const WIDE = `${'a'.repeat(20)}-1600x900.webp`;
const TALL = `${'b'.repeat(20)}-900x1600.webp`;
const SMALL = `${'c'.repeat(20)}-640x360.webp`;
let lastId = 0;

function card(type: CardType, data: CardData = {}): ContentCard {
  lastId += 1;
  return { id: lastId, title: `${type} ${lastId}`, type, data: JSON.stringify(data) };
}

const spans = (cards: ContentCard[]): string[][] =>
  cardSections(cards).map((section) => section.cards.map(({ span }) => span));

describe('a page of cards', () => {
  test('is split at its dividers, with a first section without one', () => {
    const [first, divider, second] = [card('ListCard'), card('Divider'), card('ActionCard')];
    const sections = cardSections([first, divider, second]);
    expect(sections.map((section) => [section.divider, section.cards.map((item) => item.card)])).toEqual([
      [null, [first]],
      [divider, [second]],
    ]);
  });

  test('has no empty section before a leading divider, but keeps a trailing divider', () => {
    expect(
      cardSections([card('Divider'), card('ListCard'), card('Divider')]).map(({ divider, cards }) => [
        divider !== null,
        cards.length,
      ]),
    ).toEqual([
      [true, 1],
      [true, 0],
    ]);
  });

  test('without cards has no parts', () => {
    expect(cardSections([])).toEqual([]);
  });

  test.each([
    [
      'begins with an image card whose image bears the width',
      [card('StandardCard', { imageUrl: WIDE }), card('ListCard')],
      'hero',
    ],
    ['begins with an upright image', [card('StandardCard', { imageUrl: TALL }), card('ListCard')], 'column'],
    ['begins with a small image', [card('StandardCard', { imageUrl: SMALL }), card('ListCard')], 'column'],
    ['begins with an image card without an image', [card('StandardCard'), card('ListCard')], 'column'],
    [
      'begins with an image of unknown size',
      [card('StandardCard', { imageUrl: 'old.jpg' }), card('ListCard')],
      'column',
    ],
    ['begins with another card', [card('ActionCard'), card('StandardCard', { imageUrl: WIDE })], 'column'],
  ])('that %s opens accordingly', (_, cards, span) => {
    expect(spans(cards)[0]?.[0]).toBe(span);
    expect(spans(cards)[0]?.[1]).toBe('column');
  });

  test('has a hero at its very beginning only', () => {
    expect(spans([card('Divider'), card('StandardCard', { imageUrl: WIDE }), card('ListCard')])).toEqual([
      ['column', 'column'],
    ]);
  });

  test.each<[CardType, CardData, string]>([
    ['StandardCard', { imageUrl: TALL }, 'row'],
    ['StandardCard', {}, 'column'],
    ['ActionCard', {}, 'row'],
    ['AboutMeCard', {}, 'row'],
    ['RawHtmlCard', {}, 'row'],
    ['LocationCard', {}, 'column'],
    ['ListCard', {}, 'column'],
  ])('gives a %s with %o, alone between dividers, a %s', (type, data, span) => {
    expect(spans([card('ListCard'), card('ListCard'), card('Divider'), card(type, data)])[1]).toEqual([span]);
  });
});

test.each(['', 'null', '[1', '"text"'])('a card whose data is %j shows nothing of it', (data) => {
  expect(cardData({ ...card('ListCard'), data })).toEqual({});
});

describe('the picture behind a card', () => {
  const view = { top: 0, bottom: 800 };

  test.each([
    ['wholly in view', { top: 100, bottom: 500 }, 1],
    ['filling the view', { top: -300, bottom: 1300 }, 1],
    ['half in view', { top: 600, bottom: 1000 }, 0.63],
    ['out of view below', { top: 900, bottom: 1300 }, 0.25],
    ['out of view above', { top: -500, bottom: -100 }, 0.25],
    ['without height', { top: 10, bottom: 10 }, 0.25],
  ])('%s has its opacity', (_, extent, opacity) => {
    expect(cardFade(extent, view)).toBe(opacity);
  });
});

test.each([
  ['/', 'home'],
  ['/content/static/shop-rules', 'shop-rules'],
  ['/content/static/caf%C3%A9', 'café'],
  ['/content/static/50%', '50%'],
  ['/content/static/about/', 'about'],
])('the page at %s is %s', (path, name) => {
  expect(pageNameOf(path)).toBe(name);
});

describe('the fragments of a page’s cards', () => {
  const anchorsOf = (...titles: string[]) => [...cardAnchors(titles.map((title, id) => ({ id, title }))).values()];

  test('are their titles as in addresses, the later of two equal ones with a number', () => {
    expect(anchorsOf('Laser cutting', '3D printing', 'Laser cutting', 'Laser cutting 2', 'Laser, cutting')).toEqual([
      'laser-cutting',
      '3d-printing',
      'laser-cutting-2',
      'laser-cutting-2-2',
      'laser-cutting-3',
    ]);
  });

  test('are none of the document’s own ids, and never empty', () => {
    expect(anchorsOf('Main', 'ツール', '')).toEqual(['main-2', 'card-1', 'card-2']);
  });
});

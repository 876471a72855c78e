import { describe, expect, test } from 'vitest';
import type { MegaMenuItem } from '../../domain/calls/content.ts';
import { megaMenuGroups, type MegaMenuView } from '../../src/app/shell/megamenu/megaMenuPlaces.ts';

const link = (title: string, category = 'Help', views = 0): MegaMenuItem => ({
  title,
  url: `/${title}`,
  category,
  views,
});
const LINKS = [
  link('Wi-Fi', 'Help', 5),
  link('beta', 'Study', 40),
  link('Library', 'Study', 1),
  link('Élan', 'Help', 30),
  link('Room 10', 'Rooms', 5),
  link('Room 9', 'Rooms', 5),
  link('Odds and ends', 'Uncategorized', 900),
];
const titles = (view: MegaMenuView, search = '') =>
  megaMenuGroups(LINKS, view, search).map(({ heading, items }) => [heading, items.map(({ title }) => title)]);

describe('the mega menu', () => {
  test('sorts A-Z without regard to case and accents, numbers by value', () => {
    expect(titles('A-Z')).toEqual([[null, ['beta', 'Élan', 'Library', 'Odds and ends', 'Room 9', 'Room 10', 'Wi-Fi']]]);
  });

  test('sorts by popularity, equals by title', () => {
    expect(titles('Popularity')).toEqual([
      [null, ['Odds and ends', 'beta', 'Élan', 'Room 9', 'Room 10', 'Wi-Fi', 'Library']],
    ]);
  });

  test('groups by category, the most viewed group first, without Uncategorized', () => {
    expect(titles('Category')).toEqual([
      ['Study', ['beta', 'Library']],
      ['Help', ['Élan', 'Wi-Fi']],
      ['Rooms', ['Room 9', 'Room 10']],
    ]);
  });

  test.each([
    ['elan', ['Élan']],
    ['STUDY li', ['Library']],
    ['  ', ['beta', 'Élan', 'Library', 'Odds and ends', 'Room 9', 'Room 10', 'Wi-Fi']],
  ])('filtered by "%s" shows %j', (search, expected) => {
    expect(titles('A-Z', search)).toEqual([[null, expected]]);
  });

  test('has no group when nothing matches', () => {
    expect(titles('A-Z', 'nothing such')).toEqual([]);
    expect(titles('Category', 'odds')).toEqual([]);
  });
});

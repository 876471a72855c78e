import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageNameFor } from '../../domain/content/content.ts';
import type { CardType } from '../../domain/calls/pages.ts';
import type { CardTypeInfo, PageCard, PageContent, PageListEntry } from '../../domain/calls/page-editor.ts';
import type { Json } from '../../domain/values/json.ts';
import type { CardSchema } from '../../domain/declarations/schemas.ts';
import { startHistory, stepHistory, type EditHistory } from '../../src/console/editing/editHistory.ts';
import {
  cardFormData,
  cardFormSchema,
  cardOfForm,
  placeInForm,
  TITLE,
} from '../../src/console/resources/content/editor/cardForm.ts';
import { duplicateHint } from '../../src/console/resources/content/editor/cardNames.ts';
import {
  addCard,
  changeCard,
  duplicateCard,
  moveCard,
  putBack,
  removeCard,
  withIdsOf,
} from '../../src/console/resources/content/editor/contentEdits.ts';
import {
  faultsOfSection,
  faultsWhileEditing,
  openFaults,
  publishFaults,
} from '../../src/console/resources/content/editor/publishFaults.ts';
import { previewPage } from '../../src/console/resources/content/editor/previewPage.ts';
import type { ResourceSchema } from '../../domain/declarations/schemas.ts';
import { clientResource } from '../factories/client-resource.ts';
import { listedPages, pagesAddress, pagesIn } from '../../src/console/resources/content/manage/pageList.ts';
import { pageStateKey } from '../../src/console/resources/content/pageState.ts';
import { widgetOf } from '../../src/forms/shared/formSchema.ts';
import { pageContent } from '../factories/page-content.ts';

/** The declared card types. */
const TYPES = readdirSync('schemas/cards').map((file): CardTypeInfo => {
  const schema = JSON.parse(readFileSync(`schemas/cards/${file}`, 'utf8')) as CardSchema;
  return {
    type: file.replace(/\.json$/, '') as CardType,
    label: schema.title,
    description: schema.description ?? '',
    icon: schema['x-icon'],
    schema,
    validatorUrl: '',
  };
});

function typeOf(type: CardType): CardTypeInfo {
  const found = TYPES.find((one) => one.type === type);
  if (!found) throw new Error(`There is no ${type}`);
  return found;
}

const card = (key: string, more: Partial<PageCard> = {}): PageCard => ({
  key,
  type: 'StandardCard',
  title: key.toUpperCase(),
  data: {},
  ...more,
});

const page = (...cards: PageCard[]) => pageContent({ cards });

test('a published card remains the same card in the undo history', () => {
  const made = card('new-1', { title: 'Made' });
  const history = [
    { kind: 'change', content: page(made), input: null, at: 0 },
    { kind: 'change', content: page(made, card('b', { id: 9 })), input: null, at: 5_000 },
  ] as const;
  const edited = history.reduce<EditHistory<PageContent>>(
    (before, step) => stepHistory(before, step),
    startHistory(page()),
  );
  const live = page(card('new-1', { id: 70, title: 'Made' }), card('b', { id: 9 }));
  const published = stepHistory(edited, { kind: 'replace', content: live, rewrite: withIdsOf(live) });
  expect(published.present.cards.map(({ key, id }) => [key, id])).toEqual([
    ['new-1', 70],
    ['b', 9],
  ]);
  const undone = stepHistory(published, { kind: 'undo' });
  expect(undone.present.cards.map(({ key, id }) => [key, id])).toEqual([['new-1', 70]]);
  expect(stepHistory(undone, { kind: 'redo' }).present).toEqual(live);
});

test('cards of the same type and name are distinguished by their first words, or by what they show', () => {
  const cards = [
    card('a', { title: '', data: { text: '<p>Open <b>late</b></p><p>on Fridays</p>' } }),
    card('b', { title: ' ', data: { text: '' } }),
    card('c', { title: 'Tour', data: { text: 'x' } }),
    card('d', { title: '', type: 'ListCard', data: { items: ['Goggles'] } }),
    card('e', { title: 'Hours', type: 'LocationCard', data: { id: 7 } }),
    card('f', { title: 'Hours', type: 'LocationCard', data: { mode: 'day' } }),
  ];
  expect(cards.map((one) => duplicateHint(one, cards, TYPES))).toEqual([
    { text: 'Open late\non Fridays' },
    null,
    null,
    null,
    { reference: 'locations', id: 7 },
    null,
  ]);
});

const keys = (content: PageContent) => content.cards.map(({ key }) => key);

describe('edits of a page', () => {
  test('a new card is added after the selected one, with the defaults of its type', () => {
    const { content, key } = addCard(page(card('a'), card('b')), typeOf('LocationCard'), 'a');
    expect(keys(content)).toEqual(['a', key, 'b']);
    expect(content.cards[1]).toEqual({ key, type: 'LocationCard', title: '', data: { mode: 'hours' } });
    expect(key).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
    expect(keys(addCard(content, typeOf('Divider'), null).content).at(-1)).not.toBe('b');
  });

  test('a copy is a separate card after the original', () => {
    const { content, key } = duplicateCard(page(card('a', { id: 7, data: { text: 'x' } }), card('b')), 'a');
    expect(keys(content)).toEqual(['a', key, 'b']);
    expect(content.cards[1]).toEqual({ key, type: 'StandardCard', title: 'A (copy)', data: { text: 'x' } });
  });

  test('a removed card is restored to its place, once', () => {
    const before = page(card('a'), card('b'), card('c'));
    const removed = removeCard(before, 'b');
    expect(keys(removed)).toEqual(['a', 'c']);
    const back = putBack(removed, card('b'), 1);
    expect(back).toEqual(before);
    expect(putBack(back, card('b'), 1)).toBe(back);
    expect(keys(putBack(page(), card('b'), 5))).toEqual(['b']);
  });

  test('moving keeps every card, at any place', () => {
    fc.assert(
      fc.property(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 2 }), (key, place) => {
        const moved = moveCard(page(card('a'), card('b'), card('c')), key, place);
        expect(keys(moved)[place]).toBe(key);
        expect(keys(moved).sort()).toEqual(['a', 'b', 'c']);
      }),
    );
  });
});

describe('the form of a card', () => {
  test.each(TYPES.map((info) => [info.type, info] as const))(
    'of type %s begins with its title and has an input for everything',
    (_, info) => {
      const { properties, required } = cardFormSchema(info);
      expect(Object.keys(properties)[0]).toBe(TITLE);
      expect(required).toContain(TITLE);
      expect(Object.values(properties).map(widgetOf)).not.toContain('json');
    },
  );

  test('shows parallel lists as rows', () => {
    const { properties } = cardFormSchema(typeOf('AboutMeCard'));
    expect(Object.keys(properties)).toEqual([
      TITLE,
      'imageUrl',
      'imageAlt',
      'name',
      'title',
      'pronouns',
      'headers',
      'links',
    ]);
    expect(properties['headers'] && widgetOf(properties['headers'])).toBe('rows');
    expect(Object.keys(properties['links']?.items?.properties ?? {})).toEqual(['links', 'linkTexts']);
  });

  test('keeps a person’s own title apart from the card’s', () => {
    const data = {
      title: 'Technician',
      headers: ['Machines'],
      items: ['Laser'],
      links: ['/a', '/b'],
      linkTexts: ['A'],
    };
    const form = cardFormData(card('a', { type: 'AboutMeCard', title: 'Ines', data }), typeOf('AboutMeCard'));
    expect(form).toEqual({
      [TITLE]: 'Ines',
      title: 'Technician',
      headers: [{ headers: 'Machines', items: 'Laser' }],
      links: [{ links: '/a', linkTexts: 'A' }, { links: '/b' }],
    });
    expect(cardOfForm(form, typeOf('AboutMeCard'))).toEqual({ title: 'Ines', data: { ...data, linkTexts: ['A', ''] } });
  });

  test('drops empty lines, and keeps a half-filled pair', () => {
    const form = {
      items: ['Goggles', '', ' ', 'Shoes'],
      links: [{}, { links: '/a' }, { linkTexts: '' }, { linkTexts: 'B' }],
    };
    expect(cardOfForm(form, typeOf('ListCard')).data).toEqual({
      items: ['Goggles', 'Shoes'],
      links: ['/a', ''],
      linkTexts: ['', 'B'],
    });
    expect(cardOfForm({ items: [''], links: [{}] }, typeOf('ListCard')).data).toEqual({});
    const places = ['items', 'items/1', 'linkTexts', 'linkTexts/0', 'links/1', 'links/7'];
    expect(places.map((place) => placeInForm(place, typeOf('ListCard'), form))).toEqual([
      'items',
      'items/3',
      'links',
      'links/1/linkTexts',
      'links/3/links',
      'links/7/links',
    ]);
  });

  test('gives back what it was given', () => {
    const text = fc.string({ minLength: 1 }).filter((one) => one.trim() !== '');
    const pairs = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(text, pairs, pairs, (title, help, links) => {
        const given = card('a', {
          type: 'AboutMeCard',
          title,
          data: {
            headers: help.map(([one]) => one),
            items: help.map(([, two]) => two),
            links: links.map(([one]) => one),
            linkTexts: links.map(([, two]) => two),
          },
        });
        const info = typeOf('AboutMeCard');
        expect(cardOfForm(cardFormData(given, info), info)).toEqual({ title, data: given.data });
      }),
    );
  });
});

describe('a fault that prevents publishing', () => {
  const content = page(card('a', { type: 'AboutMeCard' }), card('b', { title: '', type: 'LocationCard' }));
  const errors = {
    'a.data.linkTexts': 'Entry 1: This field is required',
    'b.title': 'This field is required',
    'b.data.id': 'This field is required',
    name: 'Another page has this name',
    data: 'Too long',
  };

  test('is reported with its location, and leads to the field of the form', () => {
    expect(publishFaults(errors, content, TYPES).map(({ section, place, where }) => [section, place, where])).toEqual([
      ['a', 'links/0/linkTexts', 'A, Link text'],
      ['b', TITLE, 'Untitled location card, Title'],
      ['b', 'id', 'Untitled location card, Location'],
      ['settings', 'name', 'Page settings'],
      ['text', 'data', 'Page text'],
    ]);
    expect(faultsOfSection(publishFaults(errors, content, TYPES), 'b')).toEqual({
      [TITLE]: 'This field is required',
      id: 'This field is required',
    });
    expect(faultsOfSection([], 'b')).toEqual({});
  });

  test('is shown while one writes, but not as long as something is only missing', () => {
    expect(faultsWhileEditing(errors, content, TYPES).map(({ where }) => where)).toEqual([
      'Page settings',
      'Page text',
    ]);
  });

  test('is dismissed once its field has changed', () => {
    const faults = publishFaults(errors, content, TYPES);
    const mended = {
      ...changeCard(changeCard(content, 'a', { data: { linkTexts: ['Mail'] } }), 'b', { title: 'Hours' }),
      name: 'other',
    };
    expect(openFaults(faults, content, mended, TYPES).map(({ place }) => place)).toEqual(['id', 'data']);
  });
});

test('a preview also shows unfinished content, with the background of its theme', () => {
  const settings = { darkBackgroundURL: 'dark.webp', lightBackgroundURL: null };
  const shown = previewPage({ ...page(card('a', { title: '', data: { text: 'x' } })), title: '' }, settings);
  expect(shown).toMatchObject({
    title: 'Untitled page',
    theme: 'dark',
    backgroundUrl: 'dark.webp',
    cards: [{ id: 1, title: 'Untitled', data: '{"text":"x"}' }],
  });
  expect(previewPage({ ...page(), theme: 'none', backgroundUrl: null }, settings).backgroundUrl).toBeNull();
});

describe('the list of pages', () => {
  const entry = (id: number, more: Partial<PageListEntry>): PageListEntry => ({
    id,
    name: `page-${id}`,
    title: `Page ${id}`,
    type: 'Standard',
    category: 'Content',
    published: true,
    hasDraft: false,
    publishAt: null,
    changedAt: `2026-01-0${id}T00:00:00.000Z`,
    changedBy: null,
    deletedAt: null,
    views: id,
    ...more,
  });
  const pages = [
    entry(1, { title: 'Zebra' }),
    entry(2, { published: false, type: 'Card' }),
    entry(3, { hasDraft: true }),
    entry(4, { publishAt: '2026-05-01T10:00:00.000Z' }),
    entry(5, { deletedAt: '2026-01-01T00:00:00.000Z' }),
  ];
  const { properties } = JSON.parse(readFileSync('schemas/resources/pages.json', 'utf8')) as ResourceSchema;
  const resource = pagesIn(clientResource('pages', {}, properties));
  const address = pagesAddress(resource);
  const ids = (search: string) => {
    const requested = new URLSearchParams(address.read(`?${search}`));
    const question = {
      filter: JSON.parse(requested.get('filter') ?? '{}') as Record<string, Json>,
      sort: { field: requested.get('sort') ?? '', order: requested.get('order') ?? '' },
      pagination: { page: Number(requested.get('page')), perPage: Number(requested.get('perPage') ?? 25) },
    };
    return listedPages(resource, pages, question).data.map(({ id }) => id);
  };

  test('is sorted by title, without deleted pages', () => {
    expect(ids('')).toEqual([2, 3, 4, 1]);
    expect(ids('state=deleted')).toEqual([5]);
  });

  test('is filtered and sorted by its address', () => {
    expect(ids('state=changed')).toEqual([3]);
    expect(ids('type=Card')).toEqual([2]);
    expect(ids('q=page-4')).toEqual([4]);
    expect(ids('q=zeb')).toEqual([1]);
    expect(ids('sort=views&order=DESC')).toEqual([4, 3, 2, 1]);
    expect(ids('sort=state')).toEqual([1, 2, 3, 4]);
    expect(ids('perPage=3&page=2')).toEqual([1]);
    expect(ids(`filter=${encodeURIComponent('{"views_gte":3}')}`)).toEqual([3, 4]);
    expect(ids('sort=nonsense&state=nonsense')).toEqual([2, 3, 4, 1]);
  });

  test('has only non-default parameters in its address', () => {
    expect(address.write(address.read(''))).toBe('');
    const unusual = '?q=a&state=draft&type=Card&sort=views&order=desc';
    expect(address.write(address.read(unusual))).toBe(unusual);
  });

  test('labels a page with its state', () => {
    expect(pageStateKey({ isPublished: true, hasDraft: false, publishAt: null })).toBe('published');
    expect(pageStateKey({ isPublished: true, hasDraft: true, publishAt: '2026-05-01T10:00:00.000Z' })).toBe(
      'scheduled',
    );
    expect(pageStateKey({ isPublished: false, hasDraft: true, publishAt: null })).toBe('draft');
  });
});

test.each([
  ['Große Straße 5', 'grosse-strasse-5'],
  ['STRAẞE', 'strasse'],
  ['Crème brûlée à la façon', 'creme-brulee-a-la-facon'],
  ['Smørrebrød, æbler & Łódź', 'smorrebrod-aebler-lodz'],
  ['İstanbul ve Işık', 'istanbul-ve-isik'],
  ['What’s new', 'whats-new'],
])('the address of %s is %s: no letter is lost', (title, name) => {
  expect(pageNameFor(title)).toBe(name);
});

test('a title proposes an address', () => {
  expect(pageNameFor('  Öffnungszeiten & Räume 2026! ')).toBe('offnungszeiten-raume-2026');
  expect(pageNameFor('???')).toBe('');
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (title) => {
      expect(pageNameFor(title)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
    }),
  );
});

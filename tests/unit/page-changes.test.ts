import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { CardType } from '../../domain/calls/pages.ts';
import type { PageCard, PageContent } from '../../domain/calls/page-editor.ts';
import { declaredFields } from '../../domain/declarations/fields.ts';
import { isUnchanged, pageChanges } from '../../src/console/resources/content/editor/pageChanges.ts';
import type { CardSchema, ResourceSchema } from '../../domain/declarations/schemas.ts';
import { pageContent } from '../factories/page-content.ts';

const declared = {
  page: declaredFields(JSON.parse(readFileSync('schemas/resources/pages.json', 'utf8')) as ResourceSchema),
  types: readdirSync('schemas/cards').map((file) => {
    const schema = JSON.parse(readFileSync(`schemas/cards/${file}`, 'utf8')) as CardSchema;
    return { type: file.replace(/\.json$/, '') as CardType, label: schema.title, schema };
  }),
};

const card = (key: string, more: Partial<PageCard> = {}): PageCard => ({
  key,
  type: 'StandardCard',
  title: key.toUpperCase(),
  data: {},
  ...more,
});

const page = (cards: PageCard[], more: Partial<PageContent> = {}) => pageContent({ cards, ...more });

const changes = (before: PageContent, after: PageContent) => pageChanges(before, after, declared);
const fieldsOf = (before: Partial<PageCard>, after: Partial<PageCard>) =>
  changes(page([card('a', before)]), page([card('a', after)])).cards[0]?.fields ?? [];
const moves = (before: string, after: string) =>
  changes(page([...before].map((key) => card(key))), page([...after].map((key) => card(key)))).cards.map(
    ({ kind, title, formerPlace, place }) => [kind, title, formerPlace, place],
  );

describe('what changes of the page itself', () => {
  test('is each of its settings, under the name and with the words of its declaration', () => {
    const after = page([], {
      title: 'Come in',
      theme: 'dark',
      summary: 'Open late.',
      tags: ['hours', 'tour'],
      backgroundUrl: 'b.webp',
    });
    const { settings } = changes(page([], { tags: ['hours'], backgroundUrl: 'a.webp' }), after);
    expect(settings.map(({ title, before, after }) => [title, before, after])).toEqual([
      ['Title', 'Visit', 'Come in'],
      ['Theme', 'By type: dark for cards, light for text', 'Dark'],
      ['Background image', '', ''],
      ['Summary', '', 'Open late.'],
      ['Tags', 'hours', 'hours\ntour'],
    ]);
    expect(settings[2]).toMatchObject({ removedPictures: ['a.webp'], addedPictures: ['b.webp'] });
  });

  test('is shown too where a setting is not declared to this reader', () => {
    const after = { ...page([]), inSideBar: true } as PageContent;
    expect(changes(page([]), after).settings).toMatchObject([{ title: 'In side bar', before: '', after: 'Yes' }]);
  });

  test('is nothing where one empty value replaces another', () => {
    expect(isUnchanged(changes(page([]), page([], { summary: '', backgroundUrl: '' })))).toBe(true);
    const { inNavigation: _, ...earlier } = page([]);
    expect(isUnchanged(changes(earlier as PageContent, page([], { inNavigation: false })))).toBe(true);
    expect(changes(earlier as PageContent, page([], { inNavigation: true })).settings).toHaveLength(1);
  });
});

describe('a card', () => {
  test('is added, removed, moved or changed, in the order of the page', () => {
    expect(moves('abcd', 'abcd')).toEqual([]);
    expect(moves('abcd', 'bcda')).toEqual([['moved', 'A', 1, 4]]);
    expect(moves('abcd', 'xabcd')).toEqual([['added', 'X', null, 1]]);
    expect(moves('abcd', 'acd')).toEqual([['removed', 'B', 2, null]]);
    expect(moves('abcd', 'dxbc')).toEqual([
      ['removed', 'A', 1, null],
      ['moved', 'D', 4, 1],
      ['added', 'X', null, 2],
    ]);
  });

  test('that was moved and changed says both', () => {
    const before = page([card('a'), card('b'), card('c')]);
    const after = page([card('b'), card('c'), card('a', { title: 'Other' })]);
    expect(changes(before, after).cards).toMatchObject([
      { kind: 'changed', title: 'Other', isMoved: true, formerPlace: 1, place: 3 },
    ]);
  });

  test('is the same card by its key, or by its id where the keys differ', () => {
    const before = page([card('card-1', { id: 1, title: 'One' }), card('card-2', { id: 2, title: 'Two' })]);
    const after = page([card('new-b', { id: 2, title: 'Two' }), card('new-a', { id: 1, title: 'One!' })]);
    expect(changes(before, after).cards).toMatchObject([{ kind: 'changed', title: 'One!', isMoved: true }]);
    const same = page([card('new-a', { id: 1, title: 'One' }), card('new-b', { id: 2, title: 'Two' })]);
    expect(isUnchanged(changes(before, same))).toBe(true);
  });

  test('that is new or deleted shows its contents', () => {
    const { cards } = changes(page([card('a')]), page([card('a'), card('b', { data: { text: '<p>Welcome</p>' } })]));
    expect(cards).toMatchObject([
      { kind: 'added', typeLabel: 'Image card', fields: [{ before: '', after: 'Welcome' }] },
    ]);
    const deleted = changes(page([card('b', { data: { imageUrl: 'p.webp' } })]), page([]));
    expect(deleted.cards).toMatchObject([{ kind: 'removed', fields: [{ removedPictures: ['p.webp'] }] }]);
  });
});

describe('a field of a card', () => {
  test('is compared in lines of text', () => {
    const [text] = fieldsOf(
      { data: { text: '<p>Open <b>late</b></p><ul><li>a</li></ul>' } },
      { data: { text: '<p>Shut</p>' } },
    );
    expect(text).toMatchObject({ title: 'Text', before: 'Open late\na', after: 'Shut' });
  });

  test('shows a link whose words stay while its target changes', () => {
    const [text] = fieldsOf(
      { data: { text: '<p><a href="/a">Here</a></p>' } },
      { data: { text: '<p><a href="/b">Here</a></p>' } },
    );
    expect(text).toMatchObject({ before: 'Here (→ /a)', after: 'Here (→ /b)' });
  });

  test('shows the pictures within a text', () => {
    const [text] = fieldsOf(
      { data: { text: '<p><img src="/api/Content/a.webp" alt="A saw"><img src="/api/Content/b.webp" alt=""></p>' } },
      { data: { text: '<p><img src="/api/Content/b.webp" alt=""><img src="/api/Content/c.webp" alt="A drill"></p>' } },
    );
    expect(text).toMatchObject({
      before: '[Image: A saw] [Image: no description]',
      after: '[Image: no description] [Image: A drill]',
      removedPictures: ['a.webp'],
      addedPictures: ['c.webp'],
    });
  });

  test('has equal texts where only its formatting differs', () => {
    const [text] = fieldsOf({ data: { text: '<p>Open</p>' } }, { data: { text: '<p><b>Open</b></p>' } });
    expect(text).toMatchObject({ before: 'Open', after: 'Open', removedPictures: [], addedPictures: [] });
  });

  test('is a picture, a choice by its label, a list by lines, or a reference by its id', () => {
    const fields = fieldsOf(
      { type: 'LocationCard', data: { id: 1, mode: 'hours', imageUrl: '/api/Content/a.webp' } },
      { type: 'LocationCard', data: { id: 2, mode: 'day', imageUrl: 'b.webp' } },
    );
    expect(fields).toMatchObject([
      { title: 'Location', before: '1', after: '2', reference: 'locations' },
      { title: 'Shows', before: 'Opening hours of the week', after: 'Today’s events' },
      { title: 'Photo of the room', before: '', removedPictures: ['a.webp'], addedPictures: ['b.webp'] },
    ]);
    expect(
      fieldsOf({ type: 'ListCard', data: { items: ['a', 'b'] } }, { type: 'ListCard', data: { items: ['b'] } }),
    ).toMatchObject([{ title: 'Entries', before: 'a\nb', after: 'b' }]);
  });

  test("keeps the card's title apart from a field of the same name", () => {
    const one = { type: 'AboutMeCard', title: 'Ada', data: { title: 'Technician' } } as const;
    expect(fieldsOf(one, { ...one, data: { title: 'Lead' } })).toMatchObject([{ title: 'Role', after: 'Lead' }]);
    expect(fieldsOf(one, { ...one, title: 'Eve' })).toMatchObject([{ title: 'Title', before: 'Ada', after: 'Eve' }]);
  });
});

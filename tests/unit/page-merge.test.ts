import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PageCard, PageContent } from '../../domain/calls/page-editor.ts';
import { mergePages, sameContent } from '../../domain/content/page-merge.ts';
import { pageContent } from '../factories/page-content.ts';

const card = (key: string, title = key, more: Partial<PageCard> = {}): PageCard => ({
  key,
  type: 'StandardCard',
  title,
  data: {},
  ...more,
});

const page = (cards: PageCard[], more: Partial<PageContent> = {}) => pageContent({ cards, ...more });

const titles = ({ cards }: PageContent) => cards.map(({ title }) => title);

describe('two editors of one page', () => {
  const base = page([card('a'), card('b'), card('c')]);

  test('who change different cards both have their work', () => {
    const merge = mergePages(
      base,
      page([card('a', 'A mine'), card('b'), card('c')]),
      page([card('a'), card('b'), card('c', 'C theirs')]),
    );
    expect(titles(merge.content)).toEqual(['A mine', 'b', 'C theirs']);
    expect(merge.conflicts).toEqual([]);
  });

  test('who change different settings both have their work', () => {
    const merge = mergePages(
      { ...base, tags: ['x', 'y'] },
      { ...base, tags: ['x', 'y', 'mine'], title: 'Mine' },
      { ...base, tags: ['y', 'theirs'], summary: 'Theirs' },
    );
    expect(merge.content).toMatchObject({ title: 'Mine', summary: 'Theirs', tags: ['y', 'theirs', 'mine'] });
    expect(merge.conflicts).toEqual([]);
  });

  test('who add, remove and move cards both have their work', () => {
    const mine = page([card('c'), card('a'), card('m'), card('b')]);
    const theirs = page([card('a'), card('t'), card('c', 'C theirs')]);
    const merge = mergePages(base, mine, theirs);
    expect(titles(merge.content)).toEqual(['C theirs', 'a', 'm', 't']);
    expect(merge.conflicts).toEqual([]);
  });

  test('who change the same card are asked about that card alone', () => {
    const mine = page([card('a', 'A mine'), card('b', 'B mine'), card('c')]);
    const theirs = page([card('a', 'A theirs'), card('b'), card('c', 'C theirs')]);
    const { conflicts, content } = mergePages(base, mine, theirs);
    expect(conflicts).toEqual([{ kind: 'card', key: 'a', mine: mine.cards[0], theirs: theirs.cards[0] }]);
    expect(titles(content)).toEqual(['A theirs', 'B mine', 'C theirs']);
    expect(titles(mergePages(base, mine, theirs, new Map([['a', 'mine']])).content)).toEqual([
      'A mine',
      'B mine',
      'C theirs',
    ]);
  });

  test('a card removed by one and changed by the other is a conflict, and either side can be chosen', () => {
    const mine = page([card('a'), card('b', 'B mine'), card('c')]);
    const theirs = page([card('a'), card('c')]);
    const merge = mergePages(base, mine, theirs);
    expect(merge.conflicts).toEqual([{ kind: 'card', key: 'b', mine: mine.cards[1], theirs: null }]);
    expect(titles(merge.content)).toEqual(['a', 'c']);
    expect(titles(mergePages(base, mine, theirs, new Map([['b', 'mine']])).content)).toEqual(['a', 'B mine', 'c']);
    expect(titles(mergePages(base, theirs, mine, new Map([['b', 'mine']])).content)).toEqual(['a', 'c']);
  });

  test('who change the same setting are asked about it', () => {
    const merge = mergePages(base, { ...base, title: 'Mine' }, { ...base, title: 'Theirs' });
    expect(merge.conflicts).toEqual([{ kind: 'field', key: 'title', mine: 'Mine', theirs: 'Theirs' }]);
  });

  test('who make the same change are not asked', () => {
    const both = page([card('a', 'Same'), card('b'), card('c')], { title: 'Same' });
    expect(mergePages(base, both, structuredClone(both))).toEqual({ content: both, conflicts: [] });
  });

  test('a card that was published meanwhile is the same card, and has its id from then on', () => {
    const published = page([card('a', 'a', { id: 7 }), card('b', 'b', { id: 8 }), card('c')]);
    const mine = page([card('a', 'A mine'), card('b'), card('c')]);
    const { content, conflicts } = mergePages(page([card('a'), card('b'), card('c')]), mine, published);
    expect(content.cards.map(({ id, key, title }) => [id, key, title])).toEqual([
      [7, 'a', 'A mine'],
      [8, 'b', 'b'],
      [undefined, 'c', 'c'],
    ]);
    expect(conflicts).toEqual([]);
  });

  test('a card of a draft from before cards had keys is matched by its id', () => {
    const published = page([card('card-7', 'a', { id: 7 })]);
    const mine = page([card('a', 'A mine', { id: 7 })]);
    const { content } = mergePages(page([card('a', 'a', { id: 7 })]), mine, published);
    expect(content.cards).toEqual(mine.cards);
  });

  test('see no change where only the order of keys in the data differs', () => {
    const start = page([card('a', 'a', { data: { text: 'x', link: '/y' } })]);
    const theirs = page([card('a', 'a', { data: { link: '/y', text: 'x' } })]);
    const mine = page([card('a', 'Mine', { data: { text: 'x', link: '/y' } })]);
    expect(mergePages(start, mine, theirs).conflicts).toEqual([]);
  });
});

describe('for all edits by two editors', () => {
  const keys = ['a', 'b', 'c', 'd', 'e'];
  const cards = fc
    .uniqueArray(fc.constantFrom(...keys), { maxLength: 5 })
    .chain((chosen) =>
      fc
        .array(fc.constantFrom('one', 'two'), { minLength: chosen.length, maxLength: chosen.length })
        .map((words) => chosen.map((key, index) => card(key, words[index]))),
    );
  const pages = fc
    .record({
      cards,
      title: fc.constantFrom('one', 'two'),
      tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
    })
    .map(({ cards: made, ...rest }) => page(made, rest));

  test('a side without changes leaves the other unchanged', () => {
    fc.assert(
      fc.property(pages, pages, (base, changed) => {
        expect(mergePages(base, changed, base)).toEqual({ content: changed, conflicts: [] });
        expect(mergePages(base, base, changed)).toEqual({ content: changed, conflicts: [] });
        expect(mergePages(base, changed, changed)).toEqual({ content: changed, conflicts: [] });
      }),
    );
  });

  test('both sides see the same conflicts, and each card is there once', () => {
    fc.assert(
      fc.property(pages, pages, pages, (base, mine, theirs) => {
        const [one, other] = [mergePages(base, mine, theirs), mergePages(base, theirs, mine)];
        const parts = ({ conflicts }: typeof one) => conflicts.map(({ key }) => key).toSorted();
        expect(parts(one)).toEqual(parts(other));
        const merged = one.content.cards.map(({ key }) => key);
        expect(new Set(merged).size).toBe(merged.length);
      }),
    );
  });

  test('nothing that one side alone added or changed is lost, and nothing that one side alone removed is left', () => {
    fc.assert(
      fc.property(pages, pages, pages, (base, mine, theirs) => {
        const { content, conflicts } = mergePages(base, mine, theirs);
        const conflictKeys = new Set(conflicts.map(({ key }) => key));
        const titleIn = (where: PageContent, key: string) => where.cards.find((one) => one.key === key)?.title ?? null;
        for (const key of keys.filter((one) => !conflictKeys.has(one))) {
          const [before, own, other] = [base, mine, theirs].map((where) => titleIn(where, key));
          expect(titleIn(content, key)).toBe(own === before ? other : own);
        }
      }),
    );
  });

  test('choosing a side for every conflict gives that side’s value for each', () => {
    fc.assert(
      fc.property(pages, pages, pages, (base, mine, theirs) => {
        const { conflicts } = mergePages(base, mine, theirs);
        const choices = new Map(conflicts.map(({ key }) => [key, 'mine' as const]));
        const { content } = mergePages(base, mine, theirs, choices);
        for (const conflict of conflicts) {
          if (conflict.kind === 'field') expect(content[conflict.key]).toBe(conflict.mine);
          else
            expect(content.cards.find(({ key }) => key === conflict.key)?.title).toBe(
              conflict.mine?.title ?? undefined,
            );
        }
      }),
    );
  });

  test('two merges of the same work end in one page', () => {
    fc.assert(
      fc.property(pages, pages, pages, (base, mine, theirs) => {
        const { content } = mergePages(base, mine, theirs);
        // Theirs is saved and mine is merged into it; an editor that still has theirs then merges mine without a conflict.
        const again = mergePages(theirs, theirs, content);
        expect(again.conflicts).toEqual([]);
        expect(sameContent(again.content, content)).toBe(true);
      }),
    );
  });
});

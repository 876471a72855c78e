import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { matchExcerpt } from '../../server/platform/search/excerpt.ts';
import { foldedTokens, stemWord } from '../../server/platform/search/folded-text.ts';
import { parseRichText } from '../../src/ui/parseRichText.ts';
import { lineOfHtml, pageSections } from '../../server/features/search/page-sections.ts';
import { correctedText, parseSearchQuery, toTerm } from '../../server/platform/search/query.ts';
import { scoreText } from '../../server/platform/search/ranking.ts';
import { distance, nearestWord } from '../../server/platform/search/spelling.ts';

const vocabulary = new Map([
  ['laser', 9],
  ['later', 1],
  ['sewing', 4],
  ['machine', 6],
  ['machines', 2],
  ['poster', 5],
  ['cut', 3],
  ['cutter', 3],
  ['electronics', 2],
  ['öl', 1],
  ['3d', 4],
]);

describe('the nearest word', () => {
  test.each([
    ['lasr', 'laser'],
    ['lsaer', 'laser'],
    ['lasers1', null],
    ['kaser', 'laser'],
    ['mashine', 'machine'],
    ['mahcines', 'machines'],
    ['psoter', 'poster'],
    ['roaster', null],
    ['electronix', 'electronics'],
    ['elektron', 'electronics'],
    ['lasercutter', 'laser cutter'],
    ['ct', null],
    ['cta', null],
    ['', null],
    ['zzzzzzzz', null],
  ])('of "%s" is %j', (word, nearest) => {
    expect(nearestWord(word, vocabulary)).toBe(nearest);
  });

  test('counts a letter more, less, another, or two swapped as one error', () => {
    expect([
      distance('abc', 'abc', 2),
      distance('abc', 'ab', 2),
      distance('abc', 'xbc', 2),
      distance('abc', 'acb', 2),
    ]).toEqual([0, 1, 1, 1]);
    expect(distance('abcdef', 'fedcba', 2)).toBe(Infinity);
  });
});

describe('a query', () => {
  const words = (text: string) => parseSearchQuery(text).terms.map(({ word }) => word);
  test.each([
    ['how much does a poster cost', ['poster', 'cost']],
    ['Where can I find the laser?', ['find', 'laser']],
    ['what’s the price', ['price']],
    ['how much is it?', ['price']],
    ['how much does it cost', ['cost']],
    ['what is this', ['what', 'is', 'this']],
    ['laser laser Laser', ['laser']],
  ])('"%s" is about %j', (text, about) => {
    expect(words(text)).toEqual(about);
  });

  test('keeps quotes, tags and types as they are, also when it is corrected', () => {
    expect(parseSearchQuery('"how to" [a] {type:page}')).toMatchObject({
      phrases: [['how', 'to']],
      terms: [],
      tags: ['a'],
    });
    expect(correctedText('Lasr "lasr" [lasr], lasr?', new Map([['lasr', 'laser']]))).toBe(
      'laser "lasr" [lasr], laser?',
    );
  });
});

test('forms of a word have one stem, with any language of the others', () => {
  for (const [one, other] of [
    ['machine', 'machines'],
    ['printing', 'prints'],
    ['policy', 'policies'],
    ['cost', 'costs'],
  ] as const)
    expect(stemWord(one)).toBe(stemWord(other));
  expect([stemWord('öffnung'), stemWord('3d'), stemWord('機械')]).toEqual(['öffnung', '3d', '機械']);
});

test('the words of a text are found where they are', () => {
  const text = 'Die Größe: CO₂, na\u00adïve 👩‍🔬 ½';
  expect(foldedTokens(text).map(({ start, end, words }) => [text.slice(start, end), words])).toEqual([
    ['Die', ['die']],
    ['Größe', ['grosse']],
    ['CO₂', ['co2']],
    ['na\u00adïve', ['naive']],
    ['\u200d', []],
    ['½', ['1', '2']],
  ]);
});

test('a text is parted at its headings and what can be unfolded, its cells and entries apart', () => {
  const html = `<p>First\n line</p><h2>Two <em>words</em></h2><ul><li>One</li><li>Two.</li></ul><div><h3>Inner</h3></div>
    <details><summary>Why?</summary><p>Because.</p></details><table><tr><th>A</th><td>$1</td></tr></table><h2> </h2>`;
  expect(pageSections(html)).toEqual([
    { heading: null, text: 'First line', anchor: null },
    { heading: 'Two words', text: 'One · Two.', anchor: 'two-words' },
    { heading: 'Inner', text: '', anchor: 'inner' },
    { heading: 'Why?', text: 'Because. A · $1', anchor: 'why' },
  ]);
  const twice = '<h2>Main</h2><p>a</p><h3>Main</h3><p>b</p><h3>機械</h3><p>c</p>';
  expect(pageSections(twice).map(({ anchor }) => anchor)).toEqual(['main-2', 'main-3', null]);
  const page = renderToStaticMarkup(
    createElement(Fragment, null, parseRichText(html + twice, { hasAnchors: true, lowered: 1 })),
  );
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids).toEqual(pageSections(html + twice).flatMap(({ anchor }) => anchor ?? []));
  expect(lineOfHtml('<h3>Head</h3><p>Text <img src="x" alt="a cat"></p>')).toContain('Head · Text');
});

describe('an excerpt', () => {
  const of = (text: string, ...words: string[]) =>
    matchExcerpt(
      text,
      words.map((word) => toTerm(word)),
    );
  test('has the words in all their forms as every second part', () => {
    expect(of('A poster costs $7, posters too.', 'poster', 'cost')).toEqual([
      'A ',
      'poster',
      ' ',
      'costs',
      ' $7, ',
      'posters',
      ' too.',
    ]);
    expect(of('Nothing here', 'poster')).toEqual(['Nothing here']);
    expect(of('', 'poster')).toEqual(['']);
  });

  test('is the piece that has the most of the words, from the beginning of a sentence or word', () => {
    const text = `A poster first. ${'Filler and so on. '.repeat(30)}The poster has a price here. ${'More of it. '.repeat(30)}`;
    const parts = of(text, 'poster', 'price');
    expect(parts[0]).toBe('… The ');
    expect(parts.slice(1, 4)).toEqual(['poster', ' has a ', 'price']);
    expect(parts.at(-1)).toMatch(/ …$/);
  });

  test('of a text without spaces is cut, and never through a character', () => {
    for (const text of ['x'.repeat(500), '😀'.repeat(300), `a${'😀'.repeat(300)}`]) {
      const parts = of(text, 'poster');
      expect(parts.join('').length).toBeLessThan(170);
      expect(() => encodeURIComponent(parts.join(''))).not.toThrow();
    }
  });
});

test('a title counts most, then a heading, then words near each other', () => {
  const terms = ['laser', 'cutter'].map((word) => toTerm(word));
  const score = (pageTitle: string, heading: string, text: string) => scoreText({ pageTitle, heading, text }, terms);
  const scores = [
    score('Laser cutter', '', ''),
    score('Other', 'Laser cutter', ''),
    score('Other', '', 'a laser cutter'),
    score('Other', '', 'a laser, and far away from it a cutter'),
    score('Other', '', 'a laser'),
    score('Other', '', 'nothing'),
  ];
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  expect(new Set(scores).size).toBe(scores.length);
});

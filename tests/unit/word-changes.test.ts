import { expect, test } from 'vitest';
import { wordChanges, type WordPart } from '../../src/console/editing/wordChanges.ts';

/** Changed words in brackets. */
const marked = (parts: WordPart[]) => parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');
const compared = (before: string, after: string) => Object.values(wordChanges(before, after)).map(marked);

test('marks the words that differ on their own side', () => {
  expect(compared('Open until six', 'Open until seven')).toEqual(['Open until [six]', 'Open until [seven]']);
  expect(compared('a b', 'a b c')).toEqual(['a b', 'a b[ c]']);
});

test('joins changes with only space between them', () => {
  expect(compared('the old brown fox', 'the new white fox')).toEqual(['the [old brown] fox', 'the [new white] fox']);
});

test('shows a new or deleted text as a whole', () => {
  expect(compared('', 'new text')).toEqual(['', '[new text]']);
  expect(compared('old text', '')).toEqual(['[old text]', '']);
});

test('shortens what stays the same, and what is too long', () => {
  const same = 'word '.repeat(200);
  const [before = '', after = ''] = compared(`${same}one ${same}`, `${same}two ${same}`);
  expect(before.length).toBeLessThan(250);
  expect(before).toMatch(/^… (word ){16}\[one\]( word)+ …$/);
  expect(after).toContain('[two]');
  expect(compared('', 'x'.repeat(5_000))[1]?.length).toBeLessThan(1_600);
});

test('texts that differ in thousands of places are shown as a whole', () => {
  const words = (letter: string) => Array.from({ length: 6_000 }, (_, index) => `${letter}${index}`).join(' ');
  const { before, after } = wordChanges(words('a'), words('b'));
  expect([before.length, after.length]).toEqual([1, 1]);
});

import { describe, expect, test } from 'vitest';
import { parseCardText } from '../../domain/sessions/card-text.ts';
import { KeyReader, OPEN_PAUSE, PAUSE } from '../../src/ui/reader/keyReader.ts';
import { WEDGES, wedgeKeys, type Wedge } from '../factories/wedge-reader.ts';

const CARD = '0012345678901234';
const OTHER = '0099345678901234';
const PLAIN = WEDGES['plain number, Enter'] as Wedge;

function reading() {
  const read: string[] = [];
  const reader = new KeyReader((text) => read.push(text));
  let at = 1_000;
  const type = (keys: readonly string[], speed: number) =>
    keys.map((key) => {
      at += speed;
      return reader.key(key, at);
    });
  const wait = (milliseconds: number): string => {
    at += milliseconds;
    return reader.pause(at);
  };
  const swipe = (wedge: Wedge, card: string): string => {
    type(wedgeKeys(wedge, card), wedge.speed);
    return wait(PAUSE);
  };
  return { read, reader, type, wait, swipe };
}
const cards = (texts: readonly string[]) => texts.map((text) => parseCardText(text));

describe('a reader of cards', () => {
  test.each(Object.entries(WEDGES))('%s: one card, once', (_, wedge) => {
    const { read, swipe } = reading();
    expect(swipe(wedge, CARD)).toBe('');
    expect(cards(read)).toEqual([{ kind: 'card', card: CARD }]);
  });

  test('swallows all keys from the third, or the second after a sentinel, and an Enter that comes later', () => {
    const { type, wait } = reading();
    expect(type([...';00', ...'12345678901234?'], 5).slice(0, 3)).toEqual(['start', 'swallow', 'swallow']);
    wait(PAUSE);
    expect(type(['Enter'], 50)).toEqual(['swallow']);
    expect(type(['Enter'], 400)).toEqual(['pass']);
    expect(type([...'001'], 5)).toEqual(['start', 'pass', 'swallow']);
  });

  test('ignores the same card within three seconds, not another and not later', () => {
    const { read, swipe, wait } = reading();
    swipe(PLAIN, CARD);
    swipe(WEDGES['track 2 with sentinels, Enter'] as Wedge, CARD);
    swipe(PLAIN, OTHER);
    wait(3_000);
    swipe(PLAIN, OTHER);
    expect(cards(read)).toEqual([CARD, OTHER, OTHER].map((card) => ({ kind: 'card', card })));
  });

  test('takes the tracks of a swipe that each end with Enter for one swipe', () => {
    const { read, type } = reading();
    type([...`%B${CARD}^BYRON/ADA^2512?`, 'Enter', ...`;${CARD}=2512?`, 'Enter'], 5);
    expect(cards(read)).toEqual([{ kind: 'card', card: CARD }]);
  });

  test('waits longer for the keys of a track, on a page that is busy', () => {
    const { read, type } = reading();
    type([...`;${CARD}=2512?`, 'Enter'], 90);
    expect(cards(read)).toEqual([{ kind: 'card', card: CARD }]);
  });

  test('waits for the rest of a track whose reader pauses between its parts', () => {
    const { read, reader, type } = reading();
    type([...`;${CARD}`], 5);
    expect(reader.patience).toBe(OPEN_PAUSE);
    type(['='], 450);
    type([...'2512?'], 5);
    expect(reader.patience).toBe(PAUSE);
    type(['Enter'], 5);
    expect(cards(read)).toEqual([{ kind: 'card', card: CARD }]);
  });

  test('does not take the next swipe for the rest of one that was broken off', () => {
    const { read, type } = reading();
    type([...';00123456'], 5);
    type([';'], 300);
    type([...`${CARD}=2512?`, 'Enter'], 5);
    expect(cards(read)).toEqual([{ kind: 'card', card: CARD }]);
  });

  test('reads another card after it has forgotten the last', () => {
    const { read, reader, swipe } = reading();
    swipe(PLAIN, CARD);
    reader.forget();
    swipe(PLAIN, CARD);
    expect(read).toHaveLength(2);
  });

  test('drops what a swipe has left unfinished', () => {
    const { read, type, wait, swipe } = reading();
    type([...'00123456'], 5);
    expect(wait(PAUSE)).toBe('');
    type(['Enter'], 400);
    expect(read).toEqual([]);
    swipe(PLAIN, CARD);
    expect(cards(read)).toEqual([{ kind: 'card', card: CARD }]);
  });

  test('gives the keys of fast fingers back, and takes slow ones for a person’s', () => {
    const { read, type, wait } = reading();
    type([...'ada'], 50);
    expect(wait(PAUSE)).toBe('ada');
    type([...'Ada Byron, Countess of Lovelace'], 5);
    expect(wait(PAUSE)).toBe('Ada Byron, Countess of Lovelace');
    expect(type([...CARD, 'Enter'], 90)).not.toContain('swallow');
    expect(read).toEqual([]);
  });

  test('reports what it cannot read, and the mark of a bad swipe', () => {
    const { read, type } = reading();
    type([...'%E?', ...';E?', 'Enter'], 5);
    type(['Shift', ...'%B00#!7/§0^', 'Enter'], 5);
    expect(cards(read)).toEqual([{ kind: 'misread' }, { kind: 'other' }]);
  });

  test('identifies neither person when two readers type at the same time', () => {
    const { read, type, wait } = reading();
    for (const write of [(card: string) => card, (card: string) => `;${card}?`]) {
      const [first, second] = [[...write(CARD)], [...write(OTHER)]];
      type([...first.flatMap((key, index) => [key, second[index] as string]), 'Enter', 'Enter'], 5);
      wait(PAUSE);
    }
    expect(cards(read)).toEqual([{ kind: 'other' }, { kind: 'other' }]);
  });

  test('reads one card after the other when two readers take turns', () => {
    const { read, type } = reading();
    type([...CARD, 'Enter', ...OTHER, 'Enter'], 5);
    expect(cards(read)).toEqual([CARD, OTHER].map((card) => ({ kind: 'card', card })));
  });
});

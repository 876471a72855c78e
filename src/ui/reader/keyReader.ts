import { parseCardText } from '../../../domain/sessions/card-text.ts';

/** Milliseconds between two keys of a reader at most; people need longer. */
const GAP = 60;
/** The same after a sentinel, which few people type: the page may be busy. */
const TRACK_GAP = 100;
/** The same within a track whose end has not come: some readers pause between its parts. */
const OPEN_TRACK_GAP = 500;
/** Shorter texts are a person's keys. */
const SHORTEST = 6;
/** Of a campus card, whose reader can end without Enter. */
const CARD_LENGTH = 16;
const SENTINELS = '%;+';
const END_SENTINEL = '?';
/** The text of a device, also where it is cut off. A person's text has letters alone, or spaces. */
const DEVICE_TEXT = /^(?=.*\d)[\dA-Z]+$/i;
/** The same card again within this time is the same swipe. In milliseconds. */
const REPEAT = 3_000;
/** A reader's Enter can follow its text after a moment. In milliseconds. */
const LATE_ENTER = 300;

/** Milliseconds without a key after which a text is complete, unless it is a track whose end has not come. */
export const PAUSE = 120;
/** The same for such a track. */
export const OPEN_PAUSE = OPEN_TRACK_GAP + 20;

/** `pass`: the page takes the key. `start`: it does, but the next keys can be a reader's. */
export type KeyOutcome = 'pass' | 'start' | 'swallow';

/**
 * Recognizes a device that types: many keys within moments, ended by Enter or Tab, or by a pause after a track or a card number. All times in
 * milliseconds.
 */
export class KeyReader {
  readonly #onText: (text: string) => void;
  #text = '';
  #at = Number.NEGATIVE_INFINITY;
  #last = { identity: '', at: Number.NEGATIVE_INFINITY };
  #completedAt = Number.NEGATIVE_INFINITY;

  constructor(onText: (text: string) => void) {
    this.#onText = onText;
  }

  /** Whether so many fast keys came that the page must not have them. */
  get isReading(): boolean {
    // The third key, such as a space, would press a button.
    return this.#text.length > (this.#isTrack ? 1 : 2);
  }

  get #isTrack(): boolean {
    return this.#text !== '' && SENTINELS.includes(this.#text.charAt(0));
  }

  get #isOpenTrack(): boolean {
    return this.#isTrack && this.#text.length >= SHORTEST && !this.#text.endsWith(END_SENTINEL);
  }

  /** Milliseconds without a key after which `pause` is to be called. */
  get patience(): number {
    return this.#isOpenTrack ? OPEN_PAUSE : PAUSE;
  }

  /** Whether `key` now begins something new. `pause` then says what the keys before it were. */
  isPaused(key: string, at: number): boolean {
    const elapsed = at - this.#at;
    // Another swipe does not continue one that was broken off.
    if (this.#isOpenTrack && !SENTINELS.includes(key)) return elapsed > OPEN_TRACK_GAP;
    return elapsed > (this.#isTrack ? TRACK_GAP : GAP);
  }

  key(key: string, at: number): KeyOutcome {
    if (this.isPaused(key, at)) this.#text = '';
    this.#at = at;
    if (key === 'Enter' || key === 'Tab') {
      const text = this.#text;
      this.#text = '';
      if (text.length >= SHORTEST) return this.#complete(text, at);
      return at - this.#completedAt <= LATE_ENTER ? 'swallow' : 'pass';
    }
    // Shift and the like come between the letters of a reader.
    if (key.length === 1) this.#text += key;
    if (this.isReading) return 'swallow';
    return this.#text.length === 1 ? 'start' : 'pass';
  }

  /** No key came for `patience`. The keys that the page did not get, if they are a person's. */
  pause(at: number): string {
    const text = this.#text;
    const { isReading } = this;
    const isTrack = this.#isTrack;
    this.#text = '';
    if (text.length < SHORTEST || !(isTrack || DEVICE_TEXT.test(text))) return isReading ? text : '';
    if (isTrack || text.length >= CARD_LENGTH) this.#complete(text, at);
    return '';
  }

  /** Forgets the last card, which is secret. */
  forget(): void {
    this.#last = { identity: '', at: Number.NEGATIVE_INFINITY };
  }

  #complete(text: string, at: number): 'swallow' {
    const identity = identityOf(text);
    const isRepeat = identity === this.#last.identity && at - this.#last.at < REPEAT;
    this.#completedAt = at;
    this.#last = { identity, at };
    if (!isRepeat) this.#onText(text);
    return 'swallow';
  }
}

/** The same for each track of a card, which some readers end with an Enter of its own. */
function identityOf(text: string): string {
  const parsed = parseCardText(text);
  if (parsed.kind === 'card') return parsed.card;
  return parsed.kind === 'studentId' ? parsed.studentId : text;
}

/** Milliseconds between two keys of a reader at most; people need longer. */
const GAP = 60;
/** Shorter texts are a person's keys. */
const SHORTEST = 6;

/** Recognizes a device that types: many keys within moments, ended by Enter. Incomplete input is dropped after a pause. */
export class KeyReader {
  readonly #onText: (text: string) => void;
  #text = '';
  #at = Number.NEGATIVE_INFINITY;

  constructor(onText: (text: string) => void) {
    this.#onText = onText;
  }

  /** `at` in milliseconds. True for a key that the page must not take as its own. */
  key(key: string, at: number): boolean {
    const isFast = at - this.#at <= GAP;
    if (!isFast) this.#text = '';
    this.#at = at;
    if (key === 'Enter') {
      const text = this.#text;
      this.#text = '';
      if (text.length < SHORTEST) return false;
      this.#onText(text);
      return true;
    }
    // Shift and the like come between the letters of a reader.
    if (key.length === 1) this.#text += key;
    // Two fast keys are a reader's: the third, such as a space, would press a button.
    return this.#text.length > 2;
  }
}

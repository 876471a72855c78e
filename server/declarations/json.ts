/** A strict JSON parser that reports line and column of a fault; JSON.parse accepts duplicate names. */

export class JsonTextError extends Error {
  constructor(text: string, offset: number, message: string) {
    const before = text.slice(0, offset).split('\n');
    super(`${message} (line ${before.length}, column ${(before.at(-1) ?? '').length + 1})`);
  }
}

const DEEPEST = 40;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS: Record<string, boolean | null> = { true: true, false: false, null: null };

/** Parses `text`. Throws a JsonTextError for malformed JSON, duplicate names, or nesting above 40 levels. */
export function parseJson(text: string): unknown {
  const reader = new Reader(text.replace(/^\uFEFF/, ''));
  return reader.document();
}

class Reader {
  readonly text: string;
  at = 0;
  depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): unknown {
    const value = this.value();
    this.space();
    if (this.at < this.text.length) this.fail('Nothing may follow the value');
    return value;
  }

  value(): unknown {
    this.space();
    const sign = this.text[this.at];
    if (sign === '{') return this.nested(() => this.object());
    if (sign === '[') return this.nested(() => this.array());
    if (sign === '"') return this.string();
    const word = /[A-Za-z]+/y;
    word.lastIndex = this.at;
    const name = word.exec(this.text)?.[0];
    if (name !== undefined) return this.word(name);
    NUMBER.lastIndex = this.at;
    const number = NUMBER.exec(this.text)?.[0];
    if (number === undefined) return this.fail(sign === undefined ? 'The file ends too early' : this.unexpected(sign));
    this.at += number.length;
    if (!Number.isFinite(Number(number))) this.fail('This number is too large', this.at - number.length);
    return Number(number);
  }

  nested(read: () => unknown): unknown {
    this.depth += 1;
    if (this.depth > DEEPEST) this.fail(`Nested more than ${DEEPEST} levels deep`);
    this.at += 1;
    const value = read();
    this.depth -= 1;
    return value;
  }

  object(): unknown {
    const entries = new Map<string, unknown>();
    for (let first = true; !this.ends('}', first); first = false) {
      const start = this.at;
      if (this.text[start] !== '"')
        this.fail(this.text[start] === undefined ? 'The file ends too early' : 'Expected a name in double quotes');
      const name = this.string();
      if (entries.has(name)) this.fail(`"${name}" is given twice`, start);
      this.space();
      if (this.text[this.at] !== ':') this.fail(`Expected a colon after "${name}"`);
      this.at += 1;
      entries.set(name, this.value());
    }
    return Object.fromEntries(entries);
  }

  array(): unknown {
    const items: unknown[] = [];
    while (!this.ends(']', items.length === 0)) items.push(this.value());
    return items;
  }

  /** Consumes the closing bracket (true) or the comma before the next entry (false). */
  ends(sign: '}' | ']', first: boolean): boolean {
    this.space();
    if (this.text[this.at] === sign) {
      this.at += 1;
      return true;
    }
    if (first) return false;
    const comma = this.at;
    if (this.text[comma] !== ',')
      this.fail(this.text[comma] === undefined ? 'The file ends too early' : `Expected a comma or "${sign}"`);
    this.at += 1;
    this.space();
    if (this.text[this.at] === sign) this.fail('There is an extra comma', comma);
    return false;
  }

  string(): string {
    const start = this.at;
    for (this.at += 1; this.text[this.at] !== '"'; this.at += 1) {
      const sign = this.text[this.at];
      if (sign === undefined || sign === '\n') this.fail('This text has no closing quote', start);
      if (sign === '\\') this.at += 1;
    }
    this.at += 1;
    const literal = this.text.slice(start, this.at);
    if (literal.includes('\\u0000')) this.fail('A text must not contain the NUL character', start);
    try {
      return JSON.parse(literal) as string;
    } catch {
      return this.fail('This text contains a control character or an unknown escape', start);
    }
  }

  word(name: string): boolean | null {
    const value = WORDS[name];
    if (value === undefined) return this.fail(`Unexpected word "${name}"`);
    this.at += name.length;
    return value;
  }

  space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
    if (this.text.startsWith('//', this.at) || this.text.startsWith('/*', this.at))
      this.fail('JSON has no comments: use "$comment"');
  }

  unexpected(sign: string): string {
    if (sign === "'") return 'Texts must be in double quotes';
    return sign === ',' || sign === '}' || sign === ']'
      ? `A value is missing before "${sign}"`
      : `Unexpected "${sign}"`;
  }

  fail(message: string, at: number = this.at): never {
    throw new JsonTextError(this.text, at, message);
  }
}

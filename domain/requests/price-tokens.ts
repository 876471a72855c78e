export const FORMULA_LIMITS = { length: 500, parts: 200, depth: 20, digits: 30 } as const;

/** A fault of a formula: the index of the character where it is, and a sentence. */
export class FormulaFault extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

export interface Token {
  at: number;
  kind: 'number' | 'name' | 'key' | 'sign' | 'end';
  text: string;
}

const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['×', '*'],
  ['·', '*'],
  ['÷', '/'],
  ['−', '-'],
  ['≤', '<='],
  ['≥', '>='],
  ['≠', '!='],
  ['==', '='],
]);

const TOKEN =
  /(?<number>\d+(?:\.\d+)?)|(?<name>[A-Za-z_]\w*)|"(?<key>[^"]*)"|(?<sign><=|>=|!=|==|[-+*/×·÷−<>=≤≥≠(){},:])/uy;

export function splitFormula(text: string): Token[] {
  if (text.length > FORMULA_LIMITS.length)
    throw new FormulaFault(FORMULA_LIMITS.length, `A formula has at most ${FORMULA_LIMITS.length} characters`);
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    while (/\s/u.test(text.charAt(at))) at += 1;
    if (at >= text.length) return [...tokens, { at, kind: 'end', text: '' }];
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) throw new FormulaFault(at, `“${String.fromCodePoint(text.codePointAt(at)!)}” cannot be used here`);
    tokens.push({ at, ...tokenOf(match.groups ?? {}) });
    at = TOKEN.lastIndex;
  }
}

function tokenOf({ number, name, key, sign = '' }: Record<string, string | undefined>): Omit<Token, 'at'> {
  if (number !== undefined) return { kind: 'number', text: number };
  if (name !== undefined) return { kind: 'name', text: name };
  return key === undefined ? { kind: 'sign', text: SPELLINGS.get(sign) ?? sign } : { kind: 'key', text: key };
}

import { BROKEN } from './request-form-fault.ts';
import type { RequestField } from './request-form.ts';
import { FORMULA_LIMITS, FormulaFault, splitFormula, type Token } from './price-tokens.ts';

/** A parsed formula, whose types have been checked against the fields of the form. */
export type Formula =
  | { kind: 'number'; text: string }
  | { kind: 'truth'; value: boolean }
  | { kind: 'field' | 'answered'; name: string }
  | { kind: 'subtotal' }
  /** The amount of the chosen option, or the sum of the amounts of all chosen ones. */
  | { kind: 'table'; name: string; amounts: ReadonlyMap<string, Formula>; otherwise: Formula | null }
  | { kind: 'call'; name: string; parts: readonly Formula[] };

type Type = 'number' | 'truth';
type Typed = readonly [formula: Formula, type: Type];
export type PriceFields = ReadonlyMap<string, RequestField>;

/** The formula refers to a field with a fault of its own, which is reported there. */
export class BrokenField extends Error {}

/** Functions of amounts, with their fewest and most arguments. */
const FUNCTIONS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['min', [1, 20]],
  ['max', [1, 20]],
  ['round', [1, 2]],
  ['ceil', [1, 2]],
  ['floor', [1, 2]],
]);
const COMPARISONS = ['<', '<=', '>', '>=', '=', '!='];
const WORDS = ['and', 'or', 'not', 'true', 'false', 'else', 'if'];
const EXPECTED: Record<Type, string> = {
  number: 'An amount is needed here, not a yes or no',
  truth: 'A condition is needed here, such as quantity > 10',
};

/** Parses a formula of an amount. Throws a FormulaFault, or BrokenField. */
export function parseFormula(text: string, fields: PriceFields): Formula {
  return new Parser(splitFormula(text), fields).whole();
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #fields: PriceFields;
  #index = 0;
  #parts = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], fields: PriceFields) {
    this.#tokens = tokens;
    this.#fields = fields;
  }

  whole(): Formula {
    if (this.#isAtEnd()) throw new FormulaFault(0, 'Enter a formula');
    const formula = this.#argument('number');
    if (!this.#isAtEnd()) throw this.#unexpected('an operator such as + or *');
    return formula;
  }

  get #next(): Token {
    return this.#tokens[this.#index]!;
  }

  #isAtEnd(): boolean {
    return this.#next.kind === 'end';
  }

  #takes(kind: Token['kind'], text: string): boolean {
    const isNext = this.#next.kind === kind && this.#next.text === text;
    if (isNext) this.#index += 1;
    return isNext;
  }

  #expect(sign: string): void {
    if (!this.#takes('sign', sign)) throw this.#unexpected(`“${sign}”`);
  }

  #unexpected(expected: string): FormulaFault {
    const { at, kind, text } = this.#next;
    return new FormulaFault(at, `Expected ${expected} ${kind === 'end' ? 'at the end' : `instead of “${text}”`}`);
  }

  #made(at: number, formula: Formula): Formula {
    this.#parts += 1;
    if (this.#parts > FORMULA_LIMITS.parts)
      throw new FormulaFault(at, `A formula has at most ${FORMULA_LIMITS.parts} parts. Use more lines`);
    return formula;
  }

  #call(at: number, name: string, ...parts: Formula[]): Formula {
    return this.#made(at, { kind: 'call', name, parts });
  }

  #deeper(parse: () => Typed): Typed {
    this.#depth += 1;
    if (this.#depth > FORMULA_LIMITS.depth)
      throw new FormulaFault(this.#next.at, `A formula nests at most ${FORMULA_LIMITS.depth} deep. Use more lines`);
    const result = parse();
    this.#depth -= 1;
    return result;
  }

  #typed(type: Type, parse: () => Typed): Formula {
    const { at } = this.#next;
    const [formula, found] = parse();
    if (found !== type) throw new FormulaFault(at, EXPECTED[type]);
    return formula;
  }

  #argument(type: Type): Formula {
    return this.#typed(type, () => this.#deeper(() => this.#or()));
  }

  #or(): Typed {
    return this.#chain(['or'], 'truth', () => this.#chain(['and'], 'truth', () => this.#not()));
  }

  /** Operators of the same precedence, from the left. */
  #chain(operators: readonly string[], type: Type, parse: () => Typed): Typed {
    const { at } = this.#next;
    let typed = parse();
    for (;;) {
      const { at: operatorAt, kind, text } = this.#next;
      if (kind === 'key' || !operators.includes(text)) return typed;
      if (typed[1] !== type) throw new FormulaFault(at, EXPECTED[type]);
      this.#index += 1;
      typed = [this.#call(operatorAt, text, typed[0], this.#typed(type, parse)), type];
    }
  }

  #not(): Typed {
    const { at } = this.#next;
    if (!this.#takes('name', 'not')) return this.#comparison();
    return [
      this.#call(
        at,
        'not',
        this.#typed('truth', () => this.#deeper(() => this.#not())),
      ),
      'truth',
    ];
  }

  #comparison(): Typed {
    const { at } = this.#next;
    const left = this.#sum();
    const { at: signAt, kind, text } = this.#next;
    if (kind !== 'sign' || !COMPARISONS.includes(text)) return left;
    if (left[1] !== 'number') throw new FormulaFault(at, EXPECTED.number);
    this.#index += 1;
    return [
      this.#call(
        signAt,
        text,
        left[0],
        this.#typed('number', () => this.#sum()),
      ),
      'truth',
    ];
  }

  #sum(): Typed {
    return this.#chain(['+', '-'], 'number', () => this.#chain(['*', '/'], 'number', () => this.#signed()));
  }

  #signed(): Typed {
    const { at } = this.#next;
    if (!this.#takes('sign', '-')) return this.#single();
    return [
      this.#call(
        at,
        'negative',
        this.#typed('number', () => this.#deeper(() => this.#signed())),
      ),
      'number',
    ];
  }

  #single(): Typed {
    const { at, kind, text } = this.#next;
    if (this.#takes('sign', '(')) {
      const inner = this.#deeper(() => this.#or());
      this.#expect(')');
      return inner;
    }
    if (kind !== 'number' && kind !== 'name') throw this.#unexpected('a number or a field');
    this.#index += 1;
    if (kind === 'name') return this.#named(at, text);
    if (text.length > FORMULA_LIMITS.digits) throw new FormulaFault(at, 'This number is too long');
    return [this.#made(at, { kind: 'number', text }), 'number'];
  }

  #named(at: number, name: string): Typed {
    if (name === 'true' || name === 'false')
      return [this.#made(at, { kind: 'truth', value: name === 'true' }), 'truth'];
    if (this.#takes('sign', '(')) return this.#function(at, name);
    if (WORDS.includes(name)) throw new FormulaFault(at, `“${name}” cannot be used here`);
    const field = this.#fields.get(name);
    if (!field && name === 'subtotal') return [this.#made(at, { kind: 'subtotal' }), 'number'];
    switch (this.#usable(at, name)['x-field']) {
      case 'Boolean':
        return [this.#made(at, { kind: 'field', name }), 'truth'];
      case 'Select':
      case 'MultiSelect':
        return [this.#table(at, name), 'number'];
      default:
        return [this.#made(at, { kind: 'field', name }), 'number'];
    }
  }

  /** The field, if answers to it can determine a price. */
  #usable(at: number, name: string): RequestField {
    const field = this.#fields.get(name);
    if (!field) throw new FormulaFault(at, `This form has no field named “${name}”`);
    if (field === BROKEN) throw new BrokenField();
    if (!isPriceField(field))
      throw new FormulaFault(at, `“${name}” is not a number, an amount, a choice, or a yes or no`);
    return field;
  }

  #function(at: number, name: string): Typed {
    if (name === 'if') return this.#if(at);
    if (name === 'answered') return this.#answered(at);
    const range = FUNCTIONS.get(name);
    if (!range) throw new FormulaFault(at, `There is no function “${name}”`);
    const parts = [this.#argument('number')];
    while (this.#takes('sign', ',')) parts.push(this.#argument('number'));
    this.#expect(')');
    if (parts.length > range[1]) throw new FormulaFault(at, `“${name}” has at most ${range[1]} arguments`);
    return [this.#call(at, name, ...parts), 'number'];
  }

  #if(at: number): Typed {
    const condition = this.#argument('truth');
    this.#expect(',');
    const [chosen, type] = this.#deeper(() => this.#or());
    this.#expect(',');
    const otherwise = this.#argument(type);
    this.#expect(')');
    return [this.#call(at, 'if', condition, chosen, otherwise), type];
  }

  #answered(at: number): Typed {
    const { at: nameAt, kind, text } = this.#next;
    if (kind !== 'name') throw this.#unexpected('the name of a field');
    this.#index += 1;
    this.#usable(nameAt, text);
    this.#expect(')');
    return [this.#made(at, { kind: 'answered', name: text }), 'truth'];
  }

  #table(at: number, name: string): Formula {
    const { enum: options = [], 'x-other': hasOther = false } = this.#usable(at, name);
    if (!this.#takes('sign', '{'))
      throw new FormulaFault(
        at,
        `Give the amount of each option: ${name} { ${optionKey(options[0] ?? '')}: 2, else: 0 }`,
      );
    const amounts = new Map<string, Formula>();
    let otherwise: Formula | null = null;
    do {
      const { at: keyAt, kind, text } = this.#next;
      if (kind === 'end' || kind === 'sign') throw this.#unexpected('an option');
      this.#index += 1;
      this.#expect(':');
      const isElse = kind === 'name' && text === 'else';
      if (isElse ? otherwise : amounts.has(text)) throw new FormulaFault(keyAt, `“${text}” has two amounts`);
      if (!isElse && !options.includes(text)) throw new FormulaFault(keyAt, `“${name}” has no option “${text}”`);
      const amount = this.#argument('number');
      if (isElse) otherwise = amount;
      else amounts.set(text, amount);
    } while (this.#takes('sign', ','));
    this.#expect('}');
    const missing = options.find((option) => !amounts.has(option)) ?? (hasOther ? 'else' : undefined);
    if (missing !== undefined && !otherwise)
      throw new FormulaFault(at, `“${name}” has no amount for “${missing}”. Add it, or add else: 0`);
    return this.#made(at, { kind: 'table', name, amounts, otherwise });
  }
}

export function isPriceField({ 'x-field': type }: RequestField): boolean {
  return ['Integer', 'Double', 'Cost', 'Boolean', 'Select', 'MultiSelect'].includes(type);
}

/** An option as it is written in a table. */
export function optionKey(option: string): string {
  return /^[A-Za-z_]\w*$/.test(option) && option !== 'else' ? option : JSON.stringify(option).replaceAll('\\"', '');
}

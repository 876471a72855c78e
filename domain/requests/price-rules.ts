import { formatMoney, formatNumber, minorUnits } from '../values/formats.ts';
import {
  add,
  compare,
  divide,
  floor,
  fraction,
  multiply,
  negate,
  NotComputable,
  round,
  type Fraction,
} from './fractions.ts';
import { BrokenField, parseFormula, type Formula, type PriceFields } from './price-formula.ts';
import { FormulaFault } from './price-tokens.ts';
import { hasPriceByAnswers, SQUARE_FOOT_PRICE } from './pricing.ts';
import { isUnanswered, type Answers, type CostType, type PriceRule, type RequestFormSchema } from './request-form.ts';

export interface PriceLine {
  label: string;
  cents: number;
}

/** A price in integer minor units, with the lines that explain it. */
export interface Price {
  cents: number;
  lines: PriceLine[];
}

/** Largest price in minor units; what exceeds it is priced by staff. */
const HIGHEST_PRICE = 100_000_000n;

/** The rules of forms that declare none. */
function builtInRules(costType: CostType): readonly PriceRule[] {
  if (costType === 'DirectCostInput') return [{ label: '', amount: 'cost' }];
  const squareFoot = SQUARE_FOOT_PRICE / minorUnits();
  const label = `{width} in × {height} in × {quantity}, at ${formatMoney(SQUARE_FOOT_PRICE)} per sq ft`;
  return [{ label, amount: `${squareFoot} * width * height / 144 * quantity` }];
}

interface PricedForm {
  costType: CostType;
  schema: RequestFormSchema;
}

/**
 * The price that the answers determine; null where staff set it: by the cost type, or because an answer is missing, refused (`faults`),
 * or leads to no amount. `answers` are those of the visible fields.
 */
export function priceOf(form: PricedForm, answers: Answers, faults?: Readonly<Record<string, string>>): Price | null {
  return priceCalculator(form)(answers, faults);
}

/** `priceOf` for many answers to the same form. */
export function priceCalculator({ costType, schema }: PricedForm): (...given: Given) => Price | null {
  if (!hasPriceByAnswers(costType)) return () => null;
  const fields = new Map(Object.entries(schema.properties));
  const units = fraction(minorUnits());
  const rules = orNull(() =>
    (schema['x-price'] ?? builtInRules(costType)).map(({ label, amount }) => ({
      label,
      formula: parseFormula(amount, fields),
    })),
  );
  return (answers, faults = {}) => rules && orNull(() => sumOf(rules, { fields, units, answers, faults }));
}

type Given = [answers: Answers, faults?: Readonly<Record<string, string>>];

/** Null where a formula is faulty or leads to no amount. */
function orNull<T>(compute: () => T): T | null {
  try {
    return compute();
  } catch (error) {
    if (error instanceof NotComputable || error instanceof FormulaFault || error instanceof BrokenField) return null;
    throw error;
  }
}

/** Each line is rounded half-up, and the price is their sum. */
function sumOf(rules: readonly { label: string; formula: Formula }[], known: Omit<Known, 'subtotal'>): Price {
  const lines: PriceLine[] = [];
  let total = 0n;
  for (const { label, formula } of rules) {
    const amount = amountOf(formula, { ...known, subtotal: divide({ top: total, bottom: 1n }, known.units) });
    const cents = round(multiply(amount, known.units));
    total += cents;
    if (cents > HIGHEST_PRICE || cents < -HIGHEST_PRICE || total > HIGHEST_PRICE) throw new NotComputable();
    if (cents !== 0n && label !== '') lines.push({ label: withAnswers(label, known.answers), cents: Number(cents) });
  }
  return { cents: Number(total < 0n ? 0n : total), lines };
}

/** A label can name numbers of the form in braces: "{width} in". */
function withAnswers(label: string, answers: Answers): string {
  return label.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
    return typeof answer === 'number' ? formatNumber(answer) : whole;
  });
}

interface Known {
  fields: PriceFields;
  answers: Answers;
  faults: Readonly<Record<string, string>>;
  subtotal: Fraction;
  /** Minor units of one unit of the currency. */
  units: Fraction;
}

function answerTo(name: string, { answers, faults }: Known): NonNullable<Answers[string]> | undefined {
  if (Object.hasOwn(faults, name)) throw new NotComputable();
  const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
  return isUnanswered(answer) ? undefined : answer!;
}

function isTrue(formula: Formula, known: Known): boolean {
  if (formula.kind === 'truth') return formula.value;
  if (formula.kind === 'answered') return answerTo(formula.name, known) !== undefined;
  if (formula.kind === 'field') {
    const answer = answerTo(formula.name, known);
    if (typeof answer !== 'boolean') throw new NotComputable();
    return answer;
  }
  if (formula.kind !== 'call') throw new NotComputable();
  const [one, two, three] = formula.parts as [Formula, Formula, Formula];
  switch (formula.name) {
    case 'not':
      return !isTrue(one, known);
    case 'and':
      return isTrue(one, known) && isTrue(two, known);
    case 'or':
      return isTrue(one, known) || isTrue(two, known);
    case 'if':
      return isTrue(isTrue(one, known) ? two : three, known);
    default:
      return COMPARISONS[formula.name]!(compare(amountOf(one, known), amountOf(two, known)));
  }
}

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
};

function amountOf(formula: Formula, known: Known): Fraction {
  switch (formula.kind) {
    case 'number':
      return fraction(formula.text);
    case 'subtotal':
      return known.subtotal;
    case 'field':
      return numericAnswer(formula.name, known);
    case 'table':
      return tableAmount(formula, known);
    case 'call':
      return called(formula.name, formula.parts, known);
    default:
      throw new NotComputable();
  }
}

function numericAnswer(name: string, known: Known): Fraction {
  const answer = answerTo(name, known);
  if (typeof answer !== 'number') throw new NotComputable();
  const value = fraction(answer);
  return known.fields.get(name)?.['x-field'] === 'Cost' ? divide(value, known.units) : value;
}

function tableAmount({ name, amounts, otherwise }: Extract<Formula, { kind: 'table' }>, known: Known): Fraction {
  const answer = answerTo(name, known);
  const chosen = known.fields.get(name)?.['x-field'] === 'MultiSelect' ? (answer ?? []) : [answer];
  if (!Array.isArray(chosen)) throw new NotComputable();
  return chosen.reduce<Fraction>((sum, option) => {
    const amount = typeof option === 'string' ? (amounts.get(option) ?? otherwise) : null;
    if (!amount) throw new NotComputable();
    return add(sum, amountOf(amount, known));
  }, fraction(0));
}

function called(name: string, parts: readonly Formula[], known: Known): Fraction {
  if (name === 'if') return amountOf(isTrue(parts[0]!, known) ? parts[1]! : parts[2]!, known);
  const amounts = parts.map((part) => amountOf(part, known));
  const [one, two] = amounts as [Fraction, Fraction | undefined];
  if (name === 'negative') return negate(one);
  if (name === 'min') return amounts.reduce((a, b) => (compare(a, b) <= 0 ? a : b));
  if (name === 'max') return amounts.reduce((a, b) => (compare(a, b) >= 0 ? a : b));
  return FUNCTIONS[name]!(one, two ?? fraction(1));
}

const FUNCTIONS: Readonly<Record<string, (one: Fraction, two: Fraction) => Fraction>> = {
  '+': add,
  '-': (one, two) => add(one, negate(two)),
  '*': multiply,
  '/': divide,
  round: (value, step) => stepped(value, step, round),
  floor: (value, step) => stepped(value, step, floor),
  ceil: (value, step) => stepped(value, step, (steps) => -floor(negate(steps))),
};

/** The multiple of the step to which the value is rounded. */
function stepped(value: Fraction, step: Fraction, rounded: (steps: Fraction) => bigint): Fraction {
  if (step.top <= 0n) throw new NotComputable();
  return multiply(fraction(rounded(divide(value, step))), step);
}

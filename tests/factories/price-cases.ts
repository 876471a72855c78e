import { priceCalculator, priceOf } from '../../domain/requests/price-rules.ts';
import type { Answers, PriceRule, RequestField, RequestFormSchema } from '../../domain/requests/request-form.ts';

const FIELDS: Record<string, RequestField> = {
  width: { 'x-field': 'Double', type: 'number', title: 'Width' },
  height: { 'x-field': 'Double', type: 'number', title: 'Height' },
  quantity: { 'x-field': 'Integer', type: 'integer', title: 'Copies' },
  gift: { 'x-field': 'Cost', type: 'integer', title: 'Donation' },
  rush: { 'x-field': 'Boolean', type: 'boolean', title: 'Rush?' },
  material: { 'x-field': 'Select', type: 'string', title: 'Material', enum: ['acrylic', 'plywood', '1/4 in steel'] },
  finish: { 'x-field': 'MultiSelect', type: 'array', title: 'Finish', enum: ['sand', 'oil'] },
  note: { 'x-field': 'String', type: 'string', title: 'Note' },
  wood: { 'x-field': 'Select', type: 'string', title: 'Wood', enum: ['oak'], 'x-other': true },
};

/** A form with a field of each kind that a price can refer to. */
export function pricedForm(...rules: (PriceRule | string)[]): RequestFormSchema {
  return {
    type: 'object',
    additionalProperties: false,
    required: [],
    'x-order': Object.keys(FIELDS),
    properties: FIELDS,
    'x-price': rules.map((rule) => (typeof rule === 'string' ? { label: 'Line', amount: rule } : rule)),
  };
}

export const ANSWERS: Answers = {
  ...{ width: 12.5, height: 0.1, quantity: 3, gift: 1250, rush: true, material: 'acrylic' },
  finish: ['sand', 'oil'],
  wood: 'ash',
};

/** Formulas for these answers, and their results in cents; null: staff set the price. */
export const FORMULA_CASES: readonly (readonly [formula: string, cents: number | null])[] = [
  ['0.1 + 0.2', 30],
  ['1 + 2 × 3 − 4 ÷ 8', 650],
  ['10 - 3 - 2', 500],
  ['8 / 4 / 2', 100],
  ['2 * -(3 - 5)', 400],
  ['1.005', 101],
  ['1.0049999999999999999999', 100],
  ['-1.005 + 5', 400],
  ['1 / 3', 33],
  ['2 / 3', 67],
  ['width * height * quantity', 375],
  ['gift / 2', 625],
  ['min(width, 3, quantity)', 300],
  ['max(width, 3)', 1250],
  ['ceil(width)', 1300],
  ['floor(width)', 1200],
  ['round(width)', 1300],
  ['round(width, 5)', 1500],
  ['ceil(7.01, 0.25)', 725],
  ['floor(0 - 0.5)', 0],
  ['5 + floor(-0.5)', 400],
  ['if(rush, 10, 1)', 1000],
  ['if(rush and quantity > 3 or not rush, 10, 1)', 100],
  ['if(quantity ≥ 3, 10, 1)', 1000],
  ['if(width = 12.50, 10, 1)', 1000],
  ['if(width != 12.5, 10, 1)', 100],
  ['if(if(rush, false, true), 10, 1)', 100],
  ['material { acrylic: 4.5, plywood: 2, "1/4 in steel": 9 } * quantity', 1350],
  ['material { plywood: 2, else: quantity * 2 }', 600],
  ['finish { sand: 2, oil: 3.5 }', 550],
  ['wood { oak: 4, else: 6 }', 600],
  ['5 - 8', 0],
  ['1 / 0', null],
  ['1 / (width - 12.5)', null],
  ['if(rush, 2, 1 / 0)', 200],
  ['round(width, 0)', null],
  ['round(width, -1)', null],
  ['1000000', 100_000_000],
  ['1000000.01', null],
];

/** The cents of a formula for the answers. */
export function centsOf(formula: string, answers: Answers = ANSWERS): number | null {
  return priceOf({ costType: 'DirectCostInput', schema: pricedForm(formula) }, answers)?.cents ?? null;
}

/** Poster prices that doubles get wrong, and some that they get right: width, height, copies, cents. */
export const POSTER_CASES: readonly (readonly [number, number, number, number])[] = [
  [24, 36, 1, 4200],
  [12, 12, 1, 700],
  [18.5, 24.25, 3, 6542],
  [1, 1, 1, 5],
  [42, 96, 20, 392_000],
];

/** The cents of a poster, by the built-in rule. */
export function posterPricer(): (width: number, height: number, quantity: number) => number | null {
  const { 'x-price': _price, ...schema } = pricedForm();
  const price = priceCalculator({ costType: 'Poster', schema });
  return (width, height, quantity) => price({ width, height, quantity })?.cents ?? null;
}

/** The poster's price in tenths of inches, by integers alone: w·h·n·700/14,400, half-up. */
export function posterCentsByTenths(width: number, height: number, quantity: number): number {
  const numerator = width * height * quantity * 700;
  return Math.floor((2 * numerator + 14_400) / 28_800);
}

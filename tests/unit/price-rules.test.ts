import { describe, expect, it, test } from 'vitest';
import { priceOf } from '../../domain/requests/price-rules.ts';
import { checkFormSchema } from '../../domain/requests/request-form-check.ts';
import {
  ANSWERS,
  centsOf,
  FORMULA_CASES,
  POSTER_CASES,
  posterPricer,
  posterCentsByTenths,
  pricedForm,
} from '../factories/price-cases.ts';

/** The fault of a formula, or null. */
function faultOf(amount: string): string | null {
  const faults = checkFormSchema(pricedForm(amount), 'DirectCostInput');
  expect(faults.every(({ pointer }) => pointer === '/x-price/0/amount')).toBe(true);
  return faults[0]?.message ?? null;
}

describe('the price of posters', () => {
  const posterCents = posterPricer();

  test.each(POSTER_CASES)('%d by %d inches, %d times, is %d cents', (width, height, quantity, cents) => {
    expect(posterCents(width, height, quantity)).toBe(cents);
  });

  it('is exact for each size in tenths of an inch', () => {
    let wrong = 0;
    for (let width = 60; width <= 420; width += 1)
      for (let height = 60; height <= 960; height += 1)
        if (posterCents(width / 10, height / 10, 1) !== posterCentsByTenths(width, height, 1)) wrong += 1;
    expect(wrong).toBe(0);
  });
});

describe('formulas', () => {
  test.each(FORMULA_CASES)('%s: %s cents', (formula, cents) => {
    expect(centsOf(formula)).toBe(cents);
  });

  it('have no price for answers that are missing, refused or of another type', () => {
    const { width: _width, ...rest } = ANSWERS;
    expect(centsOf('width', rest)).toBeNull();
    expect(centsOf('if(answered(width), width, 4)', rest)).toBe(400);
    expect(centsOf('if(rush, 1, width)', rest)).toBe(100);
    expect(centsOf('width', { ...ANSWERS, width: '5' })).toBeNull();
    expect(centsOf('width', { ...ANSWERS, width: Number.NaN })).toBeNull();
    expect(centsOf('width', { ...ANSWERS, width: Number.POSITIVE_INFINITY })).toBeNull();
    expect(centsOf('material { acrylic: 1, plywood: 2, "1/4 in steel": 3 }', { material: 'gold' })).toBeNull();
    expect(centsOf('finish { sand: 2, oil: 3.5 }', {})).toBe(0);
    const refused = priceOf({ costType: 'DirectCostInput', schema: pricedForm('width') }, ANSWERS, {
      width: 'Too wide',
    });
    expect(refused).toBeNull();
  });

  it('read small and large numbers exactly', () => {
    expect(centsOf('width * 10000000', { width: 1e-7 })).toBe(100);
    expect(centsOf('width / width * 3', { width: 5e-324 })).toBe(300);
    expect(centsOf('width / 1000000000000', { width: 1e12 })).toBe(100);
  });
});

describe('price lines', () => {
  it('name numbers of the form in their labels, and nothing else', () => {
    const schema = {
      ...pricedForm('1'),
      'x-price': [{ label: '{width} in, {material}, {constructor}, {missing}', amount: '1' }],
    };
    expect(priceOf({ costType: 'DirectCostInput', schema }, { ...ANSWERS, width: 1234.5 })?.lines).toEqual([
      { label: '1,234.5 in, {material}, {constructor}, {missing}', cents: 100 },
    ]);
  });

  const schema = pricedForm(
    { label: 'Setup', amount: '5' },
    { label: 'Cutting', amount: 'width * height / 3' },
    { label: 'Rush', amount: 'if(rush, subtotal / 2, 0)' },
    { label: 'Not chosen', amount: '0.004' },
    { label: 'Minimum charge', amount: 'max(0, 20 - subtotal)' },
  );

  it('are rounded one by one, and add up to the total', () => {
    expect(priceOf({ costType: 'DirectCostInput', schema }, ANSWERS)).toEqual({
      cents: 2000,
      lines: [
        { label: 'Setup', cents: 500 },
        { label: 'Cutting', cents: 42 },
        { label: 'Rush', cents: 271 },
        { label: 'Minimum charge', cents: 1187 },
      ],
    });
  });

  it('replace the amount that the customer enters and the price of posters, and apply to no other cost type', () => {
    expect(checkFormSchema(schema, 'DirectCostInput')).toEqual([]);
    expect(checkFormSchema(schema, 'Poster')).toEqual([]);
    expect(priceOf({ costType: 'Poster', schema }, ANSWERS)?.cents).toBe(2000);
    expect(priceOf({ costType: 'Quoted', schema }, ANSWERS)).toBeNull();
    expect(checkFormSchema(schema, 'Quoted')).toEqual([
      { pointer: '/x-price', message: 'Forms of this cost type have no price lines. Remove them' },
    ]);
  });

  it('have a label and a formula, and are limited', () => {
    const faults = (price: unknown) =>
      checkFormSchema({ ...pricedForm(), 'x-price': price }).map(({ pointer, message }) => `${pointer} ${message}`);
    expect(faults([])).toEqual(['/x-price Must list price lines, or be left out']);
    expect(faults([{ label: ' ', amount: 7, tax: 1 }])).toEqual([
      '/x-price/0/tax Not a setting that this part of a form has',
      '/x-price/0/label Enter a label',
      '/x-price/0/amount Enter a formula',
    ]);
    expect(faults(Array.from({ length: 21 }, () => ({ label: 'A', amount: '1' })))).toEqual([
      '/x-price A price has at most 20 lines',
    ]);
  });
});

describe('faults of formulas', () => {
  test.each([
    ['', 'Character 1: Enter a formula'],
    ['5 +', 'Character 4: Expected a number or a field at the end'],
    ['5 6', 'Character 3: Expected an operator such as + or * instead of “6”'],
    ['  widht * 2', 'Character 3: This form has no field named “widht”'],
    ['note * 2', 'Character 1: “note” is not a number, an amount, a choice, or a yes or no'],
    ['rush * 2', 'Character 1: An amount is needed here, not a yes or no'],
    ['width > 2', 'Character 1: An amount is needed here, not a yes or no'],
    ['if(width, 1, 2)', 'Character 4: A condition is needed here, such as quantity > 10'],
    ['if(rush, 1, false)', 'Character 13: An amount is needed here, not a yes or no'],
    ['material * 2', 'Character 1: Give the amount of each option: material { acrylic: 2, else: 0 }'],
    ['material { gold: 2 }', 'Character 12: “material” has no option “gold”'],
    ['material { acrylic: 2 }', 'Character 1: “material” has no amount for “plywood”. Add it, or add else: 0'],
    ['material { acrylic: 2, acrylic: 3 }', 'Character 24: “acrylic” has two amounts'],
    ['wood { oak: 2 }', 'Character 1: “wood” has no amount for “else”. Add it, or add else: 0'],
    ['sqrt(2)', 'Character 1: There is no function “sqrt”'],
    ['round(1, 2, 3)', 'Character 1: “round” has at most 2 arguments'],
    ['else', 'Character 1: “else” cannot be used here'],
    ['"width"', 'Character 1: Expected a number or a field instead of “width”'],
    ['width.height', 'Character 6: “.” cannot be used here'],
    ['width; 1', 'Character 6: “;” cannot be used here'],
    ['5 $ 😀', 'Character 3: “$” cannot be used here'],
    ['1'.repeat(31), 'Character 1: This number is too long'],
    ['1'.repeat(501), 'Character 501: A formula has at most 500 characters'],
    [`${'('.repeat(200)}1`, 'Character 21: A formula nests at most 20 deep. Use more lines'],
    ['-'.repeat(400), 'Character 21: A formula nests at most 20 deep. Use more lines'],
    [`1${'+1'.repeat(120)}`, 'Character 200: A formula has at most 200 parts. Use more lines'],
  ])('%j', (formula, fault) => {
    expect(faultOf(formula)).toBe(fault);
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'prototype'])('%s is nothing', (name) => {
    for (const formula of [name, `${name}(1)`, `${name}()`, `answered(${name})`, `material { ${name}: 1, else: 2 }`])
      expect(faultOf(formula)).toMatch(/^Character \d+: /);
    expect(centsOf('material { acrylic: 1, else: 2 }', { material: name })).toBe(200);
  });

  it('are all reported, and quickly, for any text', () => {
    const parts = [
      '(',
      ')',
      '{',
      '}',
      '"',
      ':',
      ',',
      '-',
      '+',
      '*',
      '/',
      '÷',
      '<',
      '=',
      ' ',
      '9',
      '1e9',
      '0.5',
      'if',
      'and',
      'not',
    ];
    const words = [
      ...parts,
      'min(',
      'if(',
      'material{',
      'else',
      'width',
      'rush',
      'acrylic',
      '__proto__',
      'constructor',
      '\0',
      '\u2028',
      '😀',
    ];
    let seed = 7;
    const next = (count: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % count;
    };
    for (let run = 0; run < 3_000; run += 1) {
      const formula = Array.from({ length: 1 + next(60) }, () => words[next(words.length)]).join('');
      const fault = faultOf(formula);
      expect(fault === null || /^Character \d+: ./su.test(fault)).toBe(true);
      expect(centsOf(formula)).toSatisfy(
        (cents) => cents === null || (Number.isSafeInteger(cents) && Number(cents) >= 0),
      );
    }
  });

  it('compute quickly with the longest numbers', () => {
    const long = `${'9'.repeat(30)}*`.repeat(15);
    expect(centsOf(`${long}1`)).toBeNull();
    expect(centsOf(`${'width*'.repeat(80)}1`, { width: 5e-324 })).toBeNull();
    expect(centsOf(`${'min('.repeat(18)}1${',2)'.repeat(18)}`)).toBe(100);
  });
});

import { formatMoney, readFormatsFrom } from '../../domain/values/formats.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { currencySymbol, formatAmount, moneyFault, parseAmount, plainAmount } from '../../domain/values/money.ts';
import { numberFault, readNumber } from '../../domain/values/number-text.ts';
import { readSize } from '../../src/ui/formatSize.ts';

const COMMA = 'Use a point for decimals, like 12.50, and commas only for thousands, like 1,250';

/** Text, the number that it denotes, and the amount in cents. */
const TABLE: [string, number | undefined, number | undefined][] = [
  ['12', 12, 1200],
  ['12.', 12, 1200],
  ['12.5', 12.5, 1250],
  ['12.50', 12.5, 1250],
  ['.5', 0.5, 50],
  ['007', 7, 700],
  [' 3 ', 3, 300],
  ['-4.20', -4.2, -420],
  ['\u22124.20', -4.2, -420],
  ['1,250', 1250, 125000],
  ['1,250.07', 1250.07, 125007],
  ['1,234,567.8', 1234567.8, 123456780],
  ['$3', undefined, 300],
  ['-$3', undefined, -300],
  ['$ 1,000', undefined, 100000],
  ['1.234', 1.234, undefined],
  ['1e3', 1000, undefined],
  ['1e-7', 1e-7, undefined],
  // Decimal commas, and commas that do not separate groups of three.
  ['1,5', undefined, undefined],
  ['12,50', undefined, undefined],
  ['1,50,000', undefined, undefined],
  ['1,2345', undefined, undefined],
  ['1234,567', undefined, undefined],
  ['1,234,56', undefined, undefined],
  [',250', undefined, undefined],
  ['1,', undefined, undefined],
  ['1,,000', undefined, undefined],
  ['1.5,000', undefined, undefined],
  ['1.250,00', undefined, undefined],
  // Not numbers.
  ['', undefined, undefined],
  ['  ', undefined, undefined],
  ['.', undefined, undefined],
  ['-', undefined, undefined],
  ['$', undefined, undefined],
  ['1 2', undefined, undefined],
  ['1.2.3', undefined, undefined],
  ['twelve', undefined, undefined],
  ['0x1f', undefined, undefined],
  ['Infinity', undefined, undefined],
  ['1e999', undefined, undefined],
  ['12e', undefined, undefined],
];

describe('numbers as people type them', () => {
  it.each(TABLE)('reads %j as the number %j', (text, number) => expect(readNumber(text)).toBe(number));

  it.each(TABLE)('reads %j as %j, in money %j cents', (text, _number, cents) => expect(parseAmount(text)).toBe(cents));

  it.each([
    ['1,5 MB', undefined],
    ['1.5 MB', 1.5 * 1024 ** 2],
    ['1,024', 1024],
    ['1,02', undefined],
    ['2 kb', 2048],
    ['MB', undefined],
  ])('reads the size %j as %j bytes', (text, bytes) => expect(readSize(text)).toBe(bytes));

  it('reads back what it wrote', () => {
    fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => readNumber(String(n)) === n + 0));
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (n) => parseAmount(formatAmount(n)) === n + 0),
    );
  });

  it('says what is wrong with a comma, and only with a comma', () => {
    for (const text of ['1,5', '12,50', '1,00,000']) {
      expect(numberFault(text)).toBe(COMMA);
      expect(moneyFault(`$${text}`)).toBe(COMMA);
    }
    expect(numberFault('one, two')).toBe('Enter a number');
    expect(numberFault('twelve', 'Enter a whole number')).toBe('Enter a whole number');
    expect(moneyFault('twelve')).toBe('Enter an amount, like 12.50');
  });

  it('writes amounts with two decimals', () => {
    expect([0, 5, 1250, 125050].map(formatAmount)).toEqual(['0.00', '0.05', '12.50', '1,250.50']);
    expect([0, -420, 125050].map(formatMoney)).toEqual(['$0.00', '-$4.20', '$1,250.50']);
  });
});

/** By currency: its symbol, 125050 minor units as money and as a plain amount, and an example of an amount. */
const CURRENCIES: [currency: string, ...texts: [symbol: string, money: string, plain: string, example: string]][] = [
  ['USD', '$', '$1,250.50', '1250.50', '12.50'],
  ['EUR', '€', '€1,250.50', '1250.50', '12.50'],
  ['CAD', 'CA$', 'CA$1,250.50', '1250.50', '12.50'],
  ['CHF', 'CHF', 'CHF\u00A01,250.50', '1250.50', '12.50'],
  ['JPY', '¥', '¥125,050', '125050', '1,250'],
  ['KWD', 'KWD', 'KWD\u00A0125.050', '125.050', '1.250'],
];

describe('an amount', () => {
  afterEach(() => readFormatsFrom(() => undefined));

  it.each(CURRENCIES)(
    'in %s has its symbol and decimals, and is read back',
    (currency, symbol, money, plain, example) => {
      readFormatsFrom(() => ({ currency }));
      expect([currencySymbol(), formatMoney(125050), plainAmount(125050)]).toEqual([symbol, money, plain]);
      expect([money, plain, `${plain} ${currency}`, `-${money}`].map(parseAmount)).toEqual([
        125050, 125050, 125050, -125050,
      ]);
      expect(moneyFault('much')).toBe(`Enter an amount, like ${example}`);
      expect(parseAmount('1.0005')).toBeUndefined();
    },
  );

  it('in yen has no decimals', () => {
    readFormatsFrom(() => ({ currency: 'JPY' }));
    expect(['12', '12.', '12.5'].map(parseAmount)).toEqual([12, 12, undefined]);
  });
});

import { minorUnits, moneyFormat, siteCurrency } from './formats.ts';
import { numberFault } from './number-text.ts';

/** Text for an input, without the symbol: 125050 cents are "1,250.50". */
export function formatAmount(amount: number): string {
  const parts = moneyFormat().formatToParts(amount / minorUnits());
  return parts.flatMap(({ type, value }) => (type === 'currency' || type === 'literal' ? [] : [value])).join('');
}

/** Without grouping, for spreadsheets and programs: 125050 cents are "1250.50". */
export function plainAmount(amount: number): string {
  return formatAmount(amount).replaceAll(',', '');
}

/** "$", "€", "CHF". */
export function currencySymbol(): string {
  return moneyFormat()
    .formatToParts(0)
    .find(({ type }) => type === 'currency')!.value;
}

/** Sign, whole units (with or without thousands separators), decimals. */
const AMOUNT = /^([-\u2212]?)\s*(\d{1,3}(?:,\d{3})+|\d+|(?=\.\d))(?:\.(\d*))?$/;

/** Parses a typed amount as integer minor units: "$1,250.5" is 125050. Undefined for anything else: "1,5", "12,50", "1.234". */
export function parseAmount(text: string): number | undefined {
  const [, sign, whole = '', fraction = ''] = AMOUNT.exec(withoutCurrency(text)) ?? [];
  if (sign === undefined) return undefined;
  const units = minorUnits();
  const decimals = String(units).length - 1;
  const amount = Number(whole.replaceAll(',', '')) * units + Number(fraction.padEnd(decimals, '0'));
  if (fraction.length > decimals || !Number.isSafeInteger(amount)) return undefined;
  return sign === '' ? amount : -amount;
}

/** The validation message for text that is not an amount. */
export function moneyFault(text: string): string {
  return numberFault(withoutCurrency(text), `Enter an amount, like ${formatAmount(1250)}`);
}

function withoutCurrency(text: string): string {
  return text.replace(currencySymbol(), '').replace(siteCurrency(), '').trim();
}

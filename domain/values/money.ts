import { numberFault } from './number-text.ts';

const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Text for an input: 125050 cents are "1,250.50". */
export function formatCents(cents: number): string {
  return amount.format(cents / 100);
}

/** Without grouping, for spreadsheets and programs: 125050 cents are "1250.50". */
export function plainAmount(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Sign, "$", dollars (with or without thousands separators), up to two decimals. */
const AMOUNT = /^([-\u2212]?)\$?\s*(\d{1,3}(?:,\d{3})+|\d+|(?=\.\d))(?:\.(\d{0,2}))?$/;

/** Parses a typed amount as integer cents: "1,250.5" is 125050. Undefined for anything else: "1,5", "12,50", "1.234". */
export function parseCents(text: string): number | undefined {
  const match = AMOUNT.exec(text.trim());
  if (!match) return undefined;
  const [, sign = '', dollars = '', fraction = ''] = match;
  const cents = Number(dollars.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) return undefined;
  return sign === '' ? cents : -cents;
}

/** The validation message for text that is not an amount. */
export function moneyFault(text: string): string {
  return numberFault(text, 'Enter an amount, like 12.50');
}

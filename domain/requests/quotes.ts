import { formatDay, formatMoney } from '../values/formats.ts';

export const QUOTE_STATES = ['sent', 'accepted', 'changesRequested', 'superseded', 'withdrawn'] as const;
export type QuoteState = (typeof QUOTE_STATES)[number];

export interface QuoteLine {
  label: string;
  quantity: number;
  /** Negative for a reduction. */
  unitCents: number;
}

/** A revision of a quote. Its lines never change. */
export interface Quote {
  /** From 1 for each request. */
  number: number;
  lines: readonly QuoteLine[];
  totalCents: number;
  /** Last day on which it can be accepted, YYYY-MM-DD. */
  expiresOn: string;
  state: QuoteState;
}

/** Highest total of a quote, in minor units. */
const HIGHEST = 100_000_000;

/** In minor units; null for lines that add up to no price. */
export function quoteTotal(lines: readonly QuoteLine[]): number | null {
  const total = lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0);
  return lines.length > 0 && total >= 0 && total <= HIGHEST ? total : null;
}

export function isExpired({ state, expiresOn }: Pick<Quote, 'state' | 'expiresOn'>, today: string): boolean {
  return state === 'sent' && expiresOn < today;
}

/** "2 × Acrylic sheet" */
export function quoteLineLabel({ label, quantity }: Pick<QuoteLine, 'label' | 'quantity'>): string {
  return quantity === 1 ? label : `${quantity} × ${label}`;
}

/** The quote in lines, for messages. */
export function quoteText({ number, lines, expiresOn }: Quote): string {
  const parts = lines.map((line) => `${quoteLineLabel(line)}: ${formatMoney(line.quantity * line.unitCents)}`);
  return [`Quote ${number}, valid until ${formatDay(expiresOn, 'dated')}:`, ...parts].join('\n');
}

import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { isExpired, quoteText, quoteTotal, type QuoteLine } from '../../domain/requests/quotes.ts';
import { Quotes } from '../../src/portal/requests/submission/Quotes.tsx';

const lines: QuoteLine[] = [
  { label: 'Setup', quantity: 1, unitCents: 500 },
  { label: 'Acrylic', quantity: 3, unitCents: 700 },
];
const quote = { number: 2, lines, totalCents: 2600, expiresOn: '2027-03-01', state: 'sent' as const };

describe('a quote', () => {
  test('costs what its lines add up to', () => {
    expect(quoteTotal(lines)).toBe(2600);
    expect(quoteTotal([{ label: 'Rebate', quantity: 2, unitCents: -1 }])).toBeNull();
    expect(quoteTotal([])).toBeNull();
    expect(quoteTotal([{ label: 'House', quantity: 10_000, unitCents: 100_000_000 }])).toBeNull();
  });

  test('can be accepted on its last day, not after it', () => {
    expect(isExpired(quote, '2027-03-01')).toBe(false);
    expect(isExpired(quote, '2027-03-02')).toBe(true);
    expect(isExpired({ ...quote, state: 'accepted' }, '2027-03-02')).toBe(false);
  });

  test('is sent line by line', () => {
    expect(quoteText(quote).split('\n')).toEqual([
      expect.stringMatching(/^Quote 2, valid until .*Mar 1, 2027:$/),
      'Setup: $5.00',
      '3 × Acrylic: $21.00',
    ]);
  });

  test('is shown with its lines, total and last day', () => {
    const shown = { ...quote, lines: [...lines], isExpired: false, by: 'Kim Lee', at: '2027-02-01T10:00:00Z' };
    const page = renderToStaticMarkup(<Quotes quotes={[shown]} />);
    expect(page).toContain('<dt>3 × Acrylic</dt><dd>$21.00</dd>');
    expect(page).toContain('<dt>Total</dt><dd>$26.00</dd>');
    expect(page).toMatch(/Valid until .*2027\./);
    expect(renderToStaticMarkup(<Quotes quotes={[{ ...shown, isExpired: true }]} />)).toMatch(/Expired: it was valid/);
    expect(renderToStaticMarkup(<Quotes quotes={[]} />)).toBe('');
  });
});

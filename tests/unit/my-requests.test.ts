import { describe, expect, it } from 'vitest';
import type { RequestField, RequestFormSchema } from '../../domain/requests/request-form.ts';
import { filterOf, readListState, writeListState } from '../../src/portal/requests/list/listState.ts';
import { cancelConsequence } from '../../src/requests/cancelConsequence.ts';
import { readTyped, startOfInputs } from '../../src/requests/statusInput.ts';
import { priceIn } from '../../src/portal/requests/form/price.ts';

const side: RequestField = { 'x-field': 'Double', type: 'number', title: 'Side', minimum: 6, maximum: 96 };
const POSTER: RequestFormSchema = {
  type: 'object',
  additionalProperties: false,
  required: [],
  'x-order': ['width', 'height', 'quantity'],
  properties: {
    width: side,
    height: side,
    quantity: { 'x-field': 'Integer', type: 'integer', title: 'Copies', minimum: 1, maximum: 20 },
  },
};

describe('the list of own requests and its address', () => {
  it('reads back what it writes', () => {
    const state = { q: 'oak', show: 'open', status: 'Quoted', sortBy: 'costCents', order: 'ASC', page: 3 } as const;
    expect(readListState(writeListState(state))).toEqual(state);
  });

  it('leaves the address without parameters by default', () => {
    expect(writeListState(readListState(new URLSearchParams())).toString()).toBe('');
  });

  it('ignores invalid parameters', () => {
    const state = readListState(new URLSearchParams('show=x&status=Sleeping&sortBy=password&page=-2'));
    expect(state).toEqual({ q: '', show: 'all', status: null, sortBy: 'createdAt', order: 'DESC', page: 1 });
  });

  it('requests only the account’s own requests', () => {
    expect(filterOf(readListState(new URLSearchParams('show=done&status=Canceled')), 5)).toEqual({
      submittedById: 5,
      done: true,
      status: 'Canceled',
    });
  });
});

describe('the inputs of a status change', () => {
  const inputs = startOfInputs({ costCents: 1250, expectedOn: null });

  it('starts with what is known', () => {
    expect(inputs).toEqual({ reason: '', cost: '12.50', expectedOn: '' });
  });

  it('are reported when missing or invalid', () => {
    expect(readTyped({ ...inputs, cost: 'ten' }, ['reason', 'cost'])).toEqual({
      faults: { reason: 'This field is required', cost: 'Enter an amount, like 12.50' },
    });
    expect(readTyped({ ...inputs, cost: '12,50' }, ['cost'])).toEqual({
      faults: { cost: expect.stringContaining('with a point') },
    });
    expect(readTyped({ ...inputs, expectedOn: '2/30/2026' }, ['expectedOn'])).toEqual({
      faults: { expectedOn: 'There is no February 30: February 2026 has 28 days' },
    });
  });

  it('sends only what was asked for, money in cents', () => {
    expect(readTyped({ reason: ' Late ', cost: '1,012.5', expectedOn: '2026-05-01' }, ['cost', 'reason'])).toEqual({
      input: { reason: 'Late', costCents: 101250 },
    });
  });
});

describe('what canceling means', () => {
  const words = (given: Parameters<typeof cancelConsequence>[0]) => cancelConsequence(given).join(' ');

  it('is said to the customer: for good, a new request and a new turn, and no cost', () => {
    expect(words({ count: 1, viewedAs: 'customer', paidCents: 0 })).toMatch(
      /for good.*cannot be opened again.*new request.*costs nothing/,
    );
  });

  it('is said to staff: who can set it back, and that nothing is paid back by itself', () => {
    expect(words({ count: 1, viewedAs: 'staff', paidCents: 1250 })).toMatch(/administrator.*\$12\.50 has been paid/);
    expect(words({ count: 3, viewedAs: 'staff', paidCents: null })).toMatch(/^They are canceled.*refunds/);
  });
});

describe('the price while a form is filled in', () => {
  it('explains a poster line by line', () => {
    const price = priceIn('Poster', POSTER, { width: 24, height: 36, quantity: 2 });
    expect(price?.cents).toBe(8400);
    expect(price?.lines).toEqual([
      { label: '24 in × 36 in', value: '6 sq ft' },
      { label: 'One copy, at $7.00 per sq ft', value: '$42.00' },
      { label: 'Copies', value: '× 2' },
    ]);
  });

  it('waits for the answers that it depends on', () => {
    expect(priceIn('Poster', POSTER, { width: 24 })).toEqual({ cents: null, lines: [] });
    expect(priceIn('Poster', POSTER, { width: 99, height: 36, quantity: 1 })).toEqual({ cents: null, lines: [] });
    expect(priceIn('Poster', POSTER, { width: 24, height: 36, quantity: 1.5 })).toEqual({ cents: null, lines: [] });
    expect(priceIn('DirectCostInput', POSTER, {})).toEqual({ cents: null, lines: [] });
  });

  it('says nothing where staff set the price or there is none', () => {
    expect(priceIn('Quoted', POSTER, {})).toBeUndefined();
    expect(priceIn('Free', POSTER, {})).toBeUndefined();
  });
});

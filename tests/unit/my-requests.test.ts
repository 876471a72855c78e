import { describe, expect, it } from 'vitest';
import type { RequestField, RequestFormSchema } from '../../domain/requests/request-form.ts';
import { ownRequestsFilter, readListState, writeListState } from '../../src/portal/requests/list/listState.ts';
import { priceIn } from '../../src/portal/requests/form/price.ts';

const side: RequestField = { 'x-field': 'Double', type: 'number', title: 'Side', minimum: 6, maximum: 96 };
const POSTER: RequestFormSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['width', 'height', 'quantity'],
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
    expect(ownRequestsFilter(readListState(new URLSearchParams('show=done&status=Canceled')), 5)).toEqual({
      submittedById: 5,
      done: true,
      status: 'Canceled',
    });
  });
});

describe('the price while a form is filled in', () => {
  it('explains a poster line by line', () => {
    const price = priceIn('Poster', POSTER, { width: 24, height: 36, quantity: 2 });
    expect(price?.cents).toBe(8400);
    expect(price?.lines).toEqual([{ label: '24 in × 36 in × 2, at $7.00 per sq ft', cents: 8400 }]);
  });

  it('waits for the answers that it depends on', () => {
    expect(priceIn('Poster', POSTER, { width: 24 })).toEqual({ cents: null, lines: [], isByStaff: false });
    expect(priceIn('Poster', POSTER, { width: 99, height: 36, quantity: 1 })).toEqual({
      cents: null,
      lines: [],
      isByStaff: false,
    });
    expect(priceIn('Poster', POSTER, { width: 24, height: 36, quantity: 1.5 })).toEqual({
      cents: null,
      lines: [],
      isByStaff: false,
    });
    expect(priceIn('DirectCostInput', POSTER, {})).toEqual({ cents: null, lines: [], isByStaff: false });
  });

  it('says nothing where staff set the price or there is none', () => {
    expect(priceIn('Quoted', POSTER, {})).toBeUndefined();
    expect(priceIn('Free', POSTER, {})).toBeUndefined();
  });
});

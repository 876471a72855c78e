import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Receipt } from '../../domain/calls/receipts.ts';
import { Screen } from '../../src/portal/payments/receipt/ReceiptScreen.tsx';
import { sitePage, SIZES } from './site-page.tsx';

const TOKEN = 'abcdefghijklmnopqrstuv';
const RECEIPT: Receipt = {
  number: 'R-000012',
  title: 'Poster printing, request 7',
  issuedAt: '2026-11-28T18:00:00.000Z',
  timezone: 'America/Denver',
  issuer: ['Campus Makeshop', '1 University Ave'],
  customer: 'Ł. Ż.',
  lines: [
    { label: 'Poster, 24 × 36 in', amountCents: 4200, kind: 'item' },
    { label: 'Discount', amountCents: -840, kind: 'discount' },
  ],
  amountCents: 3360,
  taxCents: 0,
  discountReason: 'Students',
  payments: [{ method: 'Card', amountCents: 3360, paidAt: '2026-11-28T18:00:00.000Z', account: null, payer: null }],
  refunds: [{ method: 'Card', amountCents: 1000, refundedAt: '2026-11-29T18:00:00.000Z', isPending: false }],
};

async function openReceipt(size: keyof typeof SIZES, answer: () => unknown) {
  await sitePage({
    pattern: '/receipt/:endpoint/:id',
    address: `/receipt/request/${TOKEN}`,
    screen: <Screen />,
    answers: {
      'POST /api/content/TrackPageView': () => undefined,
      [`GET /api/receipt/request/${TOKEN}`]: answer,
    },
    size,
    inShell: true,
  });
}

test.each(Object.keys(SIZES) as (keyof typeof SIZES)[])(
  'a receipt shows lines, payments and refunds, leads to its PDF file and fits (%s)',
  async (size) => {
    await openReceipt(size, () => RECEIPT);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Receipt R-000012' })).toBeVisible();
    await expect.element(page.getByRole('row', { name: 'Discount (Students) -$8.40' })).toBeVisible();
    await expect.element(page.getByRole('row', { name: 'Total $33.60' })).toBeVisible();
    await expect.element(page.getByRole('row', { name: 'Paid after refunds $23.60' })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'PDF' }))
      .toHaveAttribute('href', `/api/receipt/request/${TOKEN}/pdf`);
    const { violations } = await axe.run(document.body);
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  },
);

test('an unknown receipt is a page that does not exist', async () => {
  const missing = {
    type: 'about:blank#receipts.no-such-receipt',
    title: 'Not found',
    status: 404,
    code: 'receipts.no-such-receipt',
    detail: 'This receipt does not exist.',
  };
  await openReceipt('desktop', () =>
    Response.json(missing, { status: 404, headers: { 'content-type': 'application/problem+json' } }),
  );
  await expect.element(page.getByRole('heading', { level: 1, name: 'There is no page at this address' })).toBeVisible();
});

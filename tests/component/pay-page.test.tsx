import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PaymentView } from '../../domain/calls/payments.ts';
import { Screen } from '../../src/portal/payments/pay/PayScreen.tsx';
import type { ApiCall } from './site-api.ts';
import { sitePage, SIZES } from './site-page.tsx';

type Department = PaymentView['departments'][number];

const PHYSICS: Department = {
  ...{ balanceId: 3, name: 'Physics', accountFormat: '###-AA', accountCheck: 'none', accountHint: null },
  ...{ approvalAboveCents: null, leftCents: 5_000, state: 'allowed', reason: null },
};
const VIEW: PaymentView = {
  ...{ state: 'due', reason: null, title: 'Poster, request 7', path: '/requests/viewsubmission/7/Default' },
  ...{ isOwn: true, amountCents: 2_400, paidCents: 0, dueCents: 2_400, refundedCents: 0 },
  lines: [{ label: 'Poster', amountCents: 2_400, kind: 'item' }],
  ...{ discountReason: null, expiresAt: null, balances: [], departments: [PHYSICS], approval: null },
  ...{ hasCards: true, isTest: false, receiptPath: null },
};
const APPROVAL: NonNullable<PaymentView['approval']> = {
  ...{ state: 'requested', balanceId: 3, department: 'Physics', amountCents: 2_400 },
  ...{ reason: null, expiresAt: '2027-03-09T17:00:00.000Z', isCurrent: true },
};

const refusal = (status: number, code: string, detail: string, errors = {}) =>
  Response.json(
    { type: `about:blank#${code}`, title: 'Not possible', status, code, detail, errors },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );

interface Given {
  view?: Partial<PaymentView>;
  size?: keyof typeof SIZES;
  address?: string;
  /** What the server answers to a payment with a department, and to a code. */
  onDepartment?: (call: ApiCall) => unknown;
  onCode?: () => unknown;
}

async function openPay({ view = {}, size = 'desktop', address = '/payment/request/7', ...given }: Given = {}) {
  const { onDepartment, onCode } = given;
  let shown: PaymentView = { ...VIEW, ...view };
  const calls = await sitePage({
    pattern: '/payment/:endpoint/:id',
    address,
    screen: <Screen />,
    answers: {
      'POST /api/content/TrackPageView': () => undefined,
      'GET /api/payment/request/7': () => shown,
      'POST /api/payment/request/7/card': () => ({ paymentId: 9, url: '#card' }),
      'POST /api/payment/request/7/department': onDepartment ?? (() => shown),
      'POST /api/discounts/codes': onCode ?? (() => ({ name: 'Open house' })),
    },
    size,
  });
  return { calls, show: (next: Partial<PaymentView>): PaymentView => (shown = { ...shown, ...next }) };
}

async function expectAccessible() {
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
}

const payButton = () => page.getByRole('button', { name: 'Pay $24.00 with Physics' });

test.each(Object.keys(SIZES) as (keyof typeof SIZES)[])(
  'a department is offered with what is left, and an account string is checked before it is sent (%s)',
  async (size) => {
    const { calls } = await openPay({ size });
    await expect.element(page.getByText('You can charge $50.00 to it now.')).toBeVisible();
    await userEvent.fill(page.getByLabelText('Account string'), '12-xy');
    await userEvent.click(payButton());
    await expect.element(page.getByText(/Enter the account as ###-AA/)).toBeVisible();
    await expectAccessible();
    const sent = () => calls.filter(({ path }) => path.endsWith('/department'));
    expect(sent()).toEqual([]);
    await userEvent.fill(page.getByLabelText('Account string'), '123-xy');
    await userEvent.click(payButton());
    await expect.poll(() => sent().length).toBe(1);
    expect(sent()[0]?.body).toEqual({ amountCents: 2_400, balanceId: 3, account: '123-xy' });
  },
);

test('a refusal of the server is shown, at its field or above', async () => {
  const answers = [
    refusal(400, 'invalid', 'Invalid', { account: 'The check digit does not match: check the account' }),
    refusal(409, 'department.not-possible', 'You can charge $3.00 more to this department.'),
  ];
  await openPay({ onDepartment: () => answers.shift() });
  await userEvent.fill(page.getByLabelText('Account string'), '123-xy');
  await userEvent.click(payButton());
  await expect.element(page.getByText(/The check digit does not match/)).toBeVisible();
  await userEvent.click(payButton());
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Not paidYou can charge $3.00 more to this department.');
  await expectAccessible();
});

test('a department that cannot pay says why', async () => {
  const reason = 'You can charge $3.00 more to this department.';
  await openPay({ view: { departments: [{ ...PHYSICS, leftCents: 300, state: 'refused', reason }] } });
  await expect.element(page.getByText(reason)).toBeVisible();
  await expect.element(payButton()).not.toBeInTheDocument();
  await expectAccessible();
});

test('above an amount the contact is requested to approve, and the page says that it waits', async () => {
  const departments = [{ ...PHYSICS, accountFormat: null, state: 'needsApproval' as const }];
  const { show } = await openPay({ view: { departments }, onDepartment: () => show({ approval: APPROVAL }) });
  await userEvent.click(page.getByRole('button', { name: 'Request approval of $24.00' }));
  await expect.element(page.getByText('Waiting for approval')).toBeVisible();
  await expect.element(page.getByText('The contact of this department has not decided yet.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Pay \$24.00 by card/ })).toBeVisible();
  await expectAccessible();
});

test.each([
  ['declined', 'Declined'],
  ['expired', 'Not approved in time'],
  ['approved', 'Approved'],
] as const)('a request that is %s is shown with its reason', async (state, title) => {
  await openPay({ view: { approval: { ...APPROVAL, state, reason: 'Not for this fair' } } });
  await expect.element(page.getByText(title, { exact: true })).toBeVisible();
  await expect.element(page.getByText('Reason: Not for this fair')).toBeVisible();
  await expectAccessible();
});

test('a discount code lowers the price, and a wrong one says why', async () => {
  const text = 'This code expired on May 1, 2026.';
  const answers = [refusal(409, 'discounts.code-expired', text, { code: text }), { name: 'Open house' }];
  const { show } = await openPay({ onCode: () => answers.shift() });
  await userEvent.click(page.getByRole('button', { name: 'Enter a discount code' }));
  await expect.element(page.getByLabelText('Discount code')).toHaveFocus();
  await userEvent.click(page.getByRole('button', { name: 'Apply code' }));
  await expect.element(page.getByText('Enter a code', { exact: true })).toBeVisible();
  await userEvent.fill(page.getByLabelText('Discount code'), 'spring');
  await userEvent.click(page.getByRole('button', { name: 'Apply code' }));
  await expect.element(page.getByText(text)).toBeVisible();
  await expectAccessible();
  show({ dueCents: 1_200, amountCents: 1_200, discountReason: 'Open house, 50% off' });
  await userEvent.fill(page.getByLabelText('Discount code'), 'spring');
  await userEvent.click(page.getByRole('button', { name: 'Apply code' }));
  await expect.element(page.getByText('The discount “Open house” is taken off.')).toBeVisible();
});

test('people who pay for someone else, or after a part was paid, are offered no code', async () => {
  await openPay({ view: { isOwn: false, path: null } });
  await expect.element(payButton()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Enter a discount code' })).not.toBeInTheDocument();
});

test.each([
  ['', 'My requests', '/requests/myrequests'],
  ['/requests/myrequests?page=2', 'My requests', '/requests/myrequests?page=2'],
  ['/signup/details/4', 'Back', '/signup/details/4'],
  ['//evil.example', 'My requests', '/requests/myrequests'],
  ['/\\evil.example', 'My requests', '/requests/myrequests'],
  ['https://evil.example/', 'My requests', '/requests/myrequests'],
  ['javascript:alert(1)', 'My requests', '/requests/myrequests'],
  [`/${'a'.repeat(500)}`, 'My requests', '/requests/myrequests'],
])('from "%s" the page leads back, to "%s"', async (from, label, to) => {
  await openPay({ address: `/payment/request/7${from === '' ? '' : `?from=${encodeURIComponent(from)}`}` });
  await expect.element(page.getByRole('link', { name: label })).toHaveAttribute('href', to);
});

test('after the payment, the way back is beside the receipt', async () => {
  await openPay({
    address: '/payment/request/7?from=%2Fsignup%2Fdetails%2F4',
    view: { state: 'paid', paidCents: 2_400, dueCents: 0, receiptPath: '/receipt/3' },
  });
  await expect.element(page.getByRole('link', { name: 'Open the receipt' })).toBeVisible();
  const links = page.getByRole('link', { name: 'Back', exact: true });
  await expect
    .poll(() => links.elements().map((link) => link.getAttribute('href')))
    .toEqual(['/signup/details/4', '/signup/details/4']);
  await expectAccessible();
});

test('the way back survives the checkout', async () => {
  const { calls } = await openPay({ address: '/payment/request/7?from=%2Fsignup%2Fdetails%2F4' });
  await userEvent.click(page.getByRole('button', { name: 'Pay $24.00 by card' }));
  await expect
    .poll(() => calls.find(({ path }) => path.endsWith('/card'))?.body)
    .toEqual({ from: '/signup/details/4' });
});

test('people who pay for someone else have no way back', async () => {
  await openPay({ address: '/payment/request/7?key=ABC&from=%2F', view: { isOwn: false, path: null } });
  await expect.element(payButton()).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Back|My requests/ })).not.toBeInTheDocument();
});

test('what is due stays a table on a phone: texts and amounts, side by side', async () => {
  const lines: PaymentView['lines'] = [
    { label: 'Poster', amountCents: 3_000, kind: 'item' },
    { label: 'Students, 20% off', amountCents: -600, kind: 'discount' },
  ];
  await openPay({ view: { lines, paidCents: 400, dueCents: 2_000 }, size: 'phone' });
  const table = page.getByRole('table', { name: 'What Poster, request 7 costs' });
  await expect.element(table).toBeVisible();
  const rows = [...table.element().querySelectorAll('tr')];
  expect(rows.map((row) => [...row.cells].map(({ textContent }) => textContent))).toEqual([
    ['Item', 'Amount'],
    ['Poster', '$30.00'],
    ['Students, 20% off', '-$6.00'],
    ['Total', '$24.00'],
    ['Already paid', '-$4.00'],
    ['Due', '$20.00'],
  ]);
  const tops = rows.map(
    (row) => new Set([...row.cells].map((cell) => Math.round(cell.getBoundingClientRect().top))).size,
  );
  expect(tops).toEqual(rows.map(() => 1));
  await expectAccessible();
});

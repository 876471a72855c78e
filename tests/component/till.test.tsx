import axe from 'axe-core';
import { encodeQR } from 'qr';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { TillCustomer, TillItem, TillReport, TillSale, TillState } from '../../domain/calls/till.ts';
import { Screen as ReportScreen } from '../../src/portal/till/TillReportScreen.tsx';
import { Screen } from '../../src/portal/till/TillScreen.tsx';
import { refusal, type Answers, type ApiCall } from './site-api.ts';
import { sitePage, SIZES } from './site-page.tsx';

const STATE: TillState = {
  session: {
    id: 4,
    till: 'Makeshop counter',
    hasTerminal: true,
    openedAt: '2026-11-28T16:00:00.000Z',
    floatCents: 5000,
  },
  denominations: [1, 5, 10, 25, 100, 500, 1000, 2000, 5000, 10000],
  tills: [{ id: 1, name: 'Makeshop counter', floatCents: 5000, cashier: 'Grace Hopper' }],
};
const ADA: TillCustomer = {
  id: 7,
  name: 'Ada Byron',
  username: 'ada',
  email: 'ada@campus.example',
  isGuest: false,
  isOwn: false,
  dues: [
    {
      ...{ endpoint: 'request', id: 12, title: 'Poster printing', lines: ['Poster, 24 × 36 in: $12.34'] },
      ...{ amountCents: 1234, paidCents: 0, dueCents: 1234, expiresAt: null, path: null, canRemove: false },
    },
    {
      ...{ endpoint: 'order', id: 3, title: 'Order 3', lines: ['2 × Plywood: $9.00'] },
      ...{ amountCents: 900, paidCents: 0, dueCents: 900, expiresAt: '2026-11-28T18:00:00.000Z', path: null },
      canRemove: true,
    },
  ],
  pickups: [{ id: 2, summary: '1 × Tape', isReady: true, shelf: 'C2', path: '/admin/manageStore/orders/2/show' }],
};
const SALE: TillSale = {
  items: [
    {
      ...{ endpoint: 'request', id: 12, title: 'Poster printing', state: 'paid', takenCents: 1234, code: null },
      ...{ reason: null, chargeId: 5, receiptPath: null },
    },
  ],
  takenCents: 1234,
  changeCents: 766,
  customer: { ...ADA, dues: ADA.dues.slice(1) },
};

const MATCH = { userId: 7, name: 'Ada Byron', detail: 'ada', thing: null };
const ANSWERS: Answers = {
  'POST /api/content/TrackPageView': () => undefined,
  'GET /api/till': () => STATE,
  'GET /api/till/find': () => ({ matches: [MATCH], notice: null }),
  'GET /api/till/customers/7': () => ADA,
  'POST /api/till/sales': () => SALE,
};

const TAPE: TillItem = {
  ...{ id: 31, store: 'Makeshop', name: 'Packing tape', sku: 'TAPE-50', barcode: '4006381333931' },
  ...{ priceCents: 450, available: 2, limit: null, bought: 0 },
};
const PLYWOOD: TillItem = {
  ...{ id: 32, store: 'Makeshop', name: 'Plywood, 3 mm', sku: 'PLY-3', barcode: null },
  ...{ priceCents: 900, available: null, limit: 4, bought: 1 },
};

function openTill(answers: Answers = {}, size: keyof typeof SIZES = 'desktop'): Promise<ApiCall[]> {
  localStorage.removeItem('till.pendingSale');
  return sitePage({
    pattern: '/payment/till',
    address: '/payment/till',
    screen: <Screen />,
    answers: { ...ANSWERS, ...answers },
    size,
    inShell: true,
  });
}

const field = (name: string | RegExp) => page.getByRole('textbox', { name });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const SEARCH = /Scan a code/;
const ITEM_SEARCH = /Scan an item/;
const ORDERED = {
  lines: [
    { itemId: 31, quantity: 2 },
    { itemId: 32, quantity: 1 },
  ],
};

async function expectNoFaults(): Promise<void> {
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
}

/** Finds Ada, who owes two things. */
async function findAda(): Promise<void> {
  await expect.element(field(SEARCH)).toHaveFocus();
  await userEvent.keyboard('ABCDEFGH23{Enter}');
  await expect.element(page.getByRole('checkbox', { name: /Poster printing/ })).toHaveFocus();
}

const saleOf = (calls: readonly ApiCall[]) => calls.filter(({ path }) => path === '/api/till/sales');

test('a sale in cash needs only the keyboard, from the scan to the next customer', async () => {
  const calls = await openTill();
  await findAda();
  await expect.element(page.getByText('$21.34')).toBeVisible();
  await userEvent.keyboard('{ArrowDown} {Enter}');
  await expect.element(field('Received')).toHaveFocus();
  await userEvent.keyboard('5{Enter}');
  await expect.element(page.getByText('That is $7.34 less than the total')).toBeVisible();
  await userEvent.keyboard('{F8}');
  await expect.element(field('Received')).toHaveValue('20.00');
  await expect.element(page.getByText('$7.66')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Next customer')).toHaveFocus();
  await expect.element(page.getByText('$7.66')).toBeVisible();
  const [sale] = saleOf(calls);
  expect(sale?.body).toEqual({
    customerId: 7,
    items: [{ endpoint: 'request', id: 12, amountCents: 1234 }],
    method: 'cash',
    tenderedCents: 2000,
  });
  expect(sale?.headers.get('idempotency-key')).not.toBeNull();
  await userEvent.keyboard('{Enter}');
  await expect.element(field(SEARCH)).toHaveFocus();
});

test('a person without an account buys with the keyboard alone', async () => {
  const guest: TillCustomer = {
    ...ADA,
    id: 9,
    name: 'Guest',
    username: '',
    email: null,
    isGuest: true,
    dues: [],
    pickups: [],
  };
  const order = { ...ADA.dues[1]!, id: 8, title: 'Order 8', dueCents: 450, amountCents: 450 };
  const calls = await openTill({
    'POST /api/till/guests': () => guest,
    'GET /api/till/customers/9': () => guest,
    'GET /api/till/customers/9/items': () => [TAPE],
    'POST /api/till/customers/9/orders': () => ({ ...guest, dues: [order] }),
  });
  await expect.element(field(SEARCH)).toHaveFocus();
  await userEvent.keyboard('{F2}');
  await expect.element(field(/^Name/)).toHaveFocus();
  await expectNoFaults();
  await userEvent.keyboard('{Enter}');
  await expect.element(field(ITEM_SEARCH)).toHaveFocus();
  await userEvent.keyboard('TAPE-50{Enter}{F2}');
  await expect.element(page.getByRole('checkbox', { name: /Order 8/ })).toHaveFocus();
  await expect.element(page.getByText('Without an account')).toBeVisible();
  expect(button(/^Top up/).elements()).toEqual([]);
  expect(calls.filter(({ path }) => path === '/api/till/guests').map(({ body }) => body)).toEqual([{}]);
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Received')).toHaveFocus();
});

/** Shows this code to the camera of the page until the test ends. Frames are drawn, as a still picture sends only one. */
function showToCamera(text: string): void {
  const modules = encodeQR(text, 'raw', { border: 4 });
  const size = modules.length * 8;
  const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser does not draw.');
  const draw = () =>
    modules.forEach((row, y) =>
      row.forEach((isDark, x) => {
        context.fillStyle = isDark ? 'black' : 'white';
        context.fillRect(x * 8, y * 8, 8, 8);
      }),
    );
  draw();
  const frames = setInterval(draw, 50);
  const camera = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(canvas.captureStream(20));
  // As in a document that was opened at the till itself.
  const navigation = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
  onTestFinished(() => {
    clearInterval(frames);
    camera.mockRestore();
    navigation.mockRestore();
  });
}

test('the camera reads a code, which is sought once however long it is shown', async () => {
  showToCamera('ABCDEFGH23');
  const frame = vi.spyOn(CanvasRenderingContext2D.prototype, 'getImageData');
  onTestFinished(() => frame.mockRestore());
  const grace = { ...MATCH, userId: 8, name: 'Grace Hopper', detail: 'grace' };
  const calls = await openTill({ 'GET /api/till/find': () => ({ matches: [MATCH, grace], notice: null }) });
  await expect.element(field(SEARCH)).toHaveFocus();
  await userEvent.keyboard('{F4}');
  await expect.element(page.getByRole('list', { name: 'People found' })).toBeVisible();
  await expect.element(field(SEARCH)).toHaveValue('ABCDEFGH23');
  const read = frame.mock.calls.length;
  await expect.poll(() => frame.mock.calls.length).toBeGreaterThan(read + 3);
  expect(calls.filter(({ path }) => path === '/api/till/find').map(({ query }) => query.get('text'))).toEqual([
    'ABCDEFGH23',
  ]);
  await expectNoFaults();
  await userEvent.keyboard('{F4}');
  await expect.element(page.getByLabelText('What the camera sees')).not.toBeInTheDocument();
});

test('items are scanned, found and ordered by keyboard, then paid', async () => {
  const order: TillCustomer['dues'][number] = {
    ...{ endpoint: 'order', id: 8, title: 'Order 8', lines: ['2 × Packing tape: $9.00', 'Plywood, 3 mm: $9.00'] },
    ...{ amountCents: 1800, paidCents: 0, dueCents: 1800, expiresAt: null, path: null, canRemove: true },
  };
  let customer: TillCustomer = { ...ADA, dues: [] };
  let isConnected = false;
  const calls = await openTill({
    'GET /api/till/customers/7': () => customer,
    'GET /api/till/customers/7/items': () => [TAPE, PLYWOOD],
    'POST /api/till/customers/7/orders': () => {
      if (!isConnected) throw new TypeError('Failed to fetch');
      customer = { ...customer, dues: [order] };
      return customer;
    },
    'POST /api/till/customers/7/orders/8/remove': () => {
      customer = { ...customer, dues: [] };
      return customer;
    },
  });
  await expect.element(field(SEARCH)).toHaveFocus();
  await userEvent.keyboard('ABCDEFGH23{Enter}');
  await expect.element(page.getByText('Nothing is due.')).toHaveFocus();
  await userEvent.keyboard('{F8}');
  await expect.element(field(ITEM_SEARCH)).toHaveFocus();
  await userEvent.keyboard('4006381333931{Enter}tape-50{Enter}');
  await expect.element(field('Quantity of Packing tape')).toHaveValue('2');
  await userEvent.keyboard('4006381333931{Enter}');
  await expect.element(page.getByText('Only 2 of Packing tape left.')).toBeVisible();
  await userEvent.keyboard('p');
  await expect.element(button(/Packing tape.*2 left/)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(button(/Packing tape.*2 left/)).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(field(ITEM_SEARCH)).toHaveFocus();
  await expect.element(field('Quantity of Plywood, 3 mm')).toHaveValue('1');
  await expect.element(page.getByText('$18.00')).toBeVisible();
  await expectNoFaults();
  await userEvent.keyboard('{F2}');
  await expect.element(page.getByText('No connection')).toBeVisible();
  isConnected = true;
  await userEvent.keyboard('{F2}');
  await expect.element(page.getByRole('checkbox', { name: /Order 8/ })).toHaveFocus();
  const sent = calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/orders'));
  expect(sent.map(({ body }) => body)).toEqual([ORDERED, ORDERED]);
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Received')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('checkbox', { name: /Order 8/ })).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  await expect.element(page.getByText('Nothing is due.')).toHaveFocus();
});

test('scans work wherever the focus is, an unknown code is replaced by the next one, and Escape keeps the items', async () => {
  await openTill({
    'GET /api/till/customers/7/items': () => [TAPE, { ...PLYWOOD, limit: 1 }],
  });
  await findAda();
  await userEvent.keyboard('{F8}');
  await expect.element(field(ITEM_SEARCH)).toHaveFocus();
  await userEvent.keyboard('999{Enter}');
  await expect.element(page.getByText('No item matches “999”.')).toBeVisible();
  await userEvent.keyboard('PLY-3{Enter}');
  await expect
    .element(page.getByText('Each person can buy at most 1 of Plywood, 3 mm, and 1 is already ordered.'))
    .toBeVisible();
  await userEvent.keyboard('TAPE-50{Enter}');
  await expect.element(field('Quantity of Packing tape')).toHaveValue('1');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('checkbox', { name: /Poster printing/ })).toHaveFocus();
  await userEvent.keyboard('{F8}');
  await expect.element(field('Quantity of Packing tape')).toHaveValue('1');
  await userEvent.click(button('One more of Packing tape'));
  await userEvent.keyboard('TAPE-50{Enter}');
  await expect.element(page.getByText('Only 2 of Packing tape left.')).toBeVisible();
  await userEvent.click(field('Quantity of Packing tape'));
  await userEvent.keyboard('1{Enter}');
  await expect.element(field(ITEM_SEARCH)).toHaveFocus();
  await userEvent.click(button('Remove Packing tape'));
  await expect.element(button('Add to payment')).toBeDisabled();
});

test('after the payment, the order is handed out by keyboard, before older ones', async () => {
  const [older] = ADA.pickups;
  let pickups = [...ADA.pickups, { ...ADA.pickups[0]!, id: 8, summary: '2 × Packing tape', isReady: false }];
  const sold = { endpoint: 'order', id: 8, title: 'Order 8', state: 'paid', takenCents: 900 } as const;
  const calls = await openTill({
    'POST /api/till/sales': (): TillSale => ({
      ...SALE,
      items: [{ ...sold, code: null, reason: null, chargeId: 6, receiptPath: null }],
      customer: { ...ADA, dues: [], pickups },
    }),
    'GET /api/till/customers/7': () => ({ ...ADA, pickups }),
    'POST /api/orders/actions/handOut/plan': () => ({
      ...{ ids: [8], title: 'Hand out order 8?', notes: [], button: 'Hand out', asks: true, inputs: null },
    }),
    'POST /api/orders/actions/handOut': () => {
      pickups = [older!];
      return { ids: [8], done: 'The order is collected.', changes: [], result: null };
    },
  });
  await findAda();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Received')).toHaveFocus();
  await userEvent.keyboard('{F2}{Enter}');
  await expect.element(button('Next customer')).toHaveFocus();
  await userEvent.keyboard('{F7}');
  await expect.element(page.getByRole('alertdialog', { name: 'Hand out order 8?' })).toBeVisible();
  await expect.element(button('Hand out').last()).toBeEnabled();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(button('Hand out order 8')).not.toBeInTheDocument();
  await expect.element(button('Hand out order 2')).toBeVisible();
  await expect.element(button('Next customer')).toHaveFocus();
  expect(calls.find(({ path }) => path === '/api/orders/actions/handOut')?.body).toMatchObject({ ids: [8] });
});

test('a part of one thing is paid by card', async () => {
  const calls = await openTill({ 'GET /api/till/customers/7': () => ({ ...ADA, dues: ADA.dues.slice(0, 1) }) });
  await findAda();
  await userEvent.keyboard('{F4}');
  await expect.element(field('Number on the slip')).toHaveFocus();
  await userEvent.keyboard('{F4}');
  await expect.element(field('Partial payment')).toHaveFocus();
  await userEvent.keyboard('20{Tab}T-42{Enter}');
  await expect.element(page.getByText('That is $7.66 more than the total')).toBeVisible();
  await userEvent.clear(field('Partial payment'));
  await userEvent.keyboard('5{Enter}');
  await expect.element(button('Next customer')).toBeVisible();
  expect(saleOf(calls)[0]?.body).toMatchObject({
    items: [{ endpoint: 'request', id: 12, amountCents: 500 }],
    method: 'deskCard',
    reference: 'T-42',
  });
});

test('a card payment needs the number of the slip, and Escape leads back step by step', async () => {
  const calls = await openTill();
  await findAda();
  await userEvent.keyboard('{F4}');
  await expect.element(field('Number on the slip')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Enter the number on the terminal slip')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('checkbox', { name: /Poster printing/ })).toHaveFocus();
  await userEvent.keyboard('{F4}');
  await expect.element(field('Number on the slip')).toHaveFocus();
  await userEvent.keyboard('T-42{Enter}');
  await expect.element(button('Next customer')).toBeVisible();
  expect(saleOf(calls)[0]?.body).toMatchObject({ method: 'deskCard', reference: 'T-42' });
  await userEvent.keyboard('{Escape}');
  await expect.element(field(SEARCH)).toHaveFocus();
});

test('a payment without an answer is repeated with the same key, and says so', async () => {
  let isConnected = false;
  const calls = await openTill({
    'POST /api/till/sales': () => {
      if (!isConnected) throw new TypeError('Failed to fetch');
      return SALE;
    },
  });
  await findAda();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Received')).toHaveFocus();
  await userEvent.keyboard('{F2}{Enter}');
  await expect.element(page.getByText('The payment is not confirmed yet')).toBeVisible();
  expect(localStorage.getItem('till.pendingSale')).not.toBeNull();
  isConnected = true;
  await expect.element(button('Try again now')).not.toHaveAttribute('aria-busy');
  window.dispatchEvent(new Event('online'));
  await expect.element(button('Next customer')).toBeVisible();
  const keys = saleOf(calls).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  expect(localStorage.getItem('till.pendingSale')).toBeNull();
});

test('what another till has taken is named, and the money is given back', async () => {
  const items: TillSale['items'] = [
    {
      ...{ endpoint: 'request', id: 12, title: 'Poster printing', state: 'refused', takenCents: 0 },
      ...{
        code: 'till.already-paid',
        reason: 'It is already paid. Do not take any money.',
        chargeId: 5,
        receiptPath: null,
      },
    },
  ];
  await openTill({ 'POST /api/till/sales': () => ({ ...SALE, items, takenCents: 0, changeCents: 2000 }) });
  await findAda();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Received')).toHaveFocus();
  await userEvent.keyboard('{F2}{Enter}');
  await expect.element(page.getByText('Already paid: Poster printing')).toBeVisible();
  await expect.element(page.getByText('Change due')).toBeVisible();
});

test('the own payment cannot be taken', async () => {
  await openTill({ 'GET /api/till/customers/7': () => ({ ...ADA, isOwn: true }) });
  await findAda();
  await expect.element(page.getByText('Another cashier must take your payment.')).toBeVisible();
  await userEvent.keyboard('{F2}{F4}{Enter}');
  await expect.element(page.getByRole('checkbox', { name: /Poster printing/ })).toBeVisible();
});

test('a refused payment leads back to what is due, with the reason', async () => {
  await openTill({ 'POST /api/till/sales': () => refusal(409, 'till.closed', 'You have no open drawer.') });
  await findAda();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Received')).toHaveFocus();
  await userEvent.keyboard('{F2}{Enter}');
  await expect.element(page.getByText('You have no open drawer.')).toBeVisible();
});

test('several people are chosen with the arrow keys, and none is a sentence', async () => {
  const other = { userId: 8, name: 'Ada Lovelace', detail: 'lovelace', thing: null };
  let matches = [MATCH, other];
  await openTill({
    'GET /api/till/find': () => ({
      matches,
      notice: matches.length === 0 ? 'No person, code or number matches.' : null,
    }),
    'GET /api/till/customers/8': () => ({ ...ADA, id: 8, name: 'Ada Lovelace', dues: [], pickups: [] }),
  });
  await expect.element(field(SEARCH)).toHaveFocus();
  await userEvent.keyboard('Ada{Enter}');
  await expect.element(button(/Ada Byron/)).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByText('Nothing is due.')).toHaveFocus();
  matches = [];
  await userEvent.keyboard('{Escape}');
  await expect.element(field(SEARCH)).toHaveFocus();
  await userEvent.keyboard('Nobody{Enter}');
  await expect.element(page.getByText('No person, code or number matches.')).toBeVisible();
});

test('the drawer is counted blindly, compared, and closed by keyboard', async () => {
  const report: TillReport = {
    ...{
      id: 4,
      till: 'Makeshop counter',
      cashier: 'Grace Hopper',
      closedBy: 'Grace Hopper',
      timezone: 'America/Denver',
    },
    ...{ openedAt: '2026-11-28T16:00:00.000Z', closedAt: '2026-11-29T00:00:00.000Z', floatCents: 5000 },
    totals: [
      { method: 'cash', payments: 3, paymentCents: 4000, refunds: 1, refundCents: -500 },
      { method: 'deskCard', payments: 0, paymentCents: 0, refunds: 0, refundCents: 0 },
    ],
    ...{ cashInCents: 0, cashOutCents: -500, firstCountCents: 7000, expectedCents: 8000, countedCents: 8100 },
    ...{ differenceCents: 100, note: 'Tip in the drawer' },
    moves: [{ at: '2026-11-28T17:00:00.000Z', reason: 'Stamps', amountCents: -500 }],
  };
  const calls = await openTill({
    'POST /api/till/count': () => ({ expectedCents: 8000, differenceCents: 100 }),
    'POST /api/till/close': () => ({ id: 4 }),
    'GET /api/till/sessions/4': () => report,
  });
  await expect.element(field(SEARCH)).toHaveFocus();
  await userEvent.keyboard('{F9}');
  await expect.element(field('$100.00')).toHaveFocus();
  await userEvent.keyboard('{Enter}1{Enter}1{Enter}1{Enter}{Enter}1{Enter}');
  await expect.element(page.getByText('$81.00')).toBeVisible();
  expect(document.body.textContent).not.toContain('$80.00');
  await expectNoFaults();
  await userEvent.keyboard('{Enter}{Enter}{Enter}{Enter}');
  await expect.element(button('Compare')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/\$1\.00 over/)).toBeVisible();
  await expect.element(field(/Note/)).toHaveFocus();
  await expectNoFaults();
  await userEvent.keyboard('Tip in the drawer{Enter}');
  await expect
    .poll(() => calls.find(({ path }) => path === '/api/till/close')?.body)
    .toEqual({
      countedCents: 8100,
      expectedCents: 8000,
      note: 'Tip in the drawer',
    });
});

test('the report of a session has payments, refunds, the count and the difference, and fits', async () => {
  await sitePage({
    pattern: '/payment/till/reports/:id',
    address: '/payment/till/reports/4',
    screen: <ReportScreen />,
    answers: {
      'POST /api/content/TrackPageView': () => undefined,
      'GET /api/till/sessions/4': (): TillReport => ({
        ...{
          id: 4,
          till: 'Makeshop counter',
          cashier: 'Grace Hopper',
          closedBy: 'Ada Byron',
          timezone: 'America/Denver',
        },
        ...{ openedAt: '2026-11-28T16:00:00.000Z', closedAt: '2026-11-29T00:00:00.000Z', floatCents: 5000 },
        totals: [
          { method: 'cash', payments: 3, paymentCents: 4000, refunds: 1, refundCents: -500 },
          { method: 'deskCard', payments: 2, paymentCents: 2500, refunds: 0, refundCents: 0 },
        ],
        ...{ cashInCents: 0, cashOutCents: 0, firstCountCents: 8400, expectedCents: 8500, countedCents: 8450 },
        ...{ differenceCents: -50, note: null, moves: [] },
      }),
    },
    size: 'phone',
    inShell: true,
  });
  await expect.element(page.getByRole('row', { name: 'Cash: refunds (1) -$5.00' })).toBeVisible();
  await expect.element(page.getByRole('row', { name: 'Difference ($0.50 short) -$0.50' })).toBeVisible();
  await expect.element(page.getByText('Ada Byron')).toBeVisible();
  await expectNoFaults();
});

test.each(Object.keys(SIZES) as (keyof typeof SIZES)[])('each step is accessible and fits (%s)', async (size) => {
  await openTill({}, size);
  await expect.element(field(SEARCH)).toHaveFocus();
  await expectNoFaults();
  await findAda();
  await expectNoFaults();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Received')).toHaveFocus();
  await expectNoFaults();
  await userEvent.keyboard('{F2}{Enter}');
  await expect.element(button('Next customer')).toBeVisible();
  await expectNoFaults();
});

test('without an open drawer, one is opened first', async () => {
  await openTill({ 'GET /api/till': () => ({ ...STATE, session: null }) });
  await expect.element(page.getByText('In use by Grace Hopper')).toBeVisible();
  await expectNoFaults();
});

import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Screen } from '../../src/portal/payments/MyBalances.tsx';
import { clock } from '../../src/ui/clock.ts';
import type { Answers } from './site-api.ts';
import { sitePage, SIZES } from './site-page.tsx';

const NOW = '2027-03-09T17:00:00.000Z';

function balance(id: number, values: object) {
  return {
    ...{ id, version: 1, userId: 5, kind: 'userPurse', name: 'Campus wallet', balanceCents: 0, heldCents: 0 },
    ...{ floorCents: 0, priority: 1, expiresOn: null, closedAt: null },
    ...values,
  };
}

const PURSE = balance(1, { balanceCents: 1850, heldCents: 350 });
const QUOTA = balance(2, { kind: 'userQuota', name: 'Spring quota', balanceCents: 1000, expiresOn: '2027-03-31' });
const OVER = balance(3, { kind: 'userQuota', name: 'Fall quota', balanceCents: 700, expiresOn: '2027-03-08' });

function line(id: number, values: object) {
  return {
    ...{ id, balanceId: 1, at: `2027-03-0${1 + (id % 8)}T17:00:00.000Z`, purpose: 'payment', memo: 'Poster' },
    ...{ state: 'posted', amountCents: -400, afterCents: 1850 },
    ...values,
  };
}

const LINES = [
  line(3, { memo: 'Poster (Poster printing #7)' }),
  line(2, { balanceId: 2, purpose: 'grant', memo: 'Spring term', amountCents: 1000, afterCents: 1000 }),
  line(1, { purpose: 'topUp', memo: '', amountCents: 2250, afterCents: 2250 }),
];

/** Balances and the statement, as the server filters them. */
async function openBalances(
  balances: unknown,
  lines: readonly { balanceId: number }[] = [],
  size?: keyof typeof SIZES,
) {
  const real = clock.now;
  clock.now = () => Date.parse(NOW);
  onTestFinished(() => {
    clock.now = real;
  });
  const answers: Answers = {
    'POST /api/content/TrackPageView': () => undefined,
    'GET /api/users': () => [{ id: 5, username: 'administrator' }],
    'GET /api/balances': () => balances,
    'GET /api/payment/departments': () => [],
    'GET /api/statements': ({ query }) => {
      const { balanceId } = JSON.parse(query.get('filter') ?? '{}') as { balanceId: number[] };
      const [, end] = JSON.parse(query.get('range') ?? '[0,99]') as [number, number];
      return lines.filter((one) => balanceId.includes(one.balanceId)).slice(0, end + 1);
    },
  };
  return sitePage({
    pattern: '/payment/balances',
    address: '/payment/balances',
    screen: <Screen />,
    answers,
    ...(size && { size }),
  });
}

async function rowsOf(name: string): Promise<(string | null)[][]> {
  const table = page.getByRole('table', { name, exact: true });
  await expect.element(table).toBeVisible();
  return [...table.element().querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent),
  );
}

test.each(Object.keys(SIZES) as (keyof typeof SIZES)[])(
  'balances show what can be spent, what expires, and a statement with the balance after each change (%s)',
  async (size) => {
    await openBalances([PURSE, QUOTA, OVER], LINES, size);
    await expect.element(page.getByText('You can spend $25.00.')).toBeVisible();
    await expect.element(page.getByText('$10.00 expires Mar 31, 2027')).toBeVisible();
    await expect.element(page.getByText('$7.00 expires')).not.toBeInTheDocument();
    const statement = await rowsOf('Statement');
    const amounts = statement.map((cells) => cells.slice(-2).map((text) => /-?\$[\d.]+/.exec(text ?? '')?.[0]));
    expect(amounts).toEqual([
      ['-$4.00', '$18.50'],
      ['$10.00', '$10.00'],
      ['$22.50', '$22.50'],
    ]);
    const { violations } = await axe.run(document.body);
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  },
);

test('the statement of one balance is chosen by its name, and does not repeat it', async () => {
  await openBalances([PURSE, QUOTA], LINES);
  await expect.element(page.getByRole('columnheader', { name: 'Balance', exact: true }).nth(1)).toBeVisible();
  await userEvent.click(page.getByRole('link', { name: 'Spring quota' }));
  await expect.poll(async () => (await rowsOf('Statement')).length).toBe(1);
  await expect.element(page.getByRole('combobox', { name: 'Balance' })).toHaveValue('2');
  await expect.element(page.getByRole('columnheader', { name: 'Balance', exact: true }).nth(1)).not.toBeInTheDocument();
});

test('a long statement shows more on request', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => line(30 - index, {}));
  await openBalances([PURSE], lines);
  await expect.poll(async () => (await rowsOf('Statement')).length).toBe(25);
  await userEvent.click(page.getByRole('button', { name: 'Show more' }));
  await expect.poll(async () => (await rowsOf('Statement')).length).toBe(30);
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('people without a balance learn how to get one', async () => {
  await openBalances([]);
  await expect.element(page.getByRole('heading', { name: 'No balances yet' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add money' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Statement' })).not.toBeInTheDocument();
});

test('a balance without transactions says so', async () => {
  await openBalances([PURSE]);
  await expect.element(page.getByText('No transactions yet.')).toBeVisible();
});

test('while balances load, their place is marked as busy; a failure can be repeated', async () => {
  let fail: () => void = () => undefined;
  const failure = new Promise<void>((resolve) => (fail = resolve));
  let isBroken = true;
  const refused = () => new Response('{}', { status: 403, headers: { 'content-type': 'application/problem+json' } });
  const real = clock.now;
  clock.now = () => Date.parse(NOW);
  onTestFinished(() => {
    clock.now = real;
  });
  await sitePage({
    pattern: '/payment/balances',
    address: '/payment/balances',
    screen: <Screen />,
    answers: {
      'POST /api/content/TrackPageView': () => undefined,
      'GET /api/users': () => [{ id: 5, username: 'administrator' }],
      'GET /api/payment/departments': () => [],
      'GET /api/statements': () => [],
      'GET /api/balances': () => (isBroken ? failure.then(refused) : [PURSE]),
    },
  });
  await expect.element(page.getByRole('heading', { name: 'My balances' })).toBeVisible();
  expect(document.querySelector('[aria-busy="true"]')).not.toBeNull();
  fail();
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  isBroken = false;
  await userEvent.click(page.getByRole('button', { name: 'Retry' }));
  await expect.element(page.getByText('You can spend $15.00.')).toBeVisible();
});

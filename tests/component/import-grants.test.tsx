import axe from 'axe-core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { GrantPlan } from '../../domain/calls/balances.ts';
import { GrantImportDialog } from '../../src/console/resources/balances/GrantImportDialog.tsx';
import { refusal } from './site-api.ts';
import { sitePage, SIZES } from './site-page.tsx';

const TEXT = 'person,amount,expires,purpose\nada,20,2027-05-31,Spring quota';
const PLAN: GrantPlan = {
  fault: null,
  titles: ['person', 'amount', 'expires', 'purpose'],
  grants: [
    {
      ...{ line: 2, person: 'Ada Byron', amountCents: 2_000, expiresOn: '2027-05-31' },
      ...{ purpose: 'Spring quota', needsApproval: false },
    },
  ],
  faults: [],
  counts: { grants: 1, needApproval: 0, faults: 0 },
  totalCents: 2_000,
  importedAt: null,
  basis: 'f'.repeat(64),
};

function Host() {
  const [isOpen, setIsOpen] = useState(true);
  return isOpen ? <GrantImportDialog onClose={() => setIsOpen(false)} /> : null;
}

function open(plan: Partial<GrantPlan> = {}, more: object = {}, size: keyof typeof SIZES = 'desktop') {
  return sitePage({
    pattern: '/admin/balanceManager',
    address: '/admin/balanceManager',
    screen: <Host />,
    answers: {
      'POST /api/balances/grants/plan': () => ({ ...PLAN, ...plan }),
      'POST /api/balances/grants/import': () => ({ grants: 1, needApproval: 0, totalCents: 2_000 }),
      ...more,
    },
    size,
  });
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
async function paste(): Promise<void> {
  await userEvent.fill(page.getByRole('textbox', { name: 'Or paste it here' }), TEXT);
  await userEvent.click(button('Preview import'));
}

test.each(Object.keys(SIZES) as (keyof typeof SIZES)[])(
  'grants are previewed, then imported as previewed (%s)',
  async (size) => {
    const calls = await open({}, {}, size);
    await expect.element(button('Preview import')).toBeDisabled();
    await paste();
    await expect.element(page.getByText('1 row, $20.00 in total.')).toBeVisible();
    await expect.element(page.getByRole('table', { name: 'Free quota' }).getByText('Ada Byron')).toBeVisible();
    const { violations } = await axe.run(document.body);
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    await userEvent.click(button('Import 1 row'));
    await expect.element(page.getByText('1 row imported, $20.00 in total.')).toBeVisible();
    const sent = calls.find(({ path }) => path.endsWith('/import'));
    expect(sent?.body).toEqual({ text: TEXT, basis: PLAN.basis, again: false });
  },
);

test('faulty rows are named, and nothing can be imported', async () => {
  await open({
    faults: [{ line: 3, cells: ['nobody', '5'], reason: 'No one has this name.' }],
    counts: { grants: 1, needApproval: 0, faults: 1 },
  });
  await paste();
  await expect.element(page.getByText('Row 3: No one has this name.')).toBeVisible();
  await expect.element(button('Download the rows with errors')).toBeVisible();
  await expect.element(button('Import 1 row')).toBeDisabled();
});

test('the same grants are imported again only on purpose', async () => {
  const calls = await open({ importedAt: '2027-01-12T17:00:00.000Z' });
  await paste();
  await expect.element(button('Import 1 row')).toBeDisabled();
  await userEvent.click(page.getByRole('checkbox', { name: 'Import them again' }));
  await userEvent.click(button('Import 1 row'));
  await expect.element(page.getByText('1 row imported, $20.00 in total.')).toBeVisible();
  expect(calls.find(({ path }) => path.endsWith('/import'))?.body).toMatchObject({ again: true });
});

test('a plan that has changed is refused, and can be made again', async () => {
  await open(
    {},
    { 'POST /api/balances/grants/import': () => refusal(409, 'balances.plan-changed', 'The accounts have changed.') },
  );
  await paste();
  await userEvent.click(button('Import 1 row'));
  await expect.element(page.getByText('The accounts have changed.')).toBeVisible();
  await userEvent.click(button('Choose another file'));
  await expect.element(page.getByRole('textbox', { name: 'Or paste it here' })).toHaveValue(TEXT);
});

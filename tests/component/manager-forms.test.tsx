import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { BlockDialog } from '../../src/console/resources/scheduling/BlockDialog.tsx';
import type { BlockData, SpecialData } from '../../src/console/resources/scheduling/hoursCalls.ts';
import { SpecialDialog } from '../../src/console/resources/scheduling/SpecialDialog.tsx';
import { Queries } from './Queries.tsx';

const OPTIONS = [{ value: '3', label: 'Makeshop' }];
const BLOCK: BlockData = {
  title: '',
  publicTitle: null,
  kind: 'maintenance',
  locationId: 3,
  startsAt: '2026-11-23T17:00:00.000Z',
  endsAt: '2026-11-23T18:00:00.000Z',
  rule: null,
  exceptDates: null,
  notes: null,
};
const SPECIAL: SpecialData = {
  reason: 'Inventory',
  locationId: 3,
  startsOn: '2026-11-24',
  endsOn: '2026-11-24',
  closed: true,
  opensAt: null,
  closesAt: null,
};

const onSave = vi.fn(() => Promise.resolve(true));
beforeEach(() => onSave.mockClear());

const blockForm = () =>
  render(
    <BlockDialog
      title="New block"
      data={BLOCK}
      options={OPTIONS}
      zoneOf={() => 'America/New_York'}
      onSave={onSave}
      onClose={() => undefined}
    />,
    { wrapper: Queries },
  );

test('a block that is put on a later day keeps its length; an end that still follows the start stays', async () => {
  const screen = await blockForm();
  const ends = screen.getByRole('textbox', { name: 'Ends' });
  await userEvent.fill(screen.getByRole('textbox', { name: 'Starts' }), '11/24/2026 1:00 PM');
  await userEvent.tab();
  await expect.element(ends).toHaveValue('11/24/2026 2:00 PM');
  await userEvent.fill(screen.getByRole('textbox', { name: 'Starts' }), '11/24/2026 9:00 AM');
  await userEvent.tab();
  await expect.element(ends).toHaveValue('11/24/2026 2:00 PM');
});

test('saving takes the reader to the first fault, and a fault goes when its field is changed', async () => {
  const screen = await blockForm();
  const title = screen.getByRole('textbox', { name: 'Title', exact: true });
  await userEvent.fill(title, 'Weekly service');
  await userEvent.selectOptions(screen.getByLabelText('Repeats'), 'Weekly');
  await userEvent.selectOptions(screen.getByLabelText('Stops repeating'), 'On a date');
  await userEvent.click(screen.getByRole('button', { name: 'Save block' }));
  await expect.element(screen.getByText('Say the last date')).toBeInViewport();
  await expect.element(screen.getByLabelText('Repeats')).toHaveFocus();
  await userEvent.fill(screen.getByLabelText('Last date'), '12/15/2026');
  await userEvent.tab();
  await expect.element(screen.getByText('Say the last date')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Save block' }));
  await expect.poll(() => onSave.mock.calls).toMatchObject([[{ rule: 'FREQ=WEEKLY;UNTIL=20261215;BYDAY=MO' }]]);
});

test('only a day on which it takes place can be left out', async () => {
  const screen = await blockForm();
  await userEvent.selectOptions(screen.getByLabelText('Repeats'), 'Weekly');
  const except = screen.getByRole('textbox', { name: /^Except on/ });
  await userEvent.fill(except, '12/8/2026');
  await userEvent.tab();
  await expect.element(screen.getByText(/cannot be chosen/)).toBeInTheDocument();
  await userEvent.fill(screen.getByRole('textbox', { name: 'Title', exact: true }), 'Service');
  await userEvent.click(screen.getByRole('button', { name: 'Save block' }));
  await expect.element(screen.getByText('It does not take place on that day. Enter another one')).toBeInTheDocument();
  expect(onSave).not.toHaveBeenCalled();
  await userEvent.fill(except, '12/7/2026');
  await expect.element(screen.getByRole('button', { name: /^Remove 7 Dec/ })).toBeInTheDocument();
});

test('other hours of a day begin from its usual ones', async () => {
  const screen = await render(
    <SpecialDialog
      title="New special hours"
      data={SPECIAL}
      options={OPTIONS}
      usualOn={() => ({ opens: 9, closes: 17 })}
      onSave={onSave}
      onClose={() => undefined}
    />,
    { wrapper: Queries },
  );
  await userEvent.click(screen.getByRole('radio', { name: 'Open at other hours' }));
  await userEvent.fill(screen.getByRole('textbox', { name: 'Closes' }), '3:00 PM');
  await userEvent.tab();
  await userEvent.click(screen.getByRole('button', { name: 'Save special hours' }));
  await expect.poll(() => onSave.mock.calls).toMatchObject([[{ closed: false, opensAt: 9, closesAt: 15 }]]);
});

import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { FormProperty } from '../../src/forms/shared/formSchema.ts';
import { formPage } from './form-page.tsx';

const SERIES: Record<string, FormProperty> = {
  starts: { type: 'string', format: 'date', title: 'Starts' },
  rule: { type: 'string', format: 'rrule', 'x-starts': 'starts', title: 'Repeats' },
};
const LEFT: Record<string, FormProperty> = {
  left: { type: 'array', items: { type: 'string', format: 'date' }, uniqueItems: true, title: 'Except on' },
};

test('a rule is chosen in words once its first start is known, and follows it', async () => {
  const { screen, data } = await formPage(SERIES);
  await expect.element(screen.getByLabelText(/^Repeats/)).toBeDisabled();
  await userEvent.fill(screen.getByLabelText(/^Starts/), '2026-12-07');
  await userEvent.selectOptions(screen.getByLabelText(/^Repeats/), 'Weekly');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Wed' }));
  await expect.element(screen.getByText('Every Monday and Wednesday')).toBeVisible();
  expect(data()).toEqual({ starts: '2026-12-07', rule: 'FREQ=WEEKLY;BYDAY=MO,WE' });
  await userEvent.fill(screen.getByLabelText(/^Starts/), '2026-12-08');
  await expect.poll(data).toEqual({ starts: '2026-12-08', rule: 'FREQ=WEEKLY;BYDAY=TU,WE' });
  await userEvent.selectOptions(screen.getByLabelText(/^Repeats/), 'Does not repeat');
  await expect.poll(data).toEqual({ starts: '2026-12-08' });
});

test('a rule without the last date that it is to have is refused', async () => {
  const { screen, submitted } = await formPage(SERIES, { data: { starts: '2026-12-07', rule: 'FREQ=DAILY' } });
  await userEvent.selectOptions(screen.getByLabelText('Stops repeating'), 'On a date');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.getByRole('alert').element().textContent).toContain('Enter an end date');
  expect(submitted).toEqual([]);
  await userEvent.fill(screen.getByLabelText('Last date'), '2026-12-12');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => submitted).toEqual([{ starts: '2026-12-07', rule: 'FREQ=DAILY;UNTIL=20261212' }]);
  await expect.element(screen.getByText('Every day until December 12, 2026')).toBeVisible();
});

test('a rule that the form cannot show stays as text until it is replaced', async () => {
  const { screen, data } = await formPage(SERIES, {
    data: { starts: '2026-12-01', rule: 'FREQ=MONTHLY;BYMONTHDAY=1,15' },
  });
  await expect.element(screen.getByText(/It repeats: Every month on the 1st and 15th/)).toBeVisible();
  expect(data()['rule']).toBe('FREQ=MONTHLY;BYMONTHDAY=1,15');
  await userEvent.click(screen.getByRole('button', { name: 'Replace the rule' }));
  await expect.poll(data).toEqual({ starts: '2026-12-01' });
});

test('dates are picked one after another, sorted and removed; half a date is refused', async () => {
  const { screen, data, submitted } = await formPage(LEFT, { data: { left: ['2026-12-14'] } });
  await userEvent.fill(screen.getByLabelText(/^Except on/), '12/7/2026');
  await userEvent.tab();
  await expect.poll(data).toEqual({ left: ['2026-12-07', '2026-12-14'] });
  await expect.element(screen.getByLabelText(/^Except on/)).toHaveValue('');
  await userEvent.fill(screen.getByLabelText(/^Except on/), '12/');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.getByRole('alert').element().textContent).toContain('Complete the date');
  expect(submitted).toEqual([]);
  await userEvent.fill(screen.getByLabelText(/^Except on/), '');
  await userEvent.click(screen.getByRole('button', { name: 'Remove Dec 14, 2026' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => submitted).toEqual([{ left: ['2026-12-07'] }]);
});

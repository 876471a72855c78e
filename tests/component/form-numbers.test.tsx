import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { formPage } from './form-page.tsx';

const NUMBERS = {
  size: { type: 'number', title: 'Size' },
  price: { type: 'integer', title: 'Price', 'x-money': true },
} as const;

test('a comma that is no thousands separator is refused with a word', async () => {
  const { screen, submitted } = await formPage(NUMBERS);
  await userEvent.fill(screen.getByLabelText('Size'), '1,5');
  await userEvent.fill(screen.getByLabelText('Price'), '12,50');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const alert = screen.getByRole('alert');
  await expect.poll(() => alert.element().textContent).toContain('Size: Use a point for decimals');
  await expect.poll(() => alert.element().textContent).toContain('Price: Use a point for decimals');
  await expect.element(screen.getByLabelText('Size')).toHaveValue('1,5');
  expect(submitted).toEqual([]);
});

test('numbers grouped by thousands are read', async () => {
  const { screen, submitted } = await formPage(NUMBERS);
  await userEvent.fill(screen.getByLabelText('Size'), '1,250.5');
  await userEvent.fill(screen.getByLabelText('Price'), '$1,250.50');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => submitted).toEqual([{ size: 1250.5, price: 125050 }]);
});

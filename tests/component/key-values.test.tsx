import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { formPage } from './form-page.tsx';

const OPEN = { value: { type: 'object', title: 'Settings' } } as const;

test('an open object is edited name by name, and each value keeps its kind', async () => {
  const { screen, submitted } = await formPage(OPEN, {
    data: { value: { theme: 'dark', rows: 25, code: '12', tree: { a: [1] } } },
  });
  await userEvent.fill(screen.getByRole('textbox', { name: 'Value of rows' }), '50');
  await userEvent.click(screen.getByRole('button', { name: 'Remove theme' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add an entry' }));
  await expect.element(screen.getByRole('textbox', { name: 'Name of entry 4' })).toHaveFocus();
  await userEvent.keyboard('late');
  await userEvent.keyboard('{Tab}true');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => submitted).toEqual([{ value: { rows: 50, code: '12', tree: { a: [1] }, late: true } }]);
});

test('an entry without a name, and a name that is there twice, are errors', async () => {
  const { screen, submitted } = await formPage(OPEN, { data: { value: { a: 1 } } });
  await userEvent.click(screen.getByRole('button', { name: 'Add an entry' }));
  await userEvent.fill(screen.getByRole('textbox', { name: 'Name of entry 2' }), 'a');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.getByRole('alert').element().textContent).toContain('Give each entry its own name');
  await expect.element(screen.getByText('This name is already used')).toBeVisible();
  await userEvent.fill(screen.getByRole('textbox', { name: 'Name of entry 2' }), 'b');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => submitted).toEqual([{ value: { a: 1, b: '' } }]);
});

test('values of a declared kind have its input', async () => {
  const { screen, submitted } = await formPage({
    prices: { type: 'object', title: 'Prices', additionalProperties: { type: 'integer', 'x-money': true } },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Add an entry' }));
  await userEvent.keyboard('poster');
  await userEvent.fill(screen.getByPlaceholder('0.00'), '12.50');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => submitted).toEqual([{ prices: { poster: 1250 } }]);
});

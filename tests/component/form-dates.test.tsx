import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FormProperty } from '../../src/forms/shared/formSchema.ts';
import { formPage } from './form-page.tsx';

test.each([
  ['date', '03', 'Complete the date, like 03/14/2026, or clear it'],
  ['date', '2/30/2026', 'There is no February 30: February 2026 has 28 days'],
  ['time', '11:', 'Complete the time, like 2:30 PM, or clear it'],
  ['date-time', '3/1/2026', 'Add the time, like 03/14/2026 2:30 PM, or clear it'],
] as const)('a half-typed %s (%s) is an error, not an empty field, and stays as typed', async (format, keys, words) => {
  const { screen, submitted } = await formPage({ when: { type: 'string', format, title: 'When' } });
  await userEvent.click(screen.getByLabelText('When'));
  await userEvent.keyboard(keys);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => screen.getByRole('alert').element().textContent).toContain(words);
  await expect.element(screen.getByLabelText('When')).toHaveValue(keys);
  expect(submitted).toEqual([]);
  await userEvent.fill(screen.getByLabelText('When'), '');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => submitted).toEqual([{}]);
});

test('a date with a part removed is an error', async () => {
  const when = { type: 'string', format: 'date', title: 'When' } as const;
  const { screen, submitted } = await formPage({ when }, { data: { when: '2026-03-01' } });
  await userEvent.click(screen.getByLabelText('When'));
  await userEvent.keyboard('{End}{Backspace}');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.getByRole('alert').element().textContent).toContain('Complete the date');
  expect(submitted).toEqual([]);
});

test('a fault of a date is shown once it is left, before the form is sent', async () => {
  const { screen } = await formPage({
    when: { type: 'string', format: 'date', title: 'When' },
    next: { type: 'string', title: 'Next' },
  });
  await userEvent.fill(screen.getByLabelText('When'), '2/30/2026');
  await userEvent.click(screen.getByLabelText('Next'));
  await expect.element(page.getByText('There is no February 30: February 2026 has 28 days')).toBeVisible();
  await expect.element(screen.getByLabelText('When')).toHaveAccessibleDescription(/There is no February 30/);
});

test('a whole date, time and instant are handed on', async () => {
  const { screen, submitted } = await formPage({
    day: { type: 'string', format: 'date', title: 'Day' },
    hour: { type: 'string', format: 'time', title: 'Hour' },
    at: { type: 'string', format: 'date-time', title: 'At' },
  });
  await userEvent.fill(screen.getByLabelText('Day'), '2026-03-01');
  await userEvent.fill(screen.getByLabelText('Hour'), '2:30 pm');
  await userEvent.fill(screen.getByRole('textbox', { name: /^At/ }), '7/1/2026 12:00');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => submitted).toEqual([{ day: '2026-03-01', hour: '14:30:00', at: '2026-07-01T16:00:00.000Z' }]);
});

test('an instant that clocks skip is refused; of one that they show twice, either can be chosen', async () => {
  const { screen, submitted } = await formPage({ at: { type: 'string', format: 'date-time', title: 'At' } });
  const input = screen.getByRole('textbox', { name: /^At/ });
  await userEvent.fill(input, '3/8/2026 2:30 AM');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.getByRole('alert').element().textContent).toContain('cannot be chosen');
  await userEvent.fill(input, '11/1/2026 1:30 AM');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => submitted.at(-1)).toEqual({ at: '2026-11-01T05:30:00.000Z' });
  await userEvent.click(page.getByRole('radio', { name: 'Second (EST)' }));
  await expect.element(input).toHaveValue('11/01/2026 1:30 AM EST');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => submitted.at(-1)).toEqual({ at: '2026-11-01T06:30:00.000Z' });
});

test.each<[what: string, property: FormProperty, keys: string, value: unknown]>([
  ['date', { type: 'string', format: 'date' }, '3/1/2026', '2026-03-01'],
  ['time', { type: 'string', format: 'time' }, '2:30 pm', '14:30:00'],
  ['instant', { type: 'string', format: 'date-time' }, '7/1/2026 12:00', '2026-07-01T16:00:00.000Z'],
  ['list of dates', { type: 'array', items: { type: 'string', format: 'date' } }, '3/1/2026', ['2026-03-01']],
])(
  'one that is a %s is sent by one click on the button right after it was typed',
  async (_what, property, keys, value) => {
    const { screen, submitted } = await formPage({ at: { ...property, title: 'At' } });
    await userEvent.click(screen.getByRole('textbox', { name: /^At/ }));
    await userEvent.keyboard(keys);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => submitted).toEqual([{ at: value }]);
  },
);

test('what was typed is not read while a button is pressed, which would move away', async () => {
  const { screen, data } = await formPage({ when: { type: 'string', format: 'date', title: 'When' } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await userEvent.fill(screen.getByLabelText('When'), '3/1/2026');
  const button = screen.getByRole('button', { name: 'Save' }).element();
  button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
  vi.advanceTimersByTime(5000);
  expect(data()).toEqual({});
  button.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }));
  expect(data()).toEqual({ when: '2026-03-01' });
});

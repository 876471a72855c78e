import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { formPage } from './form-page.tsx';

test.each([
  ['date', '03', 'Complete the date, or clear it'],
  ['time', '11', 'Complete the time, or clear it'],
  ['date-time', '03', 'Complete the date and the time, or clear them'],
] as const)('a half-typed %s is an error, not an empty field', async (format, keys, words) => {
  const { screen, submitted } = await formPage({ when: { type: 'string', format, title: 'When' } });
  await userEvent.click(screen.getByLabelText('When'));
  await userEvent.keyboard(keys);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => screen.getByRole('alert').element().textContent).toContain(words);
  expect(submitted).toEqual([]);
  await userEvent.fill(screen.getByLabelText('When'), '');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => submitted).toEqual([{}]);
});

test('a date of which a part is taken away again is an error', async () => {
  const when = { type: 'string', format: 'date', title: 'When' } as const;
  const { screen, submitted } = await formPage({ when }, { data: { when: '2026-03-01' } });
  await userEvent.click(screen.getByLabelText('When'), { position: { x: 20, y: 18 } });
  await userEvent.keyboard('{Backspace}');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.getByRole('alert').element().textContent).toContain('Complete the date');
  expect(submitted).toEqual([]);
});

test('a whole date, time and instant are handed on', async () => {
  const { screen, submitted } = await formPage({
    day: { type: 'string', format: 'date', title: 'Day' },
    hour: { type: 'string', format: 'time', title: 'Hour' },
    at: { type: 'string', format: 'date-time', title: 'At' },
  });
  await userEvent.fill(screen.getByLabelText('Day'), '2026-03-01');
  await userEvent.fill(screen.getByLabelText('Hour'), '14:30');
  await userEvent.fill(screen.getByLabelText('At'), '2026-07-01T12:00');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => submitted).toEqual([{ day: '2026-03-01', hour: '14:30:00', at: '2026-07-01T16:00:00.000Z' }]);
});

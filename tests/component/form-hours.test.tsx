import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { FormProperty } from '../../src/forms/shared/formSchema.ts';
import { DatePicker } from '../../src/ui/datePicker/DatePicker.tsx';
import { formPage } from './form-page.tsx';

const HOURS: Record<string, FormProperty> = {
  opensAt: { type: 'number', title: 'Opens', minimum: 0, maximum: 24, 'x-hour': 'start' },
  closesAt: { type: 'number', title: 'Closes', minimum: 0, maximum: 24, 'x-hour': 'end' },
};
const WEEK: FormProperty = {
  type: 'object',
  title: 'Opening hours',
  properties: Object.fromEntries(
    (['start', 'end'] as const).map((place) => [
      place === 'start' ? 'openTimes' : 'closeTimes',
      {
        type: 'array',
        title: place === 'start' ? 'Opens' : 'Closes',
        'x-labels': ['Sun', 'Mon'],
        maxItems: 2,
        items: { type: 'number', 'x-hour': place },
      },
    ]),
  ),
};
const opens = () => page.getByRole('textbox', { name: 'Opens' });
const closes = () => page.getByRole('textbox', { name: 'Closes' });
const save = () => userEvent.click(page.getByRole('button', { name: 'Save' }));

test.each([
  ['8:30 AM', 8.5, '8:30 AM'],
  ['8.5', 8.5, '8:30 AM'],
  ['17:30', 17.5, '5:30 PM'],
  ['8:20', 8 + 20 / 60, '8:20 AM'],
  ['9pm', 21, '9:00 PM'],
  ['12 AM', 0, '12:00 AM'],
])('an hour typed as %s is %d, and is shown as %s', async (typed, hour, shown) => {
  const { submitted } = await formPage(HOURS);
  await userEvent.fill(opens(), typed);
  await save();
  await expect.poll(() => submitted).toEqual([{ opensAt: hour }]);
  await expect.element(opens()).toHaveValue(shown);
});

test.each(['midnight', '12 AM', '12:00 am', '24:00', '24', '0'])(
  'an end typed as %s is that of the day',
  async (typed) => {
    const { submitted } = await formPage(HOURS);
    await userEvent.fill(closes(), typed);
    await save();
    await expect.poll(() => submitted).toEqual([{ closesAt: 24 }]);
    await expect.element(closes()).toHaveValue('Midnight');
  },
);

test.each([
  ['8:', 'Complete the time, like 2:30 PM, or clear it'],
  ['soon', 'Enter a time, like 2:30 PM'],
  ['24:00', 'There is no hour 24: hours are 0 to 23'],
])('a start typed as %s is refused and stays', async (typed, words) => {
  const { screen, submitted } = await formPage(HOURS);
  await userEvent.fill(opens(), typed);
  await save();
  await expect.poll(() => screen.getByRole('alert').element().textContent).toContain(words);
  await expect.element(opens()).toHaveValue(typed);
  expect(submitted).toEqual([]);
});

test('the panel chooses the hour and the minute by keyboard, and takes the hour away again', async () => {
  const { data } = await formPage(HOURS, { data: { opensAt: 9 } });
  await userEvent.click(page.getByRole('button', { name: 'Change time, 9:00 AM' }));
  await expect.element(page.getByRole('combobox', { name: 'Hour' })).toHaveFocus();
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Hour' }), '8');
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Minute' }), '45');
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'AM or PM' }), 'PM');
  await expect.element(opens()).toHaveValue('8:45 PM');
  expect(data()).toEqual({ opensAt: 20.75 });
  expect(page.getByRole('button', { name: 'Midnight' }).elements()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Clear' }));
  await expect.element(opens()).toHaveValue('');
  expect(data()).toEqual({});
});

test('the panel of an end offers the midnight after the day, and no other', async () => {
  const { data } = await formPage(HOURS, { data: { closesAt: 17.5 } });
  await userEvent.click(page.getByRole('button', { name: 'Change time, 5:30 PM' }));
  await userEvent.click(page.getByRole('button', { name: 'Midnight', exact: true }));
  await expect.element(closes()).toHaveValue('Midnight');
  expect(data()).toEqual({ closesAt: 24 });
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Minute' }), '30');
  expect(data()).toEqual({ closesAt: 0.5 });
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Minute' }), '00');
  expect(data()).toEqual({ closesAt: 24 });
});

test('on a clock of 24 hours midnight at the end of the day is 24:00', async () => {
  function Page() {
    const [value, setValue] = useState<number | string | null>(24);
    return (
      <DatePicker aria-label="Until" mode="time" is24 valueType="hour" hour="end" value={value} onValue={setValue} />
    );
  }
  await render(<Page />);
  await expect.element(page.getByRole('textbox', { name: 'Until' })).toHaveValue('24:00');
});

test('hours of quarters of an hour are offered as such', async () => {
  await formPage({ opensAt: { ...HOURS['opensAt'], type: 'number', multipleOf: 0.25 } }, { data: { opensAt: 9 } });
  await userEvent.click(page.getByRole('button', { name: 'Change time, 9:00 AM' }));
  const minutes = page.getByRole('combobox', { name: 'Minute' });
  await expect
    .poll(() =>
      minutes
        .getByRole('option')
        .elements()
        .map((one) => one.textContent),
    )
    .toEqual(['00', '15', '30', '45']);
});

test('a day of a week that has only one of its hours is refused; without both it is closed', async () => {
  const { submitted } = await formPage(
    { hours: WEEK },
    { data: { hours: { openTimes: [0, 9], closeTimes: [0, 17] } } },
  );
  const [from, to] = [page.getByLabelText('Sun, opens'), page.getByLabelText('Sun, closes')];
  await userEvent.fill(from, 'midnight');
  await save();
  await expect.element(page.getByText('Enter an end time')).toBeVisible();
  await expect.element(from).toHaveValue('12:00 AM');
  await userEvent.fill(from, '');
  await userEvent.fill(to, 'noon');
  await save();
  await expect.element(page.getByText('Enter a start time')).toBeVisible();
  expect(submitted).toEqual([]);
  await userEvent.fill(to, '');
  await save();
  await expect.poll(() => submitted).toEqual([{ hours: { openTimes: [0, 9], closeTimes: [0, 17] } }]);
});

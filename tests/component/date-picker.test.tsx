import axe from 'axe-core';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type {} from './commands.ts';
import { DatePicker, type DatePickerProps } from '../../src/ui/datePicker/DatePicker.tsx';
import { PickerPanel } from '../../src/ui/datePicker/PickerPanel.tsx';

/** The picker pattern of the ARIA Authoring Practices Guide, and v-calendar's behaviors, by what a person does. */

type Single = Extract<DatePickerProps, { range?: false }>;
type Ranged = Extract<DatePickerProps, { range: true }>;

const press = (keys: string) => userEvent.keyboard(keys);
const input = () => page.getByRole('textbox', { name: 'When' });
const button = () => page.getByRole('button', { name: /^(Choose|Change) date/ });
const dialog = () => page.getByRole('dialog');
const day = (name: string) => page.getByRole('gridcell', { name });
const title = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(async () => {
  await page.viewport(1280, 800);
  // What appears below the pointer opens and extends by it.
  await commands.pointer([{ to: { x: 1279, y: 799 } }]);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  delete document.documentElement.dataset['theme'];
  document.documentElement.style.removeProperty('font-size');
});

async function single(props: Partial<Single> = {}) {
  const values: string[] = [];
  function Page() {
    const [value, setValue] = useState(props.value ?? '');
    return (
      <main>
        <h1>Dates</h1>
        <label htmlFor="when">When</label>
        <DatePicker
          id="when"
          visibility="click"
          {...props}
          value={value}
          onValue={(next) => {
            values.push(next);
            setValue(next);
          }}
        />
        <button type="button">Elsewhere</button>
      </main>
    );
  }
  await render(<Page />);
  return values;
}

async function ranged(props: Partial<Ranged> = {}) {
  const values: Ranged['value'][] = [];
  function Page() {
    const [value, setValue] = useState(props.value ?? { start: '', end: '' });
    return (
      <main>
        <h1>Dates</h1>
        <DatePicker
          visibility="click"
          aria-label="Days"
          {...props}
          range
          value={value}
          onValue={(next) => {
            values.push(next);
            setValue(next);
          }}
        />
        <button type="button">Elsewhere</button>
      </main>
    );
  }
  await render(<Page />);
  return values;
}

async function openByButton() {
  await userEvent.click(button());
  await expect.element(page.getByRole('grid').first()).toBeVisible();
}

describe('keys in the grid', () => {
  test.each([
    ['{ArrowLeft}', 'Monday, March 30, 2026'],
    ['{ArrowRight}', 'Wednesday, April 1, 2026'],
    ['{ArrowUp}', 'Tuesday, March 24, 2026'],
    ['{ArrowDown}', 'Tuesday, April 7, 2026'],
    ['{Home}', 'Sunday, March 29, 2026'],
    ['{End}', 'Saturday, April 4, 2026'],
    ['{PageUp}', 'Saturday, February 28, 2026'],
    ['{PageDown}', 'Thursday, April 30, 2026'],
    ['{Alt>}{PageUp}{/Alt}', 'Monday, March 31, 2025'],
    ['{Alt>}{PageDown}{/Alt}', 'Wednesday, March 31, 2027'],
    ['{Shift>}{PageUp}{/Shift}', 'Monday, March 31, 2025'],
    ['{Shift>}{PageDown}{/Shift}', 'Wednesday, March 31, 2027'],
  ])('%s moves to %s, and the page follows', async (keys, name) => {
    await single({ value: '2026-03-31' });
    await openByButton();
    await expect.element(day('Tuesday, March 31, 2026')).toHaveFocus();
    await press(keys);
    await expect.element(day(name)).toHaveFocus();
  });

  test.each(['{Enter}', ' '])('%j chooses, closes, and leaves the focus on the button', async (key) => {
    const values = await single({ value: '2026-03-31' });
    await openByButton();
    await press('{ArrowRight}');
    await press(key);
    await expect.poll(() => values).toEqual(['2026-04-01']);
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Change date, Wednesday, April 1, 2026' })).toHaveFocus();
    await expect.element(input()).toHaveValue('04/01/2026');
  });

  test('Escape closes and restores the previous value', async () => {
    const values = await single({ mode: 'datetime', zone: 'UTC', value: '2026-03-31T10:00:00.000Z' });
    await openByButton();
    await press('{ArrowLeft}{Enter}');
    await expect.poll(() => values).toEqual(['2026-03-30T10:00:00.000Z']);
    await press('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(values.at(-1)).toBe('2026-03-31T10:00:00.000Z');
    await expect.element(button()).toHaveFocus();
  });

  test('Enter takes the day that has the focus, after any way to focus it', async () => {
    const values = await single({ value: '2026-03-10' });
    await openByButton();
    document.querySelector<HTMLElement>('[data-date="2026-03-20"]')?.focus();
    await press('{Enter}');
    await expect.poll(() => values).toEqual(['2026-03-20']);
  });

  test('keys stop at the first and the last day that can be chosen', async () => {
    await single({ value: '2026-03-10', min: '2026-03-05', max: '2026-03-20' });
    await openByButton();
    await press('{PageDown}');
    await expect.element(day('Friday, March 20, 2026')).toHaveFocus();
    await press('{ArrowRight}{Alt>}{PageDown}{/Alt}');
    await expect.element(day('Friday, March 20, 2026')).toHaveFocus();
    await press('{Alt>}{PageUp}{/Alt}');
    await expect.element(day('Thursday, March 5, 2026')).toHaveFocus();
  });

  test('disabled days take the focus, not the choice', async () => {
    const values = await single({ value: '2026-03-16', max: '2026-03-20', disabledDays: ['2026-03-17'] });
    await openByButton();
    await press('{ArrowRight}');
    await expect.element(day('Tuesday, March 17, 2026')).toHaveFocus();
    await expect.element(day('Tuesday, March 17, 2026')).toHaveAttribute('aria-disabled', 'true');
    await press('{Enter}');
    // The button of the next month is disabled, and so is the key.
    await press('{PageDown}');
    await expect.element(day('Friday, March 20, 2026')).toHaveFocus();
    await press('{ArrowLeft}{ArrowLeft}{ArrowLeft}{Enter}');
    await expect.element(day('Tuesday, March 17, 2026')).toHaveFocus();
    await expect.element(dialog()).toBeVisible();
    expect(values).toEqual([]);
  });

  test('Alt and an arrow open it from the input', async () => {
    await single({ value: '2026-03-31' });
    await userEvent.click(page.getByRole('button', { name: 'Elsewhere' }));
    await userEvent.tab({ shift: true });
    await userEvent.tab({ shift: true });
    await expect.element(input()).toHaveFocus();
    await expect.element(dialog()).not.toBeInTheDocument();
    await press('{Alt>}{ArrowDown}{/Alt}');
    await expect.element(day('Tuesday, March 31, 2026')).toHaveFocus();
  });
});

describe('months and years', () => {
  test('the title opens the months, theirs the years by twelve; the choice leads back to the days', async () => {
    await single({ value: '2026-03-31' });
    await openByButton();
    await userEvent.click(title('March 2026'));
    await expect.element(page.getByRole('button', { name: 'March 2026' })).toHaveFocus();
    await userEvent.click(title('2026'));
    await expect.element(title('2016 – 2027')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Previous 12 years' }));
    await expect.element(title('2004 – 2015')).toBeVisible();
    await userEvent.click(title('2010'));
    await press('{ArrowRight}{Enter}');
    await expect.element(day('Thursday, April 1, 2010')).toHaveFocus();
  });

  test('the list of years goes from a hundred back to 52 ahead', async () => {
    vi.setSystemTime(new Date('2026-11-23T12:00:00Z'));
    await single({ value: '2026-03-31' });
    await openByButton();
    await userEvent.click(title('March 2026'));
    const options = page.getByRole('combobox', { name: 'Year' }).element().querySelectorAll('option');
    expect([options[0]?.value, [...options].at(-1)?.value]).toEqual(['1926', '2078']);
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Year' }), '1950');
    await userEvent.click(page.getByRole('button', { name: 'May 1950' }));
    await expect.element(title('May 1950')).toBeVisible();
  });

  test('what min and max leave no day of cannot be turned to', async () => {
    await single({ value: '2026-03-31', min: '2026-03-01', max: '2026-04-01' });
    await openByButton();
    await expect.element(page.getByRole('button', { name: 'Previous month' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(page.getByRole('button', { name: 'Next month' }));
    await expect.element(title('April 2026')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Next month' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('a page of two months turns by two', async () => {
    await single({ value: '2026-03-31', columns: 2 });
    await openByButton();
    await userEvent.click(page.getByRole('button', { name: 'Next 2 months' }));
    await expect.element(page.getByRole('grid', { name: 'May 2026' })).toBeVisible();
    await expect.element(page.getByRole('grid', { name: 'June 2026' })).toBeVisible();
  });
});

describe('typing', () => {
  test('is read a second after the last key, and immediately on Enter or when it is left', async () => {
    const timers = vi.spyOn(window, 'setTimeout');
    const values = await single();
    await userEvent.fill(input(), '3/1/2026');
    expect(values).toEqual([]);
    expect(timers.mock.calls.map(([, delay]) => delay)).toContain(1000);
    timers.mockRestore();
    await expect.poll(() => values).toEqual(['2026-03-01']);
    await userEvent.fill(input(), '3/2/2026');
    await press('{Enter}');
    expect(values.at(-1)).toBe('2026-03-02');
    await userEvent.fill(input(), '3/3/2026');
    await userEvent.tab();
    expect(values.at(-1)).toBe('2026-03-03');
  });

  test('with a pause keeps its text; without AM or PM it is read when it is left, as a time of the day', async () => {
    const values = await single({ mode: 'datetime', zone: 'UTC' });
    await userEvent.click(input());
    await press('11/27/2026 2:30');
    await expect.element(page.getByText('Will be read as 11/27/2026 2:30 PM')).toBeVisible();
    await expect.element(input()).toHaveValue('11/27/2026 2:30');
    expect(values).toEqual([]);
    await press(' AM');
    await expect.poll(() => values).toEqual(['2026-11-27T02:30:00.000Z']);
    await expect.element(input()).toHaveValue('11/27/2026 2:30 AM');
    await userEvent.fill(input(), '11/27/2026 2:45');
    await userEvent.tab();
    await expect.poll(() => values.at(-1)).toBe('2026-11-27T14:45:00.000Z');
    await expect.element(input()).toHaveValue('11/27/2026 2:45 PM');
  });

  test('in another form is taken after the pause, and rewritten when it is left', async () => {
    const values = await single();
    await userEvent.click(input());
    await press('3/5/26');
    await expect.poll(() => values).toEqual(['2026-03-05']);
    await expect.element(input()).toHaveValue('3/5/26');
    await userEvent.tab();
    await expect.element(input()).toHaveValue('03/05/2026');
  });

  test('an invalid date stays, and is marked as invalid', async () => {
    const values = await single({ max: '2026-12-31' });
    await userEvent.fill(input(), '2/30/2026');
    await press('{Enter}');
    await expect.element(page.getByRole('status').getByText('There is no February 30')).toBeVisible();
    await expect.element(input()).toHaveValue('2/30/2026');
    await expect.element(input()).toHaveAttribute('aria-invalid', 'true');
    expect(values).toEqual(['2/30/2026']);
    await userEvent.fill(input(), '1/1/2027');
    await press('{Enter}');
    await expect.element(page.getByText('Choose a date up to Dec 31, 2026')).toBeVisible();
  });

  test('nothing keeps the value where one is required', async () => {
    const values = await single({ value: '2026-03-01', isRequired: true });
    await userEvent.fill(input(), '');
    await userEvent.tab();
    await expect.element(input()).toHaveValue('03/01/2026');
    await openByButton();
    await userEvent.click(day('Sunday, March 1, 2026'));
    expect(values).toEqual([]);
  });

  test('a click on the selected day clears it where none is required', async () => {
    const values = await single({ value: '2026-03-01' });
    await openByButton();
    await userEvent.click(day('Sunday, March 1, 2026'));
    await expect.poll(() => values).toEqual(['']);
  });
});

describe('a range', () => {
  const from = () => page.getByRole('textbox', { name: 'From' });
  const to = () => page.getByRole('textbox', { name: 'To' });

  test('is started by the first click and committed by the second, in order', async () => {
    const values = await ranged({ initialPage: '2026-03' });
    await openByButton();
    await userEvent.click(day('Friday, March 20, 2026'));
    expect(values).toEqual([]);
    await userEvent.hover(day('Tuesday, March 17, 2026'));
    await expect.element(day('Wednesday, March 18, 2026, in the range')).toBeVisible();
    await userEvent.click(day('Monday, March 16, 2026'));
    await expect.poll(() => values).toEqual([{ start: '2026-03-16', end: '2026-03-20' }]);
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(from()).toHaveValue('03/16/2026');
  });

  test.each(['date', 'datetime'] as const)(
    'over two months is chosen by keys without losing the focus (%s)',
    async (mode) => {
      const values = await ranged({ mode, zone: 'UTC', initialPage: '2026-03' });
      // Tab continues from here, wherever an earlier test has left the focus.
      await expect.element(from()).toBeVisible();
      (from().element() as HTMLElement).focus();
      await userEvent.tab();
      await userEvent.tab();
      await expect.element(button()).toHaveFocus();
      await press('{Enter}');
      await expect.element(day('Sunday, March 1, 2026')).toHaveFocus();
      await press('{Enter}');
      await expect.element(day('Sunday, March 1, 2026')).toHaveFocus();
      await press('{PageDown}');
      await expect.element(day('Wednesday, April 1, 2026')).toHaveFocus();
      await press('{Enter}');
      await expect.poll(() => values.length).toBe(1);
      expect(values[0]?.end).toContain('2026-04-01');
      if (mode === 'datetime') await expect.element(day('Wednesday, April 1, 2026, last day')).toHaveFocus();
      else await expect.element(page.getByRole('button', { name: /^Change dates/ })).toHaveFocus();
    },
  );

  test('in the page: Escape leaves one that has begun', async () => {
    const values = await ranged({ isInline: true, initialPage: '2026-03' });
    await userEvent.click(day('Tuesday, March 10, 2026'));
    await press('{Escape}');
    await userEvent.click(day('Wednesday, March 18, 2026'));
    await expect.element(day('Wednesday, March 18, 2026')).toHaveAttribute('aria-selected', 'true');
    await expect.element(day('Tuesday, March 10, 2026')).toHaveAttribute('aria-selected', 'false');
    expect(values).toEqual([]);
  });

  test('over a day that cannot be chosen is refused, and the day is named', async () => {
    const values = await ranged({ initialPage: '2026-03', disabledDays: ['2026-03-12'] });
    await openByButton();
    await userEvent.click(day('Tuesday, March 10, 2026'));
    await userEvent.click(day('Friday, March 20, 2026'));
    await expect.element(page.getByText('03/12/2026 cannot be chosen')).toBeVisible();
    expect(values).toEqual([]);
    await userEvent.click(day('Monday, March 9, 2026'));
    await expect.element(page.getByText('03/12/2026 cannot be chosen')).not.toBeInTheDocument();
  });

  test('to a day that cannot be chosen itself is refused, and this day is named', async () => {
    await ranged({ initialPage: '2026-03', min: '2026-03-10' });
    await openByButton();
    await userEvent.click(day('Friday, March 20, 2026'));
    await userEvent.click(day('Monday, March 2, 2026'), { force: true });
    await expect.element(page.getByText('03/02/2026 cannot be chosen')).toBeVisible();
  });

  test('that is handed over in reverse is shown in order', async () => {
    await ranged({ value: { start: '2026-03-12', end: '2026-03-10' } });
    await expect.element(from()).toHaveValue('03/10/2026');
    await expect.element(to()).toHaveValue('03/12/2026');
  });

  test('by keys: Escape leaves one that has begun', async () => {
    const value = { start: '2026-03-10', end: '2026-03-12' };
    const values = await ranged({ value });
    await openByButton();
    await press('{Enter}{ArrowDown}');
    await expect.element(day('Tuesday, March 17, 2026, last day')).toHaveFocus();
    await press('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(values).toEqual([]);
    await openByButton();
    await press('{Enter}{ArrowDown}{Enter}');
    await expect.poll(() => values).toEqual([{ start: '2026-03-10', end: '2026-03-17' }]);
  });

  test('with an end typed to the wrong side of the other becomes that day; an empty end takes the start', async () => {
    const values = await ranged({ value: { start: '2026-03-10', end: '2026-03-12' } });
    await userEvent.fill(from(), '3/20/2026');
    await userEvent.tab();
    expect(values.at(-1)).toEqual({ start: '2026-03-20', end: '2026-03-20' });
    await userEvent.fill(to(), '3/1/2026');
    await userEvent.tab();
    expect(values.at(-1)).toEqual({ start: '2026-03-01', end: '2026-03-01' });
    await userEvent.fill(to(), '');
    await userEvent.fill(from(), '3/5/2026');
    await userEvent.tab();
    expect(values.at(-1)).toEqual({ start: '2026-03-05', end: '2026-03-05' });
  });

  test('keeps text that is no date, with its fault, where the page ignores it', async () => {
    const value = { start: '2026-03-03', end: '' };
    await render(
      <DatePicker visibility="click" aria-label="Days" range isOpenEnded value={value} onValue={() => undefined} />,
    );
    const start = page.getByRole('textbox').first();
    await userEvent.fill(start, '2pm');
    await press('{Tab}');
    await expect.element(start).toHaveValue('2pm');
    await expect.element(start).toHaveAttribute('aria-invalid', 'true');
    await expect.element(page.getByText(/^Enter a date, like/)).toBeVisible();
  });

  test('whose start is typed fills in the end, which is typed over', async () => {
    const values = await ranged();
    await userEvent.click(page.getByRole('textbox', { name: 'From' }));
    await press('3/10/2026{Tab}');
    await expect.element(page.getByRole('textbox', { name: 'To' })).toHaveValue('03/10/2026');
    await press('3/12/2026{Tab}');
    await expect.poll(() => values.at(-1)).toEqual({ start: '2026-03-10', end: '2026-03-12' });
  });

  test('by the older name of its switch is marked as deprecated, and turning it on or off clears the value', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const values: unknown[] = [];
    function Page() {
      const [isRange, setIsRange] = useState(false);
      const [value, setValue] = useState<unknown>('2026-03-10');
      const onValue = (next: unknown) => {
        values.push(next);
        setValue(next);
      };
      return (
        <>
          <button type="button" onClick={() => setIsRange(!isRange)}>
            Turn
          </button>
          <DatePicker aria-label="Days" visibility="click" {...({ isRange, value, onValue } as Ranged)} />
        </>
      );
    }
    await render(<Page />);
    expect(warned.mock.calls).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: 'Turn' }));
    await expect.poll(() => values).toEqual([{ start: '', end: '' }]);
    expect(warned.mock.calls).toEqual([
      ['The `is-range` prop will be deprecated in future releases. Please use the `range` modifier.'],
    ]);
    await expect.element(from()).toHaveValue('');
    await userEvent.click(page.getByRole('button', { name: 'Turn' }));
    await expect.poll(() => values.at(-1)).toBe('');
    await expect.element(page.getByRole('textbox', { name: 'Days' })).toHaveValue('');
  });

  test('is chosen by its name', async () => {
    const values = await ranged({ presets: [{ label: 'This week', start: '2026-03-02', end: '2026-03-08' }] });
    await openByButton();
    await userEvent.click(page.getByRole('button', { name: 'This week' }));
    await expect.poll(() => values).toEqual([{ start: '2026-03-02', end: '2026-03-08' }]);
  });
});

describe('a time', () => {
  test('keeps its day, and the day its time; a skipped hour moves on and says so', async () => {
    const values = await single({ mode: 'datetime', zone: 'America/New_York', value: '2026-03-07T07:30:00.000Z' });
    await expect.element(input()).toHaveValue('03/07/2026 2:30 AM');
    await openByButton();
    await press('{ArrowRight}{Enter}');
    await expect.poll(() => values).toEqual(['2026-03-08T07:30:00.000Z']);
    await expect.element(page.getByText(/2:30 AM does not exist on March 8, 2026.*It is 3:30 AM now/)).toBeVisible();
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'AM or PM' }), 'PM');
    await expect.poll(() => values.at(-1)).toBe('2026-03-08T19:30:00.000Z');
    await userEvent.click(page.getByRole('button', { name: 'Done' }));
    await expect.element(input()).toHaveValue('03/08/2026 3:30 PM');
  });

  test('offers what its rules allow, to its accuracy, and snaps what is typed', async () => {
    const rules = { hours: { min: 9, max: 11 }, minutes: { interval: 15 }, seconds: 0 };
    const values = await single({ mode: 'time', accuracy: 3, rules, value: '09:15:00' });
    await userEvent.click(page.getByRole('button', { name: 'Change time, 9:15:00 AM' }));
    const options = (name: string) =>
      [...page.getByRole('combobox', { name }).element().querySelectorAll('option')].map(({ label }) => label);
    await expect.element(page.getByRole('combobox', { name: 'Hour' })).toHaveFocus();
    expect(options('Hour')).toEqual(['9', '10', '11']);
    expect(options('Minute')).toEqual(['00', '15', '30', '45']);
    expect(options('Second')).toEqual(['00']);
    expect(options('AM or PM')).toEqual(['AM']);
    await userEvent.fill(input(), '2:40 PM');
    await press('{Enter}');
    expect(values.at(-1)).toBe('11:45:00');
  });
});

describe('visibility', () => {
  test('by default hover and focus open it, and it hides 110 ms after both have left', async () => {
    await single({ visibility: 'hover-focus' });
    await userEvent.hover(input());
    await expect.element(dialog()).toBeVisible();
    await userEvent.unhover(input());
    await userEvent.hover(page.getByRole('heading', { name: 'Dates' }));
    await expect.element(dialog()).not.toBeInTheDocument();
    await userEvent.tab();
    await expect.element(dialog()).toBeVisible();
    await expect.element(input()).toHaveFocus();
    await press('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('by click a click elsewhere hides it', async () => {
    await single();
    await userEvent.hover(input());
    await userEvent.tab();
    await expect.element(dialog()).not.toBeInTheDocument();
    await userEvent.click(input());
    await expect.element(dialog()).toBeVisible();
    await expect.element(input()).toHaveFocus();
    await userEvent.click(page.getByRole('heading', { name: 'Dates' }));
    await expect.element(dialog()).not.toBeInTheDocument();
  });
});

test('a swipe turns the page', async () => {
  await page.viewport(360, 740);
  await single({ value: '2026-03-31' });
  await openByButton();
  const grid = page.getByRole('grid', { name: 'March 2026' }).element();
  const swipe = (dx: number) => {
    const at = (x: number) => [new Touch({ identifier: 1, target: grid, clientX: x, clientY: 300 })];
    grid.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: at(200), changedTouches: at(200) }));
    grid.dispatchEvent(new TouchEvent('touchend', { bubbles: true, touches: [], changedTouches: at(200 + dx) }));
  };
  swipe(-59);
  await expect.element(title('March 2026')).toBeVisible();
  swipe(-60);
  await expect.element(title('April 2026')).toBeVisible();
});

test('in a narrow window a click is for typing: the button alone opens what covers the window', async () => {
  await page.viewport(360, 740);
  await single({ visibility: 'click' });
  await userEvent.click(input());
  await press('2026-03-31');
  await expect.element(input()).toHaveValue('2026-03-31');
  await expect.element(dialog()).not.toBeInTheDocument();
  await openByButton();
  await expect.element(dialog()).toBeVisible();
});

test('on a phone its days are 44 px, and all of it is within the window', async () => {
  await page.viewport(360, 740);
  await single({ value: '2026-03-31' });
  await openByButton();
  const cell = day('Tuesday, March 31, 2026').element().getBoundingClientRect();
  expect(Math.min(cell.width, cell.height)).toBeGreaterThanOrEqual(44);
  const edges = () => {
    const { left, right, bottom } = dialog().element().getBoundingClientRect();
    return [left, right, bottom];
  };
  await expect.poll(edges).toEqual([0, 360, 740]);
});

test('a part outside a picker says that its context is missing', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const thrown: unknown[] = [];
  const catching = (event: ErrorEvent) => {
    thrown.push(event.error);
    event.preventDefault();
  };
  window.addEventListener('error', catching);
  await Promise.resolve(render(<PickerPanel takesFocus={false} />)).catch((error: unknown) => thrown.push(error));
  await expect.poll(() => String(thrown[0])).toContain('DatePicker context missing');
  window.removeEventListener('error', catching);
});

describe.each(['light', 'dark'])('axe in the %s theme', (theme) => {
  const faults = async () =>
    (await axe.run(document.body, { rules: { 'target-size': { enabled: true } } })).violations.map(({ id, nodes }) => [
      id,
      nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    ]);
  const WINDOWS = [
    [1280, '100%'],
    [360, '100%'],
    [360, '200%'],
  ] as const;
  const look = async (width: number, size: string) => {
    await page.viewport(width, 800);
    document.documentElement.dataset['theme'] = theme;
    document.documentElement.style.fontSize = size;
  };

  test.each(WINDOWS)('at %i px and %s text finds nothing in days, times, months and years', async (width, size) => {
    await look(width, size);
    await single({ mode: 'datetime', zone: 'America/New_York', value: '2026-11-01T06:30:00.000Z', max: '2026-11-20' });
    await openByButton();
    expect(await faults()).toEqual([]);
    await userEvent.click(title('November 2026'));
    await expect.element(title('2026')).toBeVisible();
    expect(await faults()).toEqual([]);
    await userEvent.click(title('2026'));
    await expect.element(title('2016 – 2027')).toBeVisible();
    expect(await faults()).toEqual([]);
  });

  test.each(WINDOWS)('at %i px and %s text finds nothing in a range that has begun', async (width, size) => {
    await look(width, size);
    await ranged({
      columns: 2,
      value: { start: '2026-03-10', end: '2026-03-12' },
      disabledDays: ['2026-03-27'],
      presets: [{ label: 'This week', start: '2026-03-08', end: '2026-03-14' }],
    });
    await openByButton();
    expect(await faults()).toEqual([]);
    await press('{Enter}{ArrowDown}');
    await expect.element(day('Tuesday, March 17, 2026, last day')).toHaveFocus();
    expect(await faults()).toEqual([]);
  });

  test.each(WINDOWS)(
    'at %i px and %s text finds nothing in times, and beside text that is none',
    async (width, size) => {
      await look(width, size);
      await single({ mode: 'time', accuracy: 4, value: '09:15:00.250' });
      await userEvent.click(page.getByRole('button', { name: /^Change time/ }));
      await expect.element(page.getByRole('combobox', { name: 'Hour' })).toBeVisible();
      expect(await faults()).toEqual([]);
      await userEvent.fill(input(), '25 o’clock');
      await press('{Enter}');
      await expect.element(input()).toHaveAttribute('aria-invalid', 'true');
      expect(await faults()).toEqual([]);
    },
  );
});

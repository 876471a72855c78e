import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Calendar } from '../../src/calendar/Calendar.tsx';
import type { CalendarItem, CalendarPosition, CalendarProps } from '../../src/calendar/layout/types.ts';
import { useNow } from '../../src/content/sessions/useNow.ts';

const at = (date: string, time: string): string => `${date}T${time}:00-07:00`;

const ITEMS: CalendarItem[] = [
  { id: 'laser', title: 'Laser training', start: at('2026-11-23', '09:00'), end: at('2026-11-23', '11:00') },
  { id: 'print', title: '3D printing', start: at('2026-11-23', '10:00'), end: at('2026-11-23', '12:00') },
  { id: 'sewing', title: 'Sewing night', start: at('2026-11-25', '18:00'), end: at('2026-11-25', '21:00') },
  { id: 'recess', title: 'Recess', start: '2026-11-26', end: '2026-11-28' },
];

let position: CalendarPosition = { view: 'month', date: '2026-11-23' };
let opened: string[] = [];
/** Number of position changes. */
let positions = 0;

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await page.viewport(1280, 800);
});

/** `isLate`: positions arrive later, as from the address of a page. */
async function open(
  given: Partial<CalendarProps> & Pick<CalendarProps, 'position'>,
  { isLate = false } = {},
): Promise<void> {
  ({ position } = given);
  opened = [];
  positions = 0;
  function Shown() {
    const [shown, setShown] = useState(position);
    return (
      <Calendar
        label="Makeshop"
        items={ITEMS}
        zone="America/Denver"
        now={Date.parse(at('2026-11-23', '14:20'))}
        onOpen={({ id }) => opened.push(id)}
        {...given}
        position={shown}
        onPosition={(next) => {
          positions += 1;
          position = next;
          if (isLate) setTimeout(() => setShown(next), 30);
          else setShown(next);
        }}
      />
    );
  }
  await render(<Shown />);
  await expect.element(page.getByRole('region', { name: 'Makeshop' })).toBeVisible();
}

const press = (keys: string) => userEvent.keyboard(keys);
const cell = (date: string, area = 'month'): HTMLElement =>
  document.querySelector<HTMLElement>(`[data-day="${date}"][data-area="${area}"]`) as HTMLElement;
const focused = (): string => {
  const element = document.activeElement as HTMLElement;
  const day = element.closest('[data-day]')?.getAttribute('data-day') ?? '';
  return element.dataset['item'] ?? (element.dataset['slot'] === undefined ? day : `${day} ${element.dataset['slot']}`);
};
const shows = (view: string, date: string) => expect.poll(() => position).toEqual({ view, date });
const isFocused = (what: string) => expect.poll(focused).toBe(what);

/** A tap of a finger, which has travelled. */
function tap(element: Element, travel = 0): void {
  const touch = { bubbles: true, cancelable: true, pointerType: 'touch' };
  element.dispatchEvent(new PointerEvent('pointerdown', { ...touch, clientX: 100, clientY: 100 }));
  element.dispatchEvent(new PointerEvent('click', { ...touch, clientX: 100, clientY: 100 + travel }));
}

describe('a month by keys', () => {
  test('has one stop for Tab among its days, which the arrows move', async () => {
    await open({ position: { view: 'month', date: '2026-11-23' } });
    expect(document.querySelectorAll('[role="gridcell"][tabindex="0"]')).toHaveLength(1);
    cell('2026-11-23').focus();
    await press('{ArrowRight}{ArrowDown}');
    await isFocused('2026-12-01');
    await shows('month', '2026-12-01');
    await press('{PageUp}');
    await isFocused('2026-11-01');
    await press('{End}');
    await isFocused('2026-11-07');
    await press('{Home}{ArrowLeft}');
    await isFocused('2026-10-31');
    await shows('month', '2026-10-31');
    await press('{PageDown}');
    await isFocused('2026-11-30');
    await press('{Control>}{Home}{/Control}');
    await isFocused('2026-11-01');
    await press('{Control>}{End}{/Control}');
    await isFocused('2026-11-30');
    await press('{ArrowUp}{End}');
    await isFocused('2026-11-28');
  });

  test('says each day in full with its number of events, and what each event is', async () => {
    await open({ position: { view: 'month', date: '2026-11-23' } });
    await expect
      .element(page.getByRole('gridcell', { name: 'Monday, November 23, 2026, 2 events' }))
      .toHaveAttribute('aria-current', 'date');
    await expect
      .element(page.getByRole('button', { name: 'Laser training, 9 – 11 AM, Monday, November 23, 2026' }))
      .toBeVisible();
    await expect.element(page.getByRole('gridcell', { name: 'Friday, November 27, 2026, 1 event' })).toBeVisible();
  });

  test('leads with Tab to the events of the day, from there to other days, and with Escape back', async () => {
    await open({ position: { view: 'month', date: '2026-11-23' } });
    cell('2026-11-23').focus();
    await press('{Tab}');
    await isFocused('laser');
    await press('{ArrowDown}');
    await isFocused('print');
    await press('{ArrowRight}');
    await isFocused('sewing');
    await press('{ArrowRight}{ArrowRight}');
    await isFocused('recess');
    await press('{Enter}');
    expect(opened).toEqual(['recess']);
    await press('{Escape}');
    await isFocused('2026-11-27');
    await press('{Shift>}{Tab}{/Shift}');
    expect(document.activeElement?.closest('[data-day]')).toBeNull();
  });

  test('leads with Enter to the narrower view', async () => {
    await open({ position: { view: 'month', date: '2026-11-23' } });
    cell('2026-11-23').focus();
    await press('{ArrowRight}{Enter}');
    await shows('week', '2026-11-24');
    await isFocused('2026-11-24 540');
  });
});

describe('years and months by keys', () => {
  test('narrow down from years to a month', async () => {
    await open({ position: { view: 'years', date: '2026-11-23' } });
    cell('2026-01-01', 'years').focus();
    await press('{ArrowDown}{Enter}');
    await shows('year', '2031-01-01');
    await isFocused('2031-01-01');
    await press('{ArrowRight}{ArrowDown}');
    await isFocused('2031-05-01');
    await press('{Enter}');
    await shows('month', '2031-05-01');
  });
});

describe('a week by keys', () => {
  test('has a slot that moves by hours and days, and from week to week', async () => {
    await open({ position: { view: 'week', date: '2026-11-23' } });
    document.querySelector<HTMLElement>('[data-slot]')?.focus();
    await isFocused('2026-11-23 540');
    await press('{ArrowDown}{ArrowRight}');
    await isFocused('2026-11-24 600');
    await expect.element(page.getByRole('button', { name: '10 AM, Tuesday, November 24, 2026' })).toHaveFocus();
    await press('{End}{ArrowRight}');
    await isFocused('2026-11-29 600');
    await shows('week', '2026-11-29');
    await press('{PageUp}{ArrowRight}');
    await isFocused('2026-11-23 600');
    await press('{Control>}{Home}{/Control}');
    await isFocused('2026-11-22 0');
    await press('{Control>}{End}{/Control}');
    await isFocused('2026-11-28 1380');
    await press('{Home}');
    await isFocused('2026-11-22 1380');
  });

  test('has its events behind the slot, by arrows, and back with Escape', async () => {
    await open({ position: { view: 'week', date: '2026-11-23' } });
    document.querySelector<HTMLElement>('[data-slot]')?.focus();
    await press('{Tab}{End}');
    await isFocused('print');
    await press('{ArrowRight}');
    await isFocused('sewing');
    await press(' ');
    expect(opened).toEqual(['sewing']);
    await press('{Escape}');
    await isFocused('2026-11-25 540');
  });

  test('moves among places before it moves among days', async () => {
    const splits = [
      { id: 'a', label: 'Makeshop' },
      { id: 'b', label: 'Studio' },
    ];
    await open({ position: { view: 'day', date: '2026-11-23' }, splits });
    document.querySelector<HTMLElement>('[data-slot]')?.focus();
    await press('{ArrowRight}');
    await expect.element(page.getByRole('button', { name: '9 AM, Monday, November 23, 2026, Studio' })).toHaveFocus();
    await press('{ArrowRight}');
    await expect
      .element(page.getByRole('button', { name: '9 AM, Tuesday, November 24, 2026, Makeshop' }))
      .toHaveFocus();
  });
});

describe('by mouse', () => {
  test('a double click, also on a week’s heading, leads to the narrower view, and the title to the broader one', async () => {
    await open({ position: { view: 'month', date: '2026-11-10' } });
    await userEvent.dblClick(cell('2026-11-24'));
    await shows('week', '2026-11-24');
    await userEvent.dblClick(document.querySelector('[data-heading="2026-11-25"]') as Element);
    await shows('day', '2026-11-25');
    await userEvent.dblClick(cell('2026-11-25', 'time'), { position: { x: 40, y: 700 } });
    await shows('day', '2026-11-25');
    await page.getByRole('button', { name: 'Wednesday, November 25, 2026', exact: true }).click();
    await shows('week', '2026-11-25');
  });

  test('a click selects a day, one of another month too, and opens events; arrows and views navigate', async () => {
    await open({ position: { view: 'month', date: '2026-11-10' } });
    await userEvent.click(cell('2026-11-18'));
    await shows('month', '2026-11-18');
    await userEvent.click(cell('2026-12-08'));
    await expect.poll(() => cell('2026-12-08').getAttribute('aria-selected')).toBe('true');
    expect(position.date).toBe('2026-11-18');
    await userEvent.click(document.querySelector('[data-item="laser"]') as Element);
    expect(opened).toEqual(['laser']);
    await page.getByRole('button', { name: 'Next month' }).click();
    await shows('month', '2026-12-01');
    await page.getByRole('button', { name: 'Today' }).click();
    await shows('month', '2026-11-23');
    await page.getByRole('button', { name: 'Week', exact: true }).click();
    await shows('week', '2026-11-23');
  });

  test('a new position is announced only when view or date change', async () => {
    await open({ position: { view: 'week', date: '2026-11-24' } });
    const today = page.getByRole('button', { name: 'Today' });
    await userEvent.click(today);
    await shows('week', '2026-11-23');
    await userEvent.click(today);
    await userEvent.click(page.getByRole('button', { name: 'Week', exact: true }));
    expect(positions).toBe(1);
  });

  test('days that take no part ignore clicks', async () => {
    await open({
      position: { view: 'month', date: '2026-11-10' },
      reach: { first: '2026-11-05', last: '2026-11-30' },
    });
    for (const date of ['2026-12-01', '2026-11-04']) {
      cell(date).dispatchEvent(new MouseEvent('click', { bubbles: true }));
      cell(date).dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    }
    expect(position).toEqual({ view: 'month', date: '2026-11-10' });
  });

  test('a crowded day shows the number of further events, and opens', async () => {
    const items = Array.from({ length: 9 }, (_, index) => ({
      id: `${index}`,
      title: `Event ${index}`,
      start: at('2026-11-24', '09:00'),
      end: at('2026-11-24', '10:00'),
    }));
    await open({ position: { view: 'month', date: '2026-11-10' }, items });
    expect(document.querySelectorAll('[data-item]')).toHaveLength(3);
    await page.getByRole('button', { name: '+ 6 more' }).click();
    await shows('day', '2026-11-24');
    await expect.poll(() => document.querySelectorAll('[data-item]').length).toBe(9);
  });

  test('events over several days are never among the hidden ones', async () => {
    const items = Array.from({ length: 8 }, (_, index) => ({
      id: `${index}`,
      title: `Event ${index}`,
      start: '2026-11-24',
      end: '2026-11-25',
    }));
    await open({ position: { view: 'month', date: '2026-11-10' }, items });
    expect(document.querySelectorAll('[data-item]')).toHaveLength(8);
  });
});

describe('by finger', () => {
  test('two taps within half a second lead to the narrower view, and one that travels opens nothing', async () => {
    await open({ position: { view: 'month', date: '2026-11-10' } });
    const laser = document.querySelector('[data-item="laser"]') as Element;
    tap(laser, 31);
    expect(opened).toEqual([]);
    tap(laser, 30);
    expect(opened).toEqual(['laser']);
    tap(cell('2026-11-24'));
    tap(cell('2026-11-25'));
    expect(position.view).toBe('month');
    tap(cell('2026-11-25'));
    await shows('week', '2026-11-25');
  });

  test('on a phone a week is a list until the reader asks for the grid', async () => {
    await page.viewport(360, 740);
    await open({ position: { view: 'week', date: '2026-11-23' } });
    await expect.element(page.getByRole('group', { name: 'Monday, November 23, 2026, 2 events' })).toBeVisible();
    const views = page.getByRole('combobox', { name: 'View' });
    await expect.element(views).toHaveValue('agenda');
    expect(document.querySelector('[role="grid"]')).toBeNull();
    await userEvent.selectOptions(views, 'Week');
    await expect.poll(() => document.querySelector('[role="grid"]')).not.toBeNull();
    await userEvent.selectOptions(views, 'List');
    await expect.poll(() => document.querySelector('[role="grid"]')).toBeNull();
    cell('2026-11-23', 'agenda').focus();
    await press('{ArrowDown}');
    await isFocused('2026-11-25');
    await press('{Tab}');
    await isFocused('sewing');
  });

  test('on a phone a view that the reader has chosen is the grid', async () => {
    await page.viewport(360, 740);
    await open({ position: { view: 'month', date: '2026-11-23' }, isViewChosen: true });
    await expect.element(page.getByRole('grid')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  });
});

describe('the line of now', () => {
  test('moves at the next whole minute, and then every 60 s', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T12:00:40.000Z') });
    const timers = vi.spyOn(window, 'setTimeout');
    const Clock = () => <p>{new Date(useNow() ?? 0).toISOString()}</p>;
    // In steps of 5 s: the mocked clock continues while the page renders.
    const waits = () => timers.mock.calls.flatMap(([, wait = 0]) => (wait > 15_000 ? Math.ceil(wait / 5000) * 5 : []));
    await render(<Clock />);
    await expect.element(page.getByText('2026-11-23T12:00:00.000Z')).toBeVisible();
    expect(waits()).toEqual([20]);
    const tick = timers.mock.calls.find(([, wait = 0]) => wait > 15_000)?.[0];
    vi.setSystemTime(Date.parse('2026-11-23T12:01:00.000Z'));
    if (typeof tick === 'function') tick();
    await expect.element(page.getByText('2026-11-23T12:01:00.000Z')).toBeVisible();
    expect(waits()).toEqual([20, 60]);
  });

  const line = (): HTMLElement | null => document.querySelector('[data-now]');

  test('is in today’s column alone, with its time, and not after the last hour', async () => {
    await open({ position: { view: 'week', date: '2026-11-23' } });
    expect(document.querySelectorAll('[data-now]')).toHaveLength(1);
    expect([line()?.title, line()?.closest('[data-day]')?.getAttribute('data-day')]).toEqual(['2:20 PM', '2026-11-23']);
    expect(line()?.style.top).toBe(`${(14 + 1 / 3) * 2.5}rem`.slice(0, 7) + 'rem');
  });

  test('is not shown outside of the times shown', async () => {
    await open({ position: { view: 'week', date: '2026-11-23' }, timeTo: 12 * 60 });
    expect(line()).toBeNull();
  });
});

test('an empty grid says so', async () => {
  await open({ position: { view: 'week', date: '2026-12-08' } });
  await expect.element(page.getByText('Nothing in this week')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Today' }));
  await expect.element(page.getByRole('button', { name: /^Laser training/ })).toBeVisible();
  await expect.element(page.getByText('Nothing in this week')).not.toBeInTheDocument();
});

test.each(['week', 'day'] as const)(
  'in the %s, keys that change the day keep the focus while the address follows',
  async (view) => {
    await open({ position: { view, date: '2026-11-23' } }, { isLate: true });
    document.querySelector<HTMLElement>('[data-slot]')?.focus();
    const slot = (document.activeElement as HTMLElement).dataset['slot'] ?? '';
    for (const [key, date] of [
      ['{ArrowRight}', '2026-11-24'],
      ['{ArrowDown}{ArrowUp}{PageDown}', view === 'week' ? '2026-12-01' : '2026-11-25'],
      ['{PageUp}', '2026-11-24'],
      ['{ArrowLeft}', '2026-11-23'],
    ] as const) {
      await press(key);
      await shows(view, date);
      await isFocused(`${date} ${slot}`);
    }
  },
);

test('arrows lead no further than the dates that there are', async () => {
  const reach = { first: '1970-01-01', last: '2099-12-31' };
  await open({ position: { view: 'years', date: '2080-01-01' }, reach });
  const arrow = (name: string) => page.getByRole('button', { name });
  await expect.element(arrow('Next 25 years')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(arrow('Next 25 years'), { force: true });
  expect(positions).toBe(0);
  for (const date of ['2050-01-01', '2025-01-01', '2000-01-01', '1975-01-01', '1970-01-01']) {
    await userEvent.click(arrow('Previous 25 years'));
    await shows('years', date);
  }
  await expect.element(arrow('Previous 25 years')).toHaveAttribute('aria-disabled', 'true');
  expect(cell('1950-01-01', 'years').getAttribute('aria-disabled')).toBe('true');
});

test('readers elsewhere see the zone of the times', async () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  await open({
    position: { view: 'week', date: '2026-11-23' },
    zone: own === 'Asia/Tokyo' ? 'America/Denver' : 'Asia/Tokyo',
  });
  await expect.element(page.getByText(/^Times are in .*\.$/)).toBeVisible();
});

const HOURS: NonNullable<CalendarProps['hoursOf']> = (date) =>
  date === '2026-11-27' ? [{ from: 0, to: 1440, label: 'Closed: Thanksgiving', look: 'closed' }] : [];

test.each(['month', 'agenda'] as const)('the %s says why a place is closed', async (view) => {
  await open({ position: { view, date: '2026-11-23' }, views: ['month', 'agenda'], items: [], hoursOf: HOURS });
  await expect.element(page.getByText('Closed: Thanksgiving')).toBeVisible();
  await expect.element(page.getByLabelText('Friday, November 27, 2026, no events, Closed: Thanksgiving')).toBeVisible();
});

test('a year marks the days with events, and each opens', async () => {
  await open({ position: { view: 'year', date: '2026-11-23' }, eventsCountOnYearView: true });
  const marked = [...document.querySelectorAll('[data-jump][data-level]')];
  expect(marked.map((day) => day.getAttribute('data-jump'))).toEqual([
    'day:2026-11-23',
    'day:2026-11-25',
    'day:2026-11-26',
    'day:2026-11-27',
    'day:2026-11-28',
  ]);
  await userEvent.dblClick(marked[1]!);
  expect(position).toEqual({ view: 'day', date: '2026-11-25' });
});

test.each([
  ['year', /^November 2026, .*Closed: Thanksgiving \(Nov 27\)$/, 'day:2026-11-27'],
  ['years', /^2026, .*Closed: Thanksgiving \(Nov 27\)$/, 'month:2026-11-01'],
] as const)('the %s marks closures and says why', async (view, name, jump) => {
  await open({ position: { view, date: '2026-11-23' }, eventsCountOnYearView: true, hoursOf: HOURS });
  const cell = page.getByRole('gridcell', { name });
  await expect.element(cell).toBeVisible();
  const marked = [...document.querySelectorAll('[data-jump][data-closed]')];
  expect(marked.map((part) => part.getAttribute('data-jump'))).toEqual([jump]);
  expect(marked[0]?.getAttribute('title')).toContain('Closed: Thanksgiving');
  await userEvent.hover(cell);
  await expect.element(page.getByText('Closed: Thanksgiving (Nov 27)')).toBeVisible();
});

test('a year opens at the top, where its heading and first months are', async () => {
  await page.viewport(1280, 420);
  await open({ position: { view: 'year', date: '2026-01-01' } });
  await expect.element(page.getByRole('gridcell', { name: /^November/ })).toHaveAttribute('aria-current', 'date');
  expect(window.scrollY).toBe(0);
});

test('years count by month, and each month opens', async () => {
  await open({
    position: { view: 'years', date: '2026-11-23' },
    ...{ eventsCountOnYearView: true, counts: { '2026-11': 3, '2027-02': 1 } },
  });
  const marked = [...document.querySelectorAll('[data-jump][data-level]')];
  expect(marked.map(({ textContent }) => textContent)).toEqual(['Nov3', 'Feb1']);
  await userEvent.click(marked[1]!);
  expect(position).toEqual({ view: 'month', date: '2027-02-01' });
});

test('a month opens with today in view', async () => {
  await page.viewport(1280, 420);
  await open({ position: { view: 'month', date: '2026-11-23' } });
  const today = document.querySelector('[data-today]')!;
  expect(today.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight + 1);
  window.scrollTo(0, 0);
});

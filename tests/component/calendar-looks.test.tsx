import axe from 'axe-core';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Calendar } from '../../src/calendar/Calendar.tsx';
import {
  CALENDAR_VIEWS,
  type CalendarItem,
  type CalendarProps,
  type CalendarView,
} from '../../src/calendar/layout/types.ts';
import type {} from './commands.ts';

/** What a term's week has: states, kinds, places, colors, closures, something over several days. */
const at = (date: string, time: string): string => `${date}T${time}:00-05:00`;
const on = (date: string, from: string, to: string): Pick<CalendarItem, 'start' | 'end'> => ({
  start: at(date, from),
  end: at(date, to),
});
const PLANNED: CalendarItem[] = [
  { id: 'laser', title: 'Laser cutter training', kind: 'Full', icon: 'school', ...on('2026-11-23', '09:00', '11:00') },
  { id: 'print', title: '3D printing', color: '#b85000', split: '2', ...on('2026-11-23', '10:00', '10:20') },
  { id: 'draft', title: 'Sewing', tentative: true, kind: 'Draft', split: '1', ...on('2026-11-23', '10:00', '12:00') },
  {
    id: 'conflict',
    title: 'Resume help',
    conflict: 'Overlaps Sewing',
    split: '1',
    ...on('2026-11-23', '11:00', '13:00'),
  },
  { id: 'gone', title: 'Pottery', cancelled: true, color: '#ffe800', ...on('2026-11-24', '15:00', '16:00') },
  { id: 'night', title: 'Open night', color: '#112233', ...on('2026-11-24', '20:00', '23:30') },
  { id: 'fair', title: 'Makers’ fair', start: at('2026-11-25', '12:00'), end: at('2026-11-27', '15:00') },
  { id: 'recess', title: 'Recess', start: '2026-11-26', end: '2026-11-28' },
  { id: 'saw', title: 'Table saw maintenance', background: true, ...on('2026-11-23', '14:00', '18:00') },
  ...Array.from({ length: 9 }, (_, index) => ({
    id: `tour ${index}`,
    title: `Tour ${index + 1}`,
    ...on('2026-11-23', `${10 + index}:00`, `${11 + index}:30`),
  })),
];
const ITEMS = PLANNED.map((item) => ({ split: '1', ...item }));
const SPLITS = [
  { id: '1', label: 'Makeshop' },
  { id: '2', label: 'Print room', detail: 'Library 114' },
];
const PROPS: CalendarProps = {
  label: 'Calendar of Makeshop',
  items: ITEMS,
  zone: 'America/New_York',
  position: { view: 'week', date: '2026-11-23' },
  onPosition: () => undefined,
  now: Date.parse(at('2026-11-23', '14:20')),
  views: CALENDAR_VIEWS,
  isViewChosen: true,
  eventsCountOnYearView: true,
  onOpen: () => undefined,
  hoursOf: () => [
    { from: 0, to: 540, label: 'Closed', look: 'closed' },
    { from: 540, to: 1080, label: 'Open', look: 'open' },
    { from: 1080, to: 1320, label: 'Late opening', look: 'special' },
  ],
};

afterEach(async () => {
  delete document.documentElement.dataset['theme'];
  document.documentElement.style.fontSize = '';
  await page.viewport(1280, 800);
  await commands.emulate({ media: 'screen', forcedColors: 'none' });
});

const show = async (given: Partial<CalendarProps> = {}): Promise<void> => {
  await render(
    <main style={{ padding: '1rem' }}>
      <Calendar {...PROPS} {...given} />
    </main>,
  );
  await expect.element(page.getByRole('region', { name: PROPS.label })).toBeVisible();
};
const inView = (view: CalendarView): Partial<CalendarProps> => ({
  position: { view, date: '2026-11-23' },
  ...(view === 'day' ? { splits: SPLITS } : {}),
});
const one = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`There is no ${selector}.`);
  return found;
};
const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];

/** What is checked once, and what depends on theme and size. */
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const OF_LOOKS = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

async function violations(runOnly: string[]): Promise<string[]> {
  const found = await axe.run(document.body, { runOnly, resultTypes: ['violations'], preload: false });
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

const overflow = (): number => document.documentElement.scrollWidth - document.documentElement.clientWidth;

describe.each(CALENDAR_VIEWS)('%s', (view) => {
  test('has nothing to which axe objects, in either theme, from a phone to a wide window', async () => {
    await show(inView(view));
    const found: string[] = [];
    for (const [width, height] of [
      [1280, 800],
      [360, 740],
      [1920, 1080],
    ] as const)
      for (const theme of ['light', 'dark']) {
        await page.viewport(width, height);
        document.documentElement.dataset['theme'] = theme;
        const rules = width === 1280 && theme === 'light' ? STANDARDS : OF_LOOKS;
        found.push(...(await violations(rules)).map((words) => `${width} ${theme} ${words}`));
        if (overflow() > 0) found.push(`${width} ${theme}: ${overflow()} px too wide`);
      }
    expect(found).toEqual([]);
  });

  test('with text twice as large, is no wider than the window and cuts off none of its controls', async () => {
    document.documentElement.style.fontSize = '200%';
    await show(inView(view));
    for (const width of [1280, 360]) {
      await page.viewport(width, 800);
      expect(overflow(), `${width}`).toBeLessThanOrEqual(0);
      for (const control of all('[data-navigate]')) {
        const { left, right } = control.getBoundingClientRect();
        expect(
          [left >= 0, right <= width, control.scrollWidth <= control.clientWidth + 1],
          `${width} ${control.outerHTML}`,
        ).toEqual([true, true, true]);
      }
    }
  });
});

/** Events whose words are cut off within a line. */
function cutWithinLines(): string[] {
  return all('[data-area="time"] [data-item]').flatMap((item) => {
    const words = item.querySelector<HTMLElement>('[data-meta]') ?? item;
    const { lineHeight, paddingTop, paddingBottom, whiteSpace } = getComputedStyle(words);
    const lines = (words.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)) / parseFloat(lineHeight);
    const isWhole = Math.abs(lines - Math.round(lines)) < 0.06 || words.scrollHeight <= words.clientHeight + 1;
    return isWhole || whiteSpace === 'nowrap' ? [] : [`${item.textContent}: ${lines.toFixed(2)} lines`];
  });
}

test.each(['light', 'dark'])(
  'events have a tint and a stripe, of their own color if they have one: %s',
  async (theme) => {
    document.documentElement.dataset['theme'] = theme;
    await show(inView('week'));
    const look = (id: string) => {
      const { backgroundColor, borderLeftColor } = getComputedStyle(one(`[data-item="${id}"]`));
      return [backgroundColor, borderLeftColor];
    };
    const surface = getComputedStyle(one('main')).backgroundColor;
    const [usual, own] = [look('laser'), look('night')];
    for (const color of [...usual, ...own])
      expect(['rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)', surface]).not.toContain(color);
    expect(own[0]).not.toBe(usual[0]);
    expect(own[1]).not.toBe(usual[1]);
  },
);

test('lines of an event that do not fit are left out whole, and long words end in dots', async () => {
  const on75 = { kind: 'Interdepartmental workshop', ...on('2026-11-26', '13:00', '14:15') };
  const items = [...ITEMS, { id: 'long', title: 'Interdisciplinary electroencephalography', ...on75 }];
  await show({ items, position: { view: 'week', date: '2026-11-26' }, isViewChosen: true });
  for (const [width, size] of [
    [1280, '100%'],
    [1280, '200%'],
    [360, '100%'],
    [360, '200%'],
  ] as const) {
    document.documentElement.style.fontSize = size;
    await page.viewport(width, 800);
    await expect.poll(() => all('[data-area="time"]').length).toBe(7);
    expect(cutWithinLines(), `${width} ${size}`).toEqual([]);
  }
  const long = one('[data-item="long"]');
  expect(getComputedStyle(long.querySelector('[data-meta]') ?? long).textOverflow).toBe('ellipsis');
  await userEvent.hover(long);
  expect(long.title).toContain('Interdisciplinary electroencephalography, Interdepartmental workshop');
});

test('a week of a month that is not drawn yet is about as high as it will be, long titles or short', async () => {
  const titles = [
    'Sewing',
    'Staff meeting',
    'Laser cutter training',
    'Interdisciplinary electroencephalography for beginners',
  ];
  const items = Array.from({ length: 30 * 24 }, (_, index) => ({
    id: `${index}`,
    title: titles[Math.floor(index / 30) % titles.length] ?? '',
    ...on(`2026-11-${String((index % 30) + 1).padStart(2, '0')}`, '09:15', '11:30'),
  }));
  await show({ items, position: { view: 'month', date: '2026-11-10' }, views: ['month'] });
  for (const row of all('[role="row"]').filter((one) => one.querySelector('[data-item]') !== null)) {
    const expected = parseFloat(getComputedStyle(row).containIntrinsicBlockSize.replace('auto ', ''));
    row.style.contentVisibility = 'visible';
    const ratio = expected / row.getBoundingClientRect().height;
    expect([ratio > 0.8, ratio < 1.25], `${ratio}`).toEqual([true, true]);
  }
});

test.each(CALENDAR_VIEWS)('on a phone, title, arrows and views of %s take two lines', async (view) => {
  await page.viewport(360, 740);
  // Elsewhere the name of the zone takes a line of its own.
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  await show({ ...inView(view), isLoading: true, zone });
  expect(one('h2').parentElement?.clientHeight).toBeLessThanOrEqual(84);
});

test('with forced colors, events have an outline, and now, today and conflicts can be distinguished', async () => {
  await commands.emulate({ forcedColors: 'active' });
  await show();
  for (const item of all('[data-item]')) {
    const { borderTopStyle, borderTopWidth } = getComputedStyle(item);
    expect([borderTopStyle, parseFloat(borderTopWidth) > 0], item.outerHTML).not.toContain('none');
    expect(parseFloat(borderTopWidth), item.outerHTML).toBeGreaterThan(0);
  }
  const canvas = getComputedStyle(document.body).backgroundColor;
  expect(getComputedStyle(one('[data-now]')).backgroundColor).not.toBe(canvas);
});

test('on paper, the whole day is there without the controls', async () => {
  await commands.emulate({ media: 'print' });
  await show({ position: { view: 'day', date: '2026-11-23' } });
  const box = one('[data-scroller]');
  expect(box.scrollHeight).toBeLessThanOrEqual(box.clientHeight + 1);
  expect(
    all('[data-navigate]').filter((control) => control.checkVisibility() && control.dataset['navigate'] !== 'title'),
  ).toEqual([]);
  expect(
    page.getByText('Week 48', { exact: false }).elements().length +
      page.getByText('November 23', { exact: false }).elements().length,
  ).toBeGreaterThan(0);
});

test('on paper, a day of a month has all its events', async () => {
  await show({ position: { view: 'month', date: '2026-11-23' } });
  const shownOn = (event: string) => {
    window.dispatchEvent(new Event(event));
    return all('[data-day="2026-11-23"] [data-item]').length;
  };
  await expect.poll(() => shownOn('beforeprint')).toBeGreaterThan(9);
  expect(all('[data-more]')).toEqual([]);
  await expect.poll(() => shownOn('afterprint')).toBeLessThan(9);
});

test.each(CALENDAR_VIEWS)('%s of a document drawn elsewhere is taken over as it is', async (view) => {
  const calendar = <Calendar {...PROPS} {...inView(view)} now={null} />;
  const container = document.createElement('div');
  container.innerHTML = renderToString(calendar);
  document.body.append(container);
  const faults: unknown[] = [];
  await commands.emulate({ zone: 'Asia/Kolkata' });
  const root = hydrateRoot(container, calendar, { onRecoverableError: (fault) => faults.push(fault) });
  await expect
    .poll(() => Object.keys(container.firstElementChild ?? {}).some((key) => key.startsWith('__react')))
    .toBe(true);
  expect(faults).toEqual([]);
  root.unmount();
  container.remove();
  await commands.emulate({ zone: '' });
});

describe('on the Sundays on which clocks change', () => {
  afterEach(() => commands.emulate({ zone: '' }));

  /** Zone, date, the offsets before and after, and the way in which the clocks go. */
  test.each([
    ['America/New_York', '2026-03-08', '-05:00', '-04:00', 'forward'],
    ['America/New_York', '2026-11-01', '-04:00', '-05:00', 'back'],
    ['Australia/Lord_Howe', '2026-10-04', '+10:30', '+11:00', 'forward'],
    ['Australia/Lord_Howe', '2026-04-05', '+11:00', '+10:30', 'back'],
    ['America/Santiago', '2026-09-06', '-04:00', '-03:00', 'forward'],
    ['America/Santiago', '2026-04-04', '-03:00', '-04:00', 'back'],
  ])(
    '%s, %s: everything is at its time and as long as it lasts, in a browser of India',
    async (zone, date, before, after, way) => {
      await commands.emulate({ zone: 'Asia/Kolkata' });
      expect(new Date(Date.parse('2026-01-01T00:00Z')).getTimezoneOffset()).toBe(-330);
      // The change in Santiago is at midnight: only 10 AM of the day itself is beyond it in spring, and before it in autumn.
      const isLate = zone === 'America/Santiago' && way === 'back';
      const noon = `${date}T10:00:00${isLate ? before : after}`;
      const last = Date.parse(`${date}T23:00:00${isLate ? before : after}`);
      const first =
        Date.parse(`${date}T00:30:00${zone === 'America/Santiago' && way === 'forward' ? after : before}`) +
        30 * 60_000;
      await show({
        zone,
        position: { view: 'day', date },
        now: null,
        items: [
          { id: 'ten', title: 'Ten', start: noon, end: new Date(Date.parse(noon) + 3_600_000).toISOString() },
          { id: 'long', title: 'Long', start: new Date(first).toISOString(), end: new Date(last).toISOString() },
        ],
      });
      const column = one('[data-area="time"]').getBoundingClientRect();
      const hour = one('[data-item="ten"]').getBoundingClientRect();
      const long = one('[data-item="long"]').getBoundingClientRect();
      const label = page.getByText('10 AM', { exact: true }).first().element().parentElement?.getBoundingClientRect();
      expect(hour.top).toBeCloseTo(label?.top ?? Number.NaN, 0);
      const hours = (last - first) / 3_600_000;
      const gap = way === 'forward' && zone !== 'America/Santiago' ? (zone === 'Australia/Lord_Howe' ? 0.5 : 1) : 0;
      expect(long.height / hour.height).toBeCloseTo(hours + gap, 1);
      const extra = way === 'back' ? (zone === 'Australia/Lord_Howe' ? 0.5 : 1) : 0;
      expect(column.height / hour.height).toBeCloseTo(24 + extra, 1);
    },
  );
});

test.each(['16px', '32px'])('why a place is closed is beside the name of the month, with text of %s', async (size) => {
  document.documentElement.style.fontSize = size;
  await show({
    position: { view: 'month', date: '2026-12-01' },
    hoursOf: () => [{ from: 0, to: 1440, label: 'Inventory, opens late', look: 'closed' }],
  });
  const [number, reason] = one('[data-day="2026-12-01"] > span').children;
  expect(number?.textContent).toBe('Dec1');
  expect(reason?.textContent).toBe('Inventory, opens late');
  expect(reason?.getBoundingClientRect().right).toBeLessThanOrEqual(number?.getBoundingClientRect().left ?? 0);
});

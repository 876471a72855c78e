import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test } from 'vitest';
import { Calendar } from '../../src/calendar/Calendar.tsx';
import { CALENDAR_VIEWS, type CalendarItem, type CalendarProps } from '../../src/calendar/layout/types.ts';

const ITEMS: CalendarItem[] = [
  {
    id: 'a',
    title: 'Laser <b>cutter</b>',
    start: '2026-11-23T16:00:00Z',
    end: '2026-11-23T18:00:00Z',
    kind: 'Training',
  },
  { id: 'b', title: 'Recess', start: '2026-11-26', end: '2026-11-27' },
];

function drawn(props: Partial<CalendarProps> & Pick<CalendarProps, 'position'>): string {
  return renderToString(
    <Calendar
      label="Makeshop"
      items={ITEMS}
      zone="America/Denver"
      now={null}
      onPosition={() => undefined}
      {...props}
    />,
  );
}

test.each(['month', 'week'] as const)(
  'a %s draws the contents of what it shows, unless they are its column',
  (view) => {
    const content = 'Every location';
    const items = ITEMS.map((item) => ({ ...item, content, split: '' }));
    const position = { view, date: '2026-11-23' };
    const html = drawn({ items, position });
    expect(html).toContain('data-meta="Every location"');
    expect(html).toContain('Training · Every location"');
    const inColumns = drawn({ items, position, splits: [{ id: '', label: content }] });
    expect(inColumns.includes('Training · Every location"')).toBe(view === 'month');
  },
);

describe('the calendar on a server', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  test.each(['week', 'day', 'month', 'agenda'] as const)('renders the same %s on any server', (view) => {
    const drawnIn = (serverZone: string): string => {
      process.env['TZ'] = serverZone;
      return drawn({ position: { view, date: '2026-11-01' }, now: Date.parse('2026-11-02T05:30:00Z') });
    };
    const here = drawnIn('America/Denver');
    expect(here).toContain('data-today');
    for (const elsewhere of ['UTC', 'Pacific/Kiritimati', 'Asia/Kolkata', 'America/Santiago'])
      expect(drawnIn(elsewhere), elsewhere).toBe(here);
  });

  test.each(CALENDAR_VIEWS)('draws %s', (view) => {
    const html = drawn({ position: { view, date: '2026-11-23' }, views: CALENDAR_VIEWS });
    expect(html).toContain(`data-view="${view}"`);
    expect(html).not.toContain('<b>');
    if (view !== 'years' && view !== 'year')
      expect(html).toContain('Laser &lt;b&gt;cutter&lt;/b&gt;, Training, 9 – 11 AM, Monday, November 23, 2026');
  });
});

test.each([
  ['the opening hours, also of a week without events', [], '27.5rem', '22.5rem'],
  [
    'events outside them too',
    ITEMS.slice(0, 1).map((item) => ({ ...item, end: '2026-11-24T04:00:00Z' })),
    '30rem',
    '22.5rem',
  ],
])('a printed week has %s', (_, items, height, top) => {
  const markup = drawn({
    position: { view: 'week', date: '2026-11-23' },
    items,
    hoursOf: (date) =>
      date === '2026-11-22'
        ? [{ from: 0, to: 1440, label: 'Closed', look: 'closed' }]
        : [
            { from: 0, to: 540, label: 'Closed', look: 'closed' },
            { from: 1200, to: 1440, label: 'Closed', look: 'closed' },
          ],
  });
  expect(markup).toContain(`--print-height:${height}`);
  expect(markup).toContain(`--print-top:${top}`);
});

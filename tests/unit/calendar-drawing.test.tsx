import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Calendar } from '../../src/calendar/Calendar.tsx';
import { CALENDAR_VIEWS, type CalendarItem, type CalendarProps } from '../../src/calendar/types.ts';

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

describe('the calendar on a server', () => {
  test.each(CALENDAR_VIEWS)('draws %s', (view) => {
    const html = drawn({ position: { view, date: '2026-11-23' }, views: CALENDAR_VIEWS });
    expect(html).toContain(`data-view="${view}"`);
    expect(html).not.toContain('<b>');
    if (view !== 'years' && view !== 'year')
      expect(html).toContain('Laser &lt;b&gt;cutter&lt;/b&gt;, Training, 9 – 11 AM, Monday, November 23, 2026');
  });
});

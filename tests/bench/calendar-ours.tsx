import { createRoot, type Root } from 'react-dom/client';
import { Calendar } from '../../src/calendar/Calendar.tsx';
import type { CalendarWrites } from '../../src/calendar/layout/types.ts';
import '../../src/ui/tokens.css';
import '../../src/ui/fonts.css';
import '../../src/ui/base.css';
import { DATE, OFFSET, ZONE, type BenchCalendar } from './calendar-page.ts';

const WRITES: CalendarWrites = { change: () => Promise.resolve(null) };
let drawn: Root | null = null;

export const calendar: BenchCalendar = {
  box: '[data-item]',
  draw(root, { view, events, all, movable }) {
    const items = events.map(({ id, title, start, end }) => ({
      id,
      title,
      start: `${start}:00${OFFSET}`,
      end: `${end}:00${OFFSET}`,
    }));
    drawn = createRoot(root);
    drawn.render(
      <Calendar
        label="Calendar"
        items={items}
        zone={ZONE}
        position={{ view, date: DATE }}
        onPosition={() => undefined}
        onOpen={() => undefined}
        now={Date.parse(`${DATE}T12:00:00${OFFSET}`)}
        {...(all ? { views: [view] } : {})}
        {...(movable ? { writes: WRITES } : {})}
      />,
    );
  },
  clear() {
    drawn?.unmount();
    drawn = null;
  },
};

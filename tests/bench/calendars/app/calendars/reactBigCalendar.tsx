import { DateTime, Settings } from 'luxon';
import { Calendar, luxonLocalizer } from 'react-big-calendar';
import withDragAndDrop from 'react-big-calendar/lib/addons/dragAndDrop';
import 'react-big-calendar/lib/addons/dragAndDrop/styles.css';
import 'react-big-calendar/lib/css/react-big-calendar.css';
import { createRoot, type Root } from 'react-dom/client';
import { DATE, ZONE, type BenchCalendar } from '../../../calendar-page.ts';

Settings.defaultZone = ZONE;
const localizer = luxonLocalizer(DateTime, { firstDayOfWeek: 7 });
const MovableCalendar = withDragAndDrop(Calendar);
let drawn: Root | null = null;

export const calendar: BenchCalendar = {
  box: '.rbc-event',
  draw(root, { view, events, all, movable }) {
    const Drawn = movable ? MovableCalendar : Calendar;
    const given = events.map(({ id, title, start, end }) => ({
      id,
      title,
      start: new Date(start),
      end: new Date(end),
    }));
    drawn = createRoot(root);
    drawn.render(
      <Drawn
        localizer={localizer}
        events={given}
        view={view}
        views={['month', 'week']}
        onView={() => undefined}
        date={new Date(`${DATE}T12:00`)}
        onNavigate={() => undefined}
        showAllEvents={all}
      />,
    );
  },
  clear() {
    drawn?.unmount();
    drawn = null;
  },
};

import { Calendar } from '@fullcalendar/core';
import dayGrid from '@fullcalendar/daygrid';
import interaction from '@fullcalendar/interaction';
import timeGrid from '@fullcalendar/timegrid';
import { DATE, type BenchCalendar } from '../../../calendar-page.ts';

let drawn: Calendar | null = null;

export const calendar: BenchCalendar = {
  box: '.fc-event:not(.fc-event-mirror)',
  draw(root, { view, events, all, movable }) {
    drawn = new Calendar(root, {
      plugins: [dayGrid, timeGrid, interaction],
      initialView: view === 'month' ? 'dayGridMonth' : 'timeGridWeek',
      initialDate: DATE,
      events: events.map((event) => ({ ...event })),
      dayMaxEvents: !all,
      editable: movable,
      height: root.clientHeight,
    });
    drawn.render();
  },
  clear() {
    drawn?.destroy();
    drawn = null;
  },
};

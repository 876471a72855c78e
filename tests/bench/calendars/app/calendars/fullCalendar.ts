import { Calendar } from '@fullcalendar/core';
import dayGrid from '@fullcalendar/daygrid';
import interaction from '@fullcalendar/interaction';
import zones from '@fullcalendar/luxon3';
import timeGrid from '@fullcalendar/timegrid';
import { DATE, OFFSET, ZONE, type BenchCalendar } from '../../../calendar-page.ts';

let drawn: Calendar | null = null;

export const calendar: BenchCalendar = {
  box: '.fc-event:not(.fc-event-mirror)',
  draw(root, { view, events, all, movable }) {
    drawn = new Calendar(root, {
      plugins: [dayGrid, timeGrid, interaction, zones],
      // Instants, shown in the zone of a place, as ours does; without the plugin it cannot.
      timeZone: ZONE,
      initialView: view === 'month' ? 'dayGridMonth' : 'timeGridWeek',
      initialDate: DATE,
      events: events.map(({ id, title, start, end }) => ({
        id,
        title,
        start: `${start}:00${OFFSET}`,
        end: `${end}:00${OFFSET}`,
      })),
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

import { createApp, h, type App } from 'vue';
import VueCal from 'vue-cal';
import 'vue-cal/dist/drag-and-drop.es.js';
import 'vue-cal/dist/vuecal.css';
import { DATE, type BenchCalendar } from '../../../calendar-page.ts';

let drawn: App | null = null;

export const calendar: BenchCalendar = {
  box: '.vuecal__event',
  draw(root, { view, events, all, movable }) {
    const given = events.map(({ title, start, end }) => ({
      title,
      start: start.replace('T', ' '),
      end: end.replace('T', ' '),
    }));
    drawn = createApp({
      render: () =>
        h(VueCal, {
          style: 'height: 100%',
          activeView: view,
          selectedDate: DATE,
          startWeekOnSunday: true,
          eventsOnMonthView: all ? 'short' : false,
          editableEvents: movable ? { drag: true, resize: true } : false,
          events: given,
        }),
    });
    drawn.mount(root);
  },
  clear() {
    drawn?.unmount();
    drawn = null;
  },
};

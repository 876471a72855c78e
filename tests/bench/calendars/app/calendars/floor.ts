import type { BenchCalendar, BenchEvent, Drawing } from '../../../calendar-page.ts';

const DAYS = { month: 30, week: 7 };
const FIRST = { month: 1, week: 13 };

/** What the browser alone takes: as many boxes as static markup, positioned in a week as a calendar would. */
export const calendar: BenchCalendar = {
  box: '.event',
  draw(root, drawing) {
    root.innerHTML = `<style>${STYLE}</style><div class="${drawing.view}">${cells(drawing)}</div>`;
  },
  clear(root) {
    root.innerHTML = '';
  },
};

const STYLE = `
  .month { display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)); font-size: 13px; line-height: 20px }
  .month .day { border: 1px solid #ccc; min-height: 140px }
  .month .event { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; background: #def; margin: 1px; border-radius: 3px }
  .week { display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)); height: 960px; font-size: 13px; line-height: 20px }
  .week .day { position: relative; border: 1px solid #ccc }
  .week .event { position: absolute; overflow: hidden; background: #def; border: 1px solid #89a; border-radius: 3px }
`;

function cells({ view, events, all }: Drawing): string {
  const byDay = new Map<number, BenchEvent[]>();
  for (const event of events) {
    const day = Number(event.start.slice(8, 10));
    const known = byDay.get(day);
    if (known) known.push(event);
    else byDay.set(day, [event]);
  }
  return Array.from({ length: DAYS[view] }, (_, index) => {
    const ofDay = byDay.get(FIRST[view] + index) ?? [];
    const shown = all ? ofDay : ofDay.slice(0, 4);
    const boxes = shown.map((event) => (view === 'month' ? line(event) : box(event, ofDay)));
    return `<div class="day">${index + 1}${boxes.join('')}</div>`;
  }).join('');
}

const line = ({ title, start }: BenchEvent): string => `<div class="event">${start.slice(11)} ${title}</div>`;

function box(event: BenchEvent, ofDay: readonly BenchEvent[]): string {
  const [from, to] = [minutes(event.start), minutes(event.end)];
  const others = ofDay.filter((other) => minutes(other.start) < to && minutes(other.end) > from);
  const width = 100 / others.length;
  const style = `top:${(from * 960) / 1440}px;height:${((to - from) * 960) / 1440}px;left:${others.indexOf(event) * width}%;width:${width}%`;
  return `<div class="event" style="${style}">${event.start.slice(11)} ${event.title}</div>`;
}

const minutes = (time: string): number => Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));

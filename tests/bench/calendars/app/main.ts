import '@fontsource-variable/inter';
import type { BenchCalendar, BenchWindow, Drawing, Drawn } from '../../calendar-page.ts';

const calendars = import.meta.glob<{ calendar: BenchCalendar }>('./calendars/*.{ts,tsx}');
const name = new URLSearchParams(location.search).get('calendar') ?? '';
const load = Object.entries(calendars).find(([file]) => file.replace(/.*\/|\.tsx?$/g, '') === name)?.[1];
const root = document.getElementById('root');
if (!load || !root) throw new Error(`There is no calendar ${name}.`);
const { calendar } = await load();
// What a page has before events arrive, for all of them alike: the site's font, and the browser's data of dates, with which it knows today.
await document.fonts.load('16px "Inter Variable"');
new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' }).format(0);

async function measure(drawing: Drawing): Promise<Drawn> {
  calendar.clear(root as HTMLElement);
  await painted();
  await painted();
  const began = performance.now();
  calendar.draw(root as HTMLElement, drawing);
  for (let seen = -1; ;) {
    await painted();
    const milliseconds = performance.now() - began;
    const boxes = document.querySelectorAll(calendar.box).length;
    // Of those that show what fits only the calendar itself knows how many: a frame later they are as many.
    if (drawing.all ? boxes >= drawing.events.length : boxes > 0 && boxes === seen) return { milliseconds, boxes };
    if (milliseconds > 120_000) throw new Error(`${name} has drawn ${boxes} of ${drawing.events.length} events.`);
    seen = boxes;
  }
}

function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  });
}

function held(): { x: number; y: number } | null {
  const middles = Array.from(document.querySelectorAll(calendar.box), (box) => {
    const { left, top, width, height } = box.getBoundingClientRect();
    return { box, x: left + width / 2, y: top + height / 2 };
  });
  const found = middles.find(({ box, x, y }) => y > 250 && y < 650 && box.contains(document.elementFromPoint(x, y)));
  return found ? { x: found.x, y: found.y } : null;
}

const frames = { work: [] as number[], intervals: [] as number[] };

function watchFrames(): void {
  let moved: number | null = null;
  const move = (): void => {
    moved ??= performance.now();
  };
  // Native drag and drop has no pointer events.
  for (const type of ['pointermove', 'drag'] as const) addEventListener(type, move, { capture: true });
  let last = performance.now();
  const frame = (now: number): void => {
    frames.intervals.push(now - last);
    last = now;
    const since = moved;
    moved = null;
    if (since !== null) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => frames.work.push(performance.now() - since);
      port2.postMessage(null);
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

Object.assign(window, { bench: { measure, held, watchFrames, frames: () => frames } satisfies BenchWindow });

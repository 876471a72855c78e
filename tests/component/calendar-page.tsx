import { useState } from 'react';
import { commands } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Calendar } from '../../src/calendar/Calendar.tsx';
import type {
  CalendarItem,
  CalendarPosition,
  CalendarProps,
  CalendarSlot,
  CalendarWrites,
} from '../../src/calendar/layout/types.ts';
import { ToastRegion } from '../../src/ui/ToastRegion.tsx';
import { currentToasts, dismissToast } from '../../src/ui/toasts.ts';
import type {} from './commands.ts';

export interface CalendarPage {
  /** The requests of the calendar: "laser 2026-05-06T14:00 to 16:00". */
  asked: string[];
  /** Whether the item's answer is refused, with the reason. */
  refusal: { reason: string | null };
  position: () => CalendarPosition;
}

export const LASER: CalendarItem = {
  id: 'laser',
  title: 'Laser training',
  start: '2026-05-05T14:00:00Z',
  end: '2026-05-05T16:00:00Z',
};

/** A calendar of New York, the week of May 3 2026 from 8 AM, whose server stores all writes. */
export async function calendarPage({
  items: first = [LASER],
  position: begin = { view: 'week', date: '2026-05-05' },
  ...props
}: Partial<CalendarProps> = {}): Promise<CalendarPage> {
  for (const { id } of currentToasts()) dismissToast(id);
  const requested: string[] = [];
  const refusal: CalendarPage['refusal'] = { reason: null };
  let now = begin;

  function Page() {
    const [items, setItems] = useState(first);
    const [position, setPosition] = useState(begin);
    const ask = (what: string): void => {
      requested.push(what);
      if (refusal.reason !== null) throw new Error(refusal.reason);
    };
    const keep = (next: (items: readonly CalendarItem[]) => readonly CalendarItem[], back: readonly CalendarItem[]) => {
      setItems(next);
      return () => {
        requested.push('undo');
        setItems(back);
        return Promise.resolve();
      };
    };
    const writes: CalendarWrites = {
      create: async (slot) => {
        ask(`create ${slotText(slot)}`);
        return keep((all) => [...all, { ...slot, id: `made ${all.length}`, title: 'Made' }], items);
      },
      change: async (item, slot) => {
        ask(`${item.id} ${slotText(slot)}`);
        return keep((all) => all.map((one) => (one.id === item.id ? { ...one, ...slot } : one)), items);
      },
      remove: async (item) => {
        ask(`remove ${item.id}`);
        return keep((all) => all.filter(({ id }) => id !== item.id), items);
      },
    };
    return (
      <>
        <Calendar
          label="Calendar of Makeshop"
          zone="America/New_York"
          now={Date.parse('2026-05-04T12:00:00Z')}
          timeFrom={480}
          timeTo={1200}
          writes={writes}
          onOpen={({ id }) => requested.push(`open ${id}`)}
          {...props}
          items={items}
          position={position}
          onPosition={(to) => {
            now = to;
            setPosition(to);
          }}
        />
        <ToastRegion />
      </>
    );
  }

  await render(<Page />);
  if (props.writes === undefined) await editing();
  return { asked: requested, refusal, position: () => now };
}

function slotText({ start, end, split }: CalendarSlot): string {
  return `${start.slice(0, 16)} to ${end.slice(11, 16) || end}${split === undefined ? '' : ` in ${split}`}`;
}

/** The code that changes time has been loaded. */
async function editing(): Promise<void> {
  await until(() => document.querySelector('[data-editing]'));
}

export async function until<Value>(look: () => Value | null | undefined): Promise<Value> {
  for (;;) {
    const found = look();
    if (found != null) return found;
    await frame();
  }
}

export const frame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });

export const item = (id: string): HTMLElement | null => document.querySelector(`[data-item="${id}"]`);

export const column = (date: string, area = 'time', split?: string): HTMLElement | null =>
  document.querySelector(
    `[data-day="${date}"][data-area="${area}"]${split === undefined ? '' : `[data-split="${split}"]`}`,
  );

export interface Point {
  x: number;
  y: number;
}

/** A point of an element, from its upper left corner in parts of its size, or in pixels from there. */
export function pointOf(element: Element | null, across = 0.5, down = 0.5): Point {
  if (element === null) throw new Error('There is nothing to point at.');
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width * across, y: top + height * down };
}

/** An hour of a day in the time grid, of a calendar from 8 to 20 o'clock. */
export function timeOf(date: string, hour: number, split?: string): Point {
  return pointOf(column(date, 'time', split), 0.6, (hour - 8) / 12);
}

/** With the mouse, from one point by others to the last. */
export async function drag(from: Point, ...to: Point[]): Promise<void> {
  await commands.pointer([
    { to: from },
    { button: 'down' },
    ...to.map((point) => ({ to: point, steps: 4 })),
    { button: 'up' },
  ]);
}

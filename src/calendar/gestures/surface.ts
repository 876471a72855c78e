import { instantAt, positionOf, type DayAxis } from '../layout/axis.ts';
import type { CalendarSlot } from '../layout/types.ts';
import type { Cell } from './context.ts';
import { addDays, type LocalDays } from './localDays.ts';
import type { Hit } from './pointed.ts';
import { firstDate, lastDate } from './slots.ts';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Place<What> {
  what: What;
  box: Box;
  /** The part of it that is not scrolled away. */
  seen: Box;
}

type PlacedCell = Omit<Cell, 'instant'>;

const AREAS: Record<string, Cell['area']> = { time: 'time', 'all-day': 'all-day', month: 'month' };

/** Where the days of a drawn calendar are in the window. Measured when they may have moved, not at each movement of a pointer. */
export class Surface {
  readonly #root: HTMLElement;
  #cells: Place<PlacedCell>[] = [];
  #controls: Place<string>[] = [];

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** What scrolls the days, apart from the page. */
  scroller(): HTMLElement | null {
    return this.#root.querySelector<HTMLElement>('[data-scroller]');
  }

  measure(): void {
    const page: Box = { left: 0, top: 0, width: window.innerWidth, height: window.innerHeight };
    const scroller = this.scroller();
    const frame = scroller === null ? page : common(page, boxOf(scroller));
    // Headings stay above what scrolls.
    const head = scroller?.querySelector('[role="rowgroup"]');
    const top = head == null ? frame.top : Math.max(frame.top, boxOf(head).top + boxOf(head).height);
    const below: Box = { ...frame, top, height: Math.max(0, frame.top + frame.height - top) };
    this.#cells = [...this.#root.querySelectorAll<HTMLElement>('[data-day]')]
      .filter((element) => element.dataset['area'] !== 'agenda')
      .map((element) => {
        const { day = '', area = '', split } = element.dataset;
        const what: PlacedCell = { day, area: AREAS[area] ?? 'broad', ...(split === undefined ? {} : { split }) };
        const box = boxOf(element);
        return { what, box, seen: common(what.area === 'time' ? below : frame, box) };
      });
    this.#controls = [...this.#root.querySelectorAll<HTMLElement>('[data-navigate]')].map((element) => {
      const box = boxOf(element);
      return { what: element.dataset['navigate'] ?? '', box, seen: box };
    });
  }

  at(x: number, y: number, axis: DayAxis): Hit {
    const control = this.#controls.find(({ seen }) => contains(seen, x, y));
    const place = this.#cells.find(({ seen }) => contains(seen, x, y));
    return {
      ...(control === undefined ? {} : { control: control.what }),
      ...(place === undefined ? {} : { cell: cellAt(place, y, axis) }),
    };
  }

  /** The same, with the item of the element that is there, or whose button covers it. Other buttons hide the day below them. */
  under(target: Element | null, x: number, y: number, axis: DayAxis): Hit {
    const element = target?.closest<HTMLElement>('[data-item], [data-button-of]');
    const { item = element?.dataset['buttonOf'] } = element?.dataset ?? {};
    if (item === undefined) return target?.closest('button') == null ? this.at(x, y, axis) : {};
    const handle = target?.closest('[data-handle]') == null ? {} : { handle: true };
    return { ...this.at(x, y, axis), ...handle, item };
  }

  boxesOf(slot: CalendarSlot, axis: DayAxis, days: LocalDays): Box[] {
    const [first, last] = [firstDate(slot, days), lastDate(slot, days)];
    const own = this.#cells.filter(
      ({ what: { day, split } }) =>
        day >= first && day <= last && (split === undefined || slot.split === undefined || split === slot.split),
    );
    const whole = own.filter(({ what }) => what.area === (slot.allDay ? 'all-day' : 'month') || what.area === 'month');
    if (whole.length > 0) return whole.map(({ seen }) => seen);
    const boxes: Box[] = [];
    for (const { what, box, seen } of own) {
      if (what.area !== 'time') continue;
      const start = slot.allDay ? days.startOf(what.day) : Math.max(Date.parse(slot.start), days.startOf(what.day));
      const next = days.startOf(addDays(what.day, 1));
      const end = slot.allDay ? next : Math.min(Date.parse(slot.end), next);
      const from = clamp(positionOf(axis, what.day, start) ?? 0, axis.length);
      const to = clamp(positionOf(axis, what.day, end, 'end') ?? 0, axis.length);
      const scale = box.height / axis.length;
      const part = { ...box, top: box.top + from * scale, height: Math.max(2, (to - from) * scale) };
      boxes.push(common(seen, part));
    }
    return boxes;
  }
}

function cellAt({ what, box }: Place<PlacedCell>, y: number, axis: DayAxis): Cell {
  if (what.area !== 'time') return what;
  const instant = instantAt(axis, what.day, ((y - box.top) / box.height) * axis.length);
  return instant === null ? what : { ...what, instant };
}

export function boxOf(element: Element): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}

function contains({ left, top, width, height }: Box, x: number, y: number): boolean {
  return x >= left && x < left + width && y >= top && y < top + height;
}

function common(one: Box, other: Box): Box {
  const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
  return {
    left,
    top,
    width: Math.max(0, Math.min(one.left + one.width, other.left + other.width) - left),
    height: Math.max(0, Math.min(one.top + one.height, other.top + other.height) - top),
  };
}

function clamp(position: number, length: number): number {
  return Math.min(length, Math.max(0, position));
}

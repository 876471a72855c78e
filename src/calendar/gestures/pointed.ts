import type { CalendarItem, CalendarSlot } from '../layout/types.ts';
import type { Cell, GestureContext } from './context.ts';
import { addDays, MINUTE, type LocalDays } from './localDays.ts';
import {
  drawnSlot,
  isAllDay,
  movedToDay,
  movedToTime,
  newDay,
  newSlot,
  resizedTo,
  resizedToDay,
  snapped,
} from './slots.ts';

/** Milliseconds over a control, and over a cell, until the view changes below what is dragged. */
const HOVER_CONTROL = 800;
const HOVER_CELL = 2000;

export interface Hit {
  item?: string;
  /** The resize handle of that item. */
  handle?: boolean;
  /** data-navigate of a control. */
  control?: string;
  cell?: Cell;
}

/** What changes the view when something is held over it. */
export type Hovered = { key: string; for: number } & (
  | { control: string; day?: undefined }
  | { control?: undefined; day: string }
);

export function hoveredPart({ control, cell }: Hit, { position }: GestureContext): Hovered | null {
  if (control !== undefined) return { key: control, control, for: HOVER_CONTROL };
  if (cell === undefined || !['month', 'year', 'years'].includes(position.view)) return null;
  return { key: cell.day, day: cell.day, for: HOVER_CELL };
}

/** Where an item comes to lie when it is dropped there; null where nothing can be dropped. */
export function movedBy(item: CalendarItem, { cell }: Hit, grab: number, context: GestureContext): CalendarSlot | null {
  if (cell === undefined || cell.area === 'broad' || !context.isOpen(cell.day)) return null;
  const { days, snapToTime } = context;
  if (isAllDay(item) || cell.instant === undefined) return movedToDay(item, cell.day, cell.split, days);
  const raw = cell.instant - grab;
  // A drag to another day alone keeps a time of day that no step has.
  const own = (days.minutesOf(Date.parse(item.start)) - days.minutesOf(raw)) * MINUTE;
  const start = Math.abs(own) < (snapToTime * MINUTE) / 2 ? raw + own : snapped(raw, snapToTime, days);
  return movedToTime(item, cell.day, start, cell.split, days);
}

/** Its new end; null where it keeps the one it has. */
export function resizedBy(item: CalendarItem, cell: Cell | undefined, context: GestureContext): CalendarSlot | null {
  if (cell === undefined || cell.area === 'broad' || !context.isOpen(cell.day)) return null;
  const { days, snapToTime } = context;
  if (isAllDay(item)) return resizedToDay(item, cell.day, days);
  if (cell.instant === undefined) return null;
  const own = Date.parse(item.end);
  const isOwn = Math.abs(cell.instant - own) < (snapToTime * MINUTE) / 2;
  return resizedTo(item, isOwn ? own : snapped(cell.instant, snapToTime, days), days);
}

/** From `origin` in a column to where the pointer is, which may have left that column. */
export function drawnBy(
  { day, split }: Cell,
  origin: number,
  now: Cell | undefined,
  { days, snapToTime }: GestureContext,
): CalendarSlot | null {
  if (now?.instant === undefined) return null;
  return drawnSlot(origin, snapped(onDay(now.instant, now.day, day, days), snapToTime, days), split);
}

function onDay(instant: number, from: string, to: string, days: LocalDays): number {
  if (from === to) return instant;
  if (instant >= days.startOf(addDays(from, 1))) return days.startOf(addDays(to, 1));
  return days.at(to, days.minutesOf(instant));
}

export function heldSlot({ day, area, split, instant }: Cell, context: GestureContext): CalendarSlot {
  const { days, snapToTime } = context;
  if (area === 'all-day') return newDay(day, split);
  const start = instant === undefined ? days.at(day, context.firstMinute(day)) : snapped(instant, snapToTime, days);
  return newSlot(day, start, split, days);
}

export function holdsToCreate(cell: Cell | undefined, context: GestureContext): boolean {
  return (cell?.area === 'month' || cell?.area === 'all-day') && context.canCreate && context.isOpen(cell.day);
}

export function drawsToCreate(cell: Cell | undefined, context: GestureContext): boolean {
  return cell?.area === 'time' && context.canCreate && context.isOpen(cell.day);
}

export function canResize(item: CalendarItem, context: GestureContext): boolean {
  return (context.position.view === 'week' || context.position.view === 'day') && context.allowed(item).resize;
}

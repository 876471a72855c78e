import type { CalendarItem, CalendarPosition, CalendarSlot } from '../layout/types.ts';
import type { Cell, Effect, GestureContext } from './context.ts';
import { addDays, MINUTE } from './localDays.ts';
import { heldSlot, canResize } from './pointed.ts';
import { firstDate, isSameSlot, lastDate, movedToDay, movedToTime, resizedTo, resizedToDay, slotOf } from './slots.ts';

/** Minutes of an arrow with Shift; without, a row of the time grid. */
const FINE_STEP = 5;

export interface Carried {
  kind: 'move' | 'resize' | 'create';
  /** Absent for something new. */
  item?: string;
  to: CalendarSlot;
  /** The view to which Escape returns. */
  from: CalendarPosition;
}

export interface KeyPress {
  key: string;
  shift: boolean;
  alt: boolean;
  /** Ctrl or, on a Mac, Command. */
  ctrl: boolean;
}

export interface Focused {
  item?: CalendarItem;
  cell?: Cell;
}

export type Saying =
  | { say: 'taken' | 'moved' | 'dropped' | 'left'; kind: Carried['kind']; item?: CalendarItem; slot: CalendarSlot }
  | {
      say: 'cannot-move' | 'cannot-resize' | 'cannot-resize-here' | 'several-days' | 'cannot-delete';
      item: CalendarItem;
    }
  | { say: 'closed-day'; day: string }
  | { say: 'edge' };

export type KeyEffect =
  | Effect
  | { do: 'say'; saying: Saying }
  | { do: 'focus'; item: string }
  | { do: 'undo' }
  | { do: 'show-keys' };

export interface KeyStepped {
  carried: Carried | null;
  effects: KeyEffect[];
  /** No one else gets the key. */
  isHandled: boolean;
}

/** One key in the calendar. Pure: what is to be done comes back as effects. */
export function stepKey(
  carried: Carried | null,
  press: KeyPress,
  focused: Focused,
  context: GestureContext,
): KeyStepped {
  if (carried !== null) return carry(carried, press, context);
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  if (press.ctrl) return key === 'z' && !press.shift && !press.alt ? handled(null, { do: 'undo' }) : ignored(null);
  if (press.alt) return ignored(null);
  if (key === '?') return handled(null, { do: 'show-keys' });
  const { item, cell } = focused;
  if (item !== undefined) {
    if (key === 'm') return take(item, context);
    // Where it cannot be moved, Space opens it as Enter does.
    if (key === ' ' && context.allowed(item).move) return take(item, context);
    if (key === 'r') return takeEnd(item, context);
    if (key === 'Delete' || key === 'Backspace')
      return context.allowed(item).remove
        ? handled(null, { do: 'offer-delete', item: item.id, takesFocus: true })
        : handled(null, { do: 'say', saying: { say: 'cannot-delete', item } });
  }
  return key === 'n' && cell !== undefined ? begin(cell, context) : ignored(null);
}

function take(item: CalendarItem, context: GestureContext): KeyStepped {
  if (context.allowed(item).move)
    return start({ kind: 'move', item: item.id }, slotOf(item, context.days), item, context);
  const isLong = context.allowed({ ...item, end: item.start }).move;
  return handled(null, { do: 'say', saying: { say: isLong ? 'several-days' : 'cannot-move', item } });
}

function takeEnd(item: CalendarItem, context: GestureContext): KeyStepped {
  if (canResize(item, context))
    return start({ kind: 'resize', item: item.id }, slotOf(item, context.days), item, context);
  const isHere = !context.allowed(item).resize;
  return handled(null, { do: 'say', saying: { say: isHere ? 'cannot-resize' : 'cannot-resize-here', item } });
}

function begin(cell: Cell, context: GestureContext): KeyStepped {
  if (!context.canCreate || cell.area === 'broad') return ignored(null);
  if (!context.isOpen(cell.day)) return handled(null, { do: 'say', saying: { say: 'closed-day', day: cell.day } });
  return start({ kind: 'create' }, heldSlot(cell, context), undefined, context);
}

function start(
  what: Pick<Carried, 'kind' | 'item'>,
  slot: CalendarSlot,
  item: CalendarItem | undefined,
  context: GestureContext,
): KeyStepped {
  const carried: Carried = { ...what, to: slot, from: context.position };
  return handled(carried, draw(carried), say('taken', carried, item));
}

function carry(carried: Carried, press: KeyPress, context: GestureContext): KeyStepped {
  const item = carried.item === undefined ? undefined : context.item(carried.item);
  if (carried.item !== undefined && item === undefined) return leave(carried, item, context);
  switch (press.key) {
    case 'Escape':
      return leave(carried, item, context);
    // Going on to the next part of the page is no drop.
    case 'Tab':
      return { ...leave(carried, item, context), isHandled: false };
    case 'Enter':
    case ' ':
      return drop(carried, item, context);
    default: {
      const to = steered(carried, press, item, context);
      if (to === undefined) return { carried, effects: [], isHandled: !press.ctrl };
      if (to === null || isSameSlot(to, carried.to)) return handled(carried, { do: 'say', saying: { say: 'edge' } });
      return follow({ ...carried, to }, item, context);
    }
  }
}

/** Columns to the right, rows down and weeks ahead; null for a key that leads nowhere. */
function directionOf(key: string): { across: number; down: number; weeks: number } | null {
  switch (key) {
    case 'ArrowLeft':
      return { across: -1, down: 0, weeks: 0 };
    case 'ArrowRight':
      return { across: 1, down: 0, weeks: 0 };
    case 'ArrowUp':
      return { across: 0, down: -1, weeks: 0 };
    case 'ArrowDown':
      return { across: 0, down: 1, weeks: 0 };
    case 'PageUp':
      return { across: 0, down: 0, weeks: -1 };
    case 'PageDown':
      return { across: 0, down: 0, weeks: 1 };
    default:
      return null;
  }
}

/** The slot to which a key leads; null where there is none, undefined for another key. */
function steered(
  carried: Carried,
  { key, shift, alt, ctrl }: KeyPress,
  item: CalendarItem | undefined,
  context: GestureContext,
): CalendarSlot | null | undefined {
  const direction = ctrl ? null : directionOf(key);
  if (direction === null) return undefined;
  const { across, down, weeks } = direction;
  const { to, kind } = carried;
  const { days } = context;
  if (alt) return across === 0 || kind === 'resize' ? null : beside(to, across, context);
  const isByDay = to.allDay || context.position.view === 'month';
  const minutes = down * (shift ? FINE_STEP : context.timeStep);
  const [first, last] = [firstDate(to, days), lastDate(to, days)];
  const by = across + 7 * (isByDay ? down + weeks : weeks);
  if (kind === 'resize') {
    const base = item ?? to;
    return by === 0
      ? resizedTo(base, Date.parse(to.end) + minutes * MINUTE, days)
      : resizedToDay({ ...base, ...to }, addDays(last, by), days);
  }
  if (by !== 0 && !(kind === 'create' && isByDay && down !== 0))
    return movedToDay(to, addDays(first, by), to.split, days);
  // Up and down give something new its length.
  if (kind === 'create')
    return to.allDay
      ? resizedToDay(to, addDays(last, down), days)
      : resizedTo(to, Date.parse(to.end) + (isByDay ? down * context.timeStep : minutes) * MINUTE, days);
  return movedToTime(to, first, Date.parse(to.start) + minutes * MINUTE, to.split, days);
}

function beside(to: CalendarSlot, by: number, { splits }: GestureContext): CalendarSlot | null {
  const visible = splits.filter(({ hidden }) => hidden !== true);
  const split = visible[visible.findIndex(({ id }) => id === to.split) + by];
  return split === undefined ? null : { ...to, split: split.id };
}

/** Draws and says it at its new place, with the view that shows it. */
function follow(carried: Carried, item: CalendarItem | undefined, context: GestureContext): KeyStepped {
  const { days, position } = context;
  const day = carried.kind === 'move' ? firstDate(carried.to, days) : lastDate(carried.to, days);
  const effects: KeyEffect[] = context.isShown(day) ? [] : [{ do: 'go', position: { ...position, date: day } }];
  return handled(carried, ...effects, draw(carried), say('moved', carried, item));
}

function drop(carried: Carried, item: CalendarItem | undefined, context: GestureContext): KeyStepped {
  const { to, kind } = carried;
  const day = firstDate(to, context.days);
  if (!context.isOpen(day)) return handled(carried, { do: 'say', saying: { say: 'closed-day', day } });
  const away: KeyEffect = { do: 'preview', preview: null };
  if (kind === 'create') return handled(null, away, { do: 'create', slot: to });
  if (item === undefined || isSameSlot(to, slotOf(item, context.days))) return leave(carried, item, context);
  const allowed = context.allowed(item);
  if (!(kind === 'move' ? allowed.move : allowed.resize))
    return {
      ...leave(carried, item, context),
      effects: [away, { do: 'say', saying: { say: kind === 'move' ? 'cannot-move' : 'cannot-resize', item } }],
    };
  return handled(null, away, { do: 'change', item: item.id, slot: to }, say('dropped', carried, item), {
    do: 'focus',
    item: item.id,
  });
}

function leave(carried: Carried, item: CalendarItem | undefined, { position }: GestureContext): KeyStepped {
  const effects: KeyEffect[] = [{ do: 'preview', preview: null }];
  const { from } = carried;
  if (from.view !== position.view || from.date !== position.date) effects.push({ do: 'go', position: from });
  effects.push(say('left', carried, item));
  if (item !== undefined) effects.push({ do: 'focus', item: item.id });
  return handled(null, ...effects);
}

function draw({ kind, item, to }: Carried): KeyEffect {
  return { do: 'preview', preview: { kind, slot: to, ...(item === undefined ? {} : { item }) } };
}

function say(
  what: 'taken' | 'moved' | 'dropped' | 'left',
  { kind, to }: Carried,
  item: CalendarItem | undefined,
): KeyEffect {
  return { do: 'say', saying: { say: what, kind, slot: to, ...(item === undefined ? {} : { item }) } };
}

function handled(carried: Carried | null, ...effects: KeyEffect[]): KeyStepped {
  return { carried, effects, isHandled: true };
}

function ignored(carried: Carried | null): KeyStepped {
  return { carried, effects: [], isHandled: false };
}

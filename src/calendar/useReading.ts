import {
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { CALENDAR } from '../../domain/values/constants.ts';
import { wallTimeOf, zoneOffsets } from '../../domain/values/zoned-time.ts';
import { DAY, dateOf } from './layout/days.ts';
import { dateWithin } from './layout/ranges.ts';
import { dateAfterKey, rowAfterKey } from './layout/steps.ts';
import type { CalendarModel } from './useCalendarModel.ts';
import { cellOf, eventsOf, focusCell, nextDayWithEvents } from './cells.ts';
import type { CalendarProps, CalendarView } from './types.ts';
import type { TimeSlot } from './views/timeColumns.ts';

export interface Reading {
  /** The selected date: the position's, or a day of a neighbouring month that is shown. */
  selected: string;
  slot: TimeSlot | null;
  showView: (view: CalendarView) => void;
  handlers: {
    onClick: (event: MouseEvent) => void;
    onDoubleClick: (event: MouseEvent) => void;
    onPointerDown: (event: PointerEvent) => void;
    onKeyDown: (event: KeyboardEvent) => void;
    onFocus: (event: FocusEvent) => void;
    onMouseOver: (event: MouseEvent) => void;
  };
}

/** Selecting, opening and navigating, by mouse, finger and keys: everything that changes no time. */
export function useReading(
  root: RefObject<HTMLElement | null>,
  model: CalendarModel,
  props: CalendarProps,
  isList: boolean,
  onViewChosen: (isList: boolean) => void,
): Reading {
  const { view, cells, axis, options, settings, narrower, broader, splits, isDisabled, now } = {
    ...model,
    now: props.now,
  };
  const { position, onPosition, onOpen, items } = props;
  const key = `${view} ${position.date}`;
  const [chosen, setChosen] = useState<{ key: string; date: string } | null>(null);
  const [slotAt, setSlotAt] = useState<{ at: number; split?: string | undefined } | null>(null);
  const selected = selectedOf(isList ? 'agenda' : view, chosen?.key === key ? chosen.date : position.date, cells);
  const isTimed = !isList && (view === 'week' || view === 'day');
  /** Where focus goes once a position has been drawn, which takes a while where the address holds it. */
  const pending = useRef<{ what: 'cell' | 'slot'; key: string } | null>(null);
  const press = useRef({ x: 0, y: 0, cell: '', at: -Infinity, navigatedAt: -Infinity });
  const eventsDay = useRef<string | null>(null);

  useLayoutEffect(() => {
    if (pending.current?.key !== key || root.current === null) return;
    if (pending.current.what === 'slot') root.current.querySelector<HTMLElement>('[data-slot]')?.focus();
    else focusCell(root.current, selected);
    pending.current = null;
  });

  const firstSplit = splits[0]?.id;
  const defaultAt = Math.max(0, Math.min(axis.length - settings.timeStep, 9 * 60 - axis.offset));
  const slot: TimeSlot | null = isTimed
    ? {
        date: selected,
        at: Math.min(slotAt?.at ?? defaultAt, Math.max(0, axis.length - 1)),
        split: slotAt?.split ?? firstSplit,
      }
    : null;

  /** Within a range the selection is the position; a neighbouring month's day is only marked, or the page would turn under the pointer. */
  const select = (date: string) => {
    if (date === selected) return;
    const turns = view === 'month' && date.slice(0, 7) !== position.date.slice(0, 7);
    if (turns || isList) setChosen({ key, date });
    else if (date !== position.date) onPosition({ view, date });
    else setChosen(null);
  };
  const goTo = (to: CalendarView, wanted: string, focusesCell = false) => {
    const date = dateWithin(wanted, props.reach);
    if (focusesCell) pending.current = { what: 'cell', key: `${to} ${date}` };
    setChosen(null);
    if (to !== position.view || date !== position.date) onPosition({ view: to, date });
  };
  const goNarrower = (date: string): boolean => {
    const to = isList && model.views.includes('day') ? 'day' : narrower;
    if (to === null || isDisabled(date)) return false;
    goTo(to, date, true);
    return true;
  };
  const open = (element: Element) => {
    const item = items.find(({ id }) => id === element.getAttribute('data-item'));
    if (item !== undefined) onOpen?.(item);
  };
  const navigate = (target: string) => {
    if (target === 'previous' || target === 'next') {
      const date = model.steps[target];
      if (date !== null) goTo(view, date);
    } else if (target === 'today') {
      if (now !== null) goTo(view, dateOf(Math.floor(wallTimeOf(now, zoneOffsets(props.zone, now, now + 1)) / DAY)));
    } else if (target === 'title') {
      if (broader !== null) goTo(broader, selected);
    } else showView(target.slice('view:'.length) as CalendarView);
  };
  const showView = (wanted: CalendarView) => {
    onViewChosen(wanted === 'agenda');
    // A list of the week stays one where there is no agenda.
    goTo(wanted === 'agenda' && !model.views.includes('agenda') ? view : wanted, selected);
  };

  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const control = target.closest('[data-navigate]');
    if (control !== null) return navigate(control.getAttribute('data-navigate') ?? '');
    const { x, y, cell: tapped, at } = press.current;
    const isTouch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch';
    const travel = Math.max(Math.abs(event.clientX - x), Math.abs(event.clientY - y));
    if (isTouch && travel > CALENDAR.touchTravel) return;
    const more = target.closest('[data-more]');
    if (more !== null) return goTo('day', more.getAttribute('data-more') ?? selected, true);
    const item = target.closest('[data-item]');
    if (item !== null) return open(item);
    const cell = target.closest('[data-day]');
    const date = cell?.getAttribute('data-day') ?? '';
    if (cell === null || cell.getAttribute('data-area') === 'agenda') return;
    const isSecondTap = isTouch && date === tapped && event.timeStamp - at <= CALENDAR.doubleTap;
    press.current.cell = date;
    press.current.at = isTouch ? event.timeStamp : -Infinity;
    // The second click of a double one would go two views further.
    const isFirst = props.clickToNavigate === true && event.detail < 2;
    if (isSecondTap && props.doubleClickToNavigate !== false && goNarrower(date))
      press.current.navigatedAt = event.timeStamp;
    else if (isFirst) goNarrower(date);
  };

  const onDoubleClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const heading = target.closest('[data-heading]')?.getAttribute('data-heading');
    if (props.doubleClickToNavigate === false) return;
    if (heading != null) return void goNarrower(heading);
    // By two taps it has navigated already; so it has by the first click, where one is enough.
    const isDone = event.timeStamp - press.current.navigatedAt <= CALENDAR.doubleTap;
    if (
      isDone ||
      props.clickToNavigate === true ||
      target.closest('[data-item], [data-navigate], [data-more]') !== null
    )
      return;
    const date = target.closest('[data-day]')?.getAttribute('data-day');
    if (date != null) goNarrower(date);
  };

  const onPointerDown = (event: PointerEvent) => {
    pending.current = null;
    press.current.x = event.clientX;
    press.current.y = event.clientY;
    const target = event.target as Element;
    const column = target.closest('[data-area="time"]');
    if (column === null || target.closest('[data-item]') !== null) return;
    const box = column.getBoundingClientRect();
    const at = ((event.clientY - box.top) / box.height) * axis.length;
    const row = axis.rows.findLast((one) => one.at <= at);
    if (row !== undefined && !isDisabled(column.getAttribute('data-day') ?? ''))
      setSlotAt({ at: row.at, split: column.getAttribute('data-split') ?? undefined });
  };

  const onFocus = (event: FocusEvent) => {
    const target = event.target as Element;
    if (!target.matches('[data-day]')) return;
    const date = target.getAttribute('data-day') ?? '';
    if (!isDisabled(date)) select(date);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.metaKey || root.current === null) return;
    const target = event.target as HTMLElement;
    if (target.matches('[data-item], [data-more]')) return onEventKey(event, target, root.current);
    if (!target.matches('[data-day], [data-slot]')) return;
    if (event.key === 'Tab' && !event.shiftKey) {
      const [first] = eventsOf(root.current, selected);
      if (first === undefined) return;
      event.preventDefault();
      eventsDay.current = selected;
      return first.focus();
    }
    if (event.key === 'Enter') {
      if (goNarrower(selected)) event.preventDefault();
      return;
    }
    if (isList || view === 'agenda') return onAgendaKey(event, root.current);
    if (isTimed) return onSlotKey(event);
    const next = dateAfterKey(view, selected, { key: event.key, ctrl: event.ctrlKey }, options);
    if (next === null) return;
    event.preventDefault();
    moveTo(next);
  };

  const moveTo = (wanted: string) => {
    const date = dateWithin(wanted, props.reach);
    if (date === selected) return;
    pending.current = { what: isTimed ? 'slot' : 'cell', key: `${view} ${date}` };
    setChosen(null);
    onPosition({ view, date });
  };

  const onSlotKey = (event: KeyboardEvent) => {
    if (slot === null || view === 'agenda') return;
    const at = rowAfterKey(axis.rows, slot.at, { key: event.key, ctrl: event.ctrlKey });
    if (at !== null) {
      event.preventDefault();
      pending.current = { what: 'slot', key };
      const edge = event.key === 'Home' ? 0 : event.key === 'End' ? -1 : null;
      setSlotAt({ at, split: edge === null ? slot.split : splits.at(edge)?.id });
      return edge === null ? undefined : moveTo(cells.at(edge) ?? selected);
    }
    const column = splits.findIndex(({ id }) => id === slot.split);
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const beside = step === 0 ? undefined : splits[column + step];
    if (step !== 0 && beside !== undefined) {
      event.preventDefault();
      pending.current = { what: 'slot', key };
      setSlotAt({ at: slot.at, split: beside.id });
      return;
    }
    const next = dateAfterKey(view, selected, { key: event.key, ctrl: false }, options);
    if (next === null) return;
    event.preventDefault();
    setSlotAt({ at: slot.at, split: (step > 0 ? splits[0] : step < 0 ? splits.at(-1) : splits[column])?.id });
    moveTo(next);
  };

  const onAgendaKey = (event: KeyboardEvent, within: HTMLElement) => {
    const days = [...within.querySelectorAll<HTMLElement>('[data-area="agenda"]')];
    const index = days.indexOf(event.target as HTMLElement);
    const steps: Record<string, number> = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: days.length - 1 };
    const next = days[steps[event.key] ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };

  const onEventKey = (event: KeyboardEvent, element: HTMLElement, within: HTMLElement) => {
    const day = eventsDay.current ?? cellOf(element)?.getAttribute('data-day') ?? selected;
    const events = eventsOf(within, day);
    const index = events.indexOf(element);
    const focusEvent = (next: HTMLElement | undefined) => {
      event.preventDefault();
      next?.focus();
    };
    switch (event.key) {
      case 'ArrowUp':
        return focusEvent(events[index - 1]);
      case 'ArrowDown':
        return focusEvent(events[index + 1]);
      case 'Home':
        return focusEvent(events[0]);
      case 'End':
        return focusEvent(events.at(-1));
      case 'ArrowLeft':
      case 'ArrowRight': {
        const next = nextDayWithEvents(within, day, event.key === 'ArrowRight' ? 1 : -1);
        event.preventDefault();
        if (next === null) return;
        eventsDay.current = next.date;
        select(next.date);
        return next.events[0]?.focus();
      }
      case 'Escape':
        event.preventDefault();
        eventsDay.current = null;
        if (day !== selected) select(day);
        return within.querySelector<HTMLElement>('[data-slot]') !== null && isTimed
          ? within.querySelector<HTMLElement>('[data-slot]')?.focus()
          : focusCell(within, day);
      case 'Enter':
      case ' ':
        if (element.matches('[data-more]')) return;
        event.preventDefault();
        return open(element);
    }
  };

  /** What is cut off is told in full; set when it is wanted, not for every event. */
  const onMouseOver = (event: MouseEvent) => {
    const item = (event.target as Element).closest('[data-item]');
    if (item !== null && !item.hasAttribute('title')) item.setAttribute('title', item.getAttribute('aria-label') ?? '');
  };

  return {
    selected,
    slot,
    showView,
    handlers: { onClick, onDoubleClick, onPointerDown, onKeyDown, onFocus, onMouseOver },
  };
}

/** The cell that stands for the selected date. */
function selectedOf(view: CalendarView, date: string, cells: readonly string[]): string {
  if (view === 'years') return `${date.slice(0, 4)}-01-01`;
  if (view === 'year') return `${date.slice(0, 7)}-01`;
  // A hidden weekday: the next one that is shown, or the last.
  return view === 'agenda' ? date : (cells.find((cell) => cell >= date) ?? cells.at(-1) ?? date);
}

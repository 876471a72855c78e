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
import type { CalendarProps, CalendarView } from '../layout/types.ts';
import type { CalendarModel } from '../model/useCalendarModel.ts';
import type { TimeSlot } from '../views/timeColumns.ts';
import { focusCell } from './cells.ts';
import { showView, type Reader, type ReaderMemory } from './reader.ts';
import { onFocus, onKeyDown } from './readingKeys.ts';
import { onClick, onDoubleClick, onMouseOver, onPointerDown } from './readingPointer.ts';

export interface Reading {
  /** The selected date: the position's, or a day of a neighboring month that is shown. */
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
  const { view, cells } = model;
  const { date } = props.position;
  const key = `${view} ${date}`;
  const [chosen, setChosen] = useState<{ key: string; date: string } | null>(null);
  const [slotAt, setSlotAt] = useState<{ at: number; split?: string | undefined } | null>(null);
  const memory = useRef<ReaderMemory>({
    pending: null,
    press: { x: 0, y: 0, cell: '', at: -Infinity, navigatedAt: -Infinity },
    eventsDay: null,
  });
  const selected = selectedOf(isList ? 'agenda' : view, chosen?.key === key ? chosen.date : date, cells);
  const isTimed = !isList && (view === 'week' || view === 'day');

  useLayoutEffect(() => {
    const { pending } = memory.current;
    if (pending?.key !== key || root.current === null) return;
    if (pending.what === 'slot') root.current.querySelector<HTMLElement>('[data-slot]')?.focus();
    else focusCell(root.current, selected);
    memory.current.pending = null;
  });

  const slot = isTimed ? slotOf(model, selected, slotAt) : null;
  const state = { model, props, isList, isTimed, key, selected, slot, setChosen, setSlotAt, onViewChosen };
  const reader = (): Reader => ({ root, memory, ...state });
  return {
    selected,
    slot,
    showView: (wanted) => showView(reader(), wanted),
    handlers: {
      onClick: (event) => onClick(reader(), event),
      onDoubleClick: (event) => onDoubleClick(reader(), event),
      onPointerDown: (event) => onPointerDown(reader(), event),
      onKeyDown: (event) => onKeyDown(reader(), event),
      onFocus: (event) => onFocus(reader(), event),
      onMouseOver,
    },
  };
}

/** The selected slot of a day; the one at nine where none was chosen. */
function slotOf(
  { axis, settings, splits }: CalendarModel,
  date: string,
  chosen: { at: number; split?: string | undefined } | null,
): TimeSlot {
  const usual = Math.max(0, Math.min(axis.length - settings.timeStep, 9 * 60 - axis.offset));
  const at = Math.min(chosen?.at ?? usual, Math.max(0, axis.length - 1));
  return { date, at, split: chosen?.split ?? splits[0]?.id };
}

function selectedOf(view: CalendarView, date: string, cells: readonly string[]): string {
  if (view === 'years') return `${date.slice(0, 4)}-01-01`;
  if (view === 'year') return `${date.slice(0, 7)}-01`;
  // A hidden weekday: the next one that is shown, or the last.
  return view === 'agenda' ? date : (cells.find((cell) => cell >= date) ?? cells.at(-1) ?? date);
}

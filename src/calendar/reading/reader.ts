import type { RefObject } from 'react';
import { wallTimeOf, zoneOffsets } from '../../../domain/values/zoned-time.ts';
import { DAY, dateOf } from '../layout/days.ts';
import { dateWithin } from '../layout/ranges.ts';
import type { CalendarProps, CalendarView } from '../layout/types.ts';
import type { CalendarModel } from '../model/useCalendarModel.ts';
import type { TimeSlot } from '../views/timeColumns.ts';

/** What lasts from one event to the next. */
export interface ReaderMemory {
  /** Where focus goes once a position has been drawn, which takes a while where the address holds it. */
  pending: { what: 'cell' | 'slot'; key: string } | null;
  press: { x: number; y: number; cell: string; at: number; navigatedAt: number };
  /** The day whose events the arrow keys walk through. */
  eventsDay: string | null;
}

/** A calendar as it is being read, at one drawing. */
export interface Reader {
  root: RefObject<HTMLElement | null>;
  memory: RefObject<ReaderMemory>;
  model: CalendarModel;
  props: CalendarProps;
  isList: boolean;
  isTimed: boolean;
  key: string;
  selected: string;
  slot: TimeSlot | null;
  /** Selects a day that is not the position's. */
  setChosen: (chosen: { key: string; date: string } | null) => void;
  setSlotAt: (slot: { at: number; split?: string | undefined }) => void;
  onViewChosen: (isList: boolean) => void;
}

/** Within a range the selection is the position; a neighboring month's day is only marked, or the page would turn under the pointer. */
export function select({ model, props, isList, key, selected, setChosen }: Reader, date: string): void {
  if (date === selected) return;
  const { position, onPosition } = props;
  const turns = model.view === 'month' && date.slice(0, 7) !== position.date.slice(0, 7);
  if (turns || isList) setChosen({ key, date });
  else if (date !== position.date) onPosition({ view: model.view, date });
  else setChosen(null);
}

export function goTo(
  { props, memory, setChosen }: Reader,
  view: CalendarView,
  wanted: string,
  focusesCell = false,
): void {
  const date = dateWithin(wanted, props.reach);
  if (focusesCell) memory.current.pending = { what: 'cell', key: `${view} ${date}` };
  setChosen(null);
  if (view !== props.position.view || date !== props.position.date) props.onPosition({ view, date });
}

/** False where there is no narrower view of the date. */
export function goNarrower(reader: Reader, date: string): boolean {
  const { narrower, views, isDisabled } = reader.model;
  const view = reader.isList && views.includes('day') ? 'day' : narrower;
  if (view === null || isDisabled(date)) return false;
  goTo(reader, view, date, true);
  return true;
}

export function moveTo({ props, model, memory, selected, isTimed, setChosen }: Reader, wanted: string): void {
  const date = dateWithin(wanted, props.reach);
  if (date === selected) return;
  memory.current.pending = { what: isTimed ? 'slot' : 'cell', key: `${model.view} ${date}` };
  setChosen(null);
  props.onPosition({ view: model.view, date });
}

export function showView(reader: Reader, wanted: CalendarView): void {
  const { model, selected, onViewChosen } = reader;
  onViewChosen(wanted === 'agenda');
  // A list of the week stays one where there is no agenda.
  goTo(reader, wanted === 'agenda' && !model.views.includes('agenda') ? model.view : wanted, selected);
}

export function navigate(reader: Reader, target: string): void {
  const { model, props, selected } = reader;
  const { view, broader, steps } = model;
  const { now, zone } = props;
  if (target === 'previous' || target === 'next') {
    const date = steps[target];
    if (date !== null) goTo(reader, view, date);
  } else if (target === 'today') {
    if (now !== null) goTo(reader, view, dateOf(Math.floor(wallTimeOf(now, zoneOffsets(zone, now, now + 1)) / DAY)));
  } else if (target === 'title') {
    if (broader !== null) goTo(reader, broader, selected);
  } else showView(reader, target.slice('view:'.length) as CalendarView);
}

export function openItem({ props: { items, onOpen } }: Reader, element: Element): void {
  const item = items.find(({ id }) => id === element.getAttribute('data-item'));
  if (item !== undefined) onOpen?.(item);
}

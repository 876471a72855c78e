import type { FocusEvent, KeyboardEvent } from 'react';
import { dateAfterKey, rowAfterKey } from '../layout/steps.ts';
import { closestCell, eventsOf, focusCell, nextDayWithEvents } from './cells.ts';
import { goNarrower, moveTo, openItem, select, type Reader } from './reader.ts';

export function onFocus(reader: Reader, event: FocusEvent): void {
  const target = event.target as Element;
  if (!target.matches('[data-day]')) return;
  const date = target.getAttribute('data-day') ?? '';
  if (!reader.model.isDisabled(date)) select(reader, date);
}

export function onKeyDown(reader: Reader, event: KeyboardEvent): void {
  const root = reader.root.current;
  if (event.defaultPrevented || event.altKey || event.metaKey || root === null) return;
  const target = event.target as HTMLElement;
  if (target.matches('[data-item], [data-more]')) return onEventKey(reader, event, target, root);
  if (!target.matches('[data-day], [data-slot]')) return;
  const { model, selected, isList, isTimed } = reader;
  const { view, options } = model;
  if (event.key === 'Tab' && !event.shiftKey) return enterEvents(reader, event, root);
  if (event.key === 'Enter') {
    if (goNarrower(reader, selected)) event.preventDefault();
    return;
  }
  if (isList || view === 'agenda') return onAgendaKey(event, root);
  if (isTimed) return onSlotKey(reader, event);
  const next = dateAfterKey(view, selected, { key: event.key, ctrl: event.ctrlKey }, options);
  if (next === null) return;
  event.preventDefault();
  moveTo(reader, next);
}

function enterEvents({ selected, memory }: Reader, event: KeyboardEvent, root: HTMLElement): void {
  const [first] = eventsOf(root, selected);
  if (first === undefined) return;
  event.preventDefault();
  memory.current.eventsDay = selected;
  first.focus();
}

function onSlotKey(reader: Reader, event: KeyboardEvent): void {
  const { model, memory, slot, key, selected, setSlotAt } = reader;
  const { axis, cells, splits, view, options } = model;
  if (slot === null || view === 'agenda') return;
  const at = rowAfterKey(axis.rows, slot.at, { key: event.key, ctrl: event.ctrlKey });
  if (at !== null) {
    event.preventDefault();
    memory.current.pending = { what: 'slot', key };
    const edge = event.key === 'Home' ? 0 : event.key === 'End' ? -1 : null;
    setSlotAt({ at, split: edge === null ? slot.split : splits.at(edge)?.id });
    return edge === null ? undefined : moveTo(reader, cells.at(edge) ?? selected);
  }
  const column = splits.findIndex(({ id }) => id === slot.split);
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const beside = step === 0 ? undefined : splits[column + step];
  if (beside !== undefined) {
    event.preventDefault();
    memory.current.pending = { what: 'slot', key };
    return setSlotAt({ at: slot.at, split: beside.id });
  }
  const next = dateAfterKey(view, selected, { key: event.key, ctrl: false }, options);
  if (next === null) return;
  event.preventDefault();
  setSlotAt({ at: slot.at, split: (step > 0 ? splits[0] : step < 0 ? splits.at(-1) : splits[column])?.id });
  moveTo(reader, next);
}

function onAgendaKey(event: KeyboardEvent, root: HTMLElement): void {
  const days = [...root.querySelectorAll<HTMLElement>('[data-area="agenda"]')];
  const index = days.indexOf(event.target as HTMLElement);
  const steps: Record<string, number> = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: days.length - 1 };
  const next = days[steps[event.key] ?? -1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function onEventKey(reader: Reader, event: KeyboardEvent, element: HTMLElement, root: HTMLElement): void {
  const { memory, selected } = reader;
  const day = memory.current.eventsDay ?? closestCell(element)?.getAttribute('data-day') ?? selected;
  const events = eventsOf(root, day);
  const index = events.indexOf(element);
  switch (event.key) {
    case 'ArrowUp':
    case 'ArrowDown':
    case 'Home':
    case 'End': {
      const steps = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: events.length - 1 };
      event.preventDefault();
      return events[steps[event.key]]?.focus();
    }
    case 'ArrowLeft':
    case 'ArrowRight': {
      const next = nextDayWithEvents(root, day, event.key === 'ArrowRight' ? 1 : -1);
      event.preventDefault();
      if (next === null) return;
      memory.current.eventsDay = next.date;
      select(reader, next.date);
      return next.events[0]?.focus();
    }
    case 'Escape':
      event.preventDefault();
      return leaveEvents(reader, day, root);
    case 'Enter':
    case ' ':
      if (element.matches('[data-more]')) return;
      event.preventDefault();
      return openItem(reader, element);
  }
}

function leaveEvents(reader: Reader, day: string, root: HTMLElement): void {
  reader.memory.current.eventsDay = null;
  if (day !== reader.selected) select(reader, day);
  const slot = reader.isTimed ? root.querySelector<HTMLElement>('[data-slot]') : null;
  if (slot === null) focusCell(root, day);
  else slot.focus();
}

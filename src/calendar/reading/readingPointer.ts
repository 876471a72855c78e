import type { MouseEvent, PointerEvent } from 'react';
import { CALENDAR } from '../../../domain/values/constants.ts';
import { goNarrower, goTo, navigate, openItem, type Reader } from './reader.ts';

/** Whether the pointer that clicks is a finger, and how far it has moved since it touched. */
function touchOf({ memory }: Reader, event: MouseEvent): { isTouch: boolean; travel: number } {
  const { x, y } = memory.current.press;
  return {
    isTouch: 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch',
    travel: Math.max(Math.abs(event.clientX - x), Math.abs(event.clientY - y)),
  };
}

export function onClick(reader: Reader, event: MouseEvent): void {
  const target = event.target as Element;
  const control = target.closest('[data-navigate]');
  if (control !== null) return navigate(reader, control.getAttribute('data-navigate') ?? '');
  const { isTouch, travel } = touchOf(reader, event);
  if (isTouch && travel > CALENDAR.touchTravel) return;
  const more = target.closest('[data-more]');
  if (more !== null) return goTo(reader, 'day', more.getAttribute('data-more') ?? reader.selected, true);
  const jump = target.closest('[data-jump]');
  if (jump !== null) return jumpTo(reader, event, jump.getAttribute('data-jump') ?? '');
  const item = target.closest('[data-item]');
  if (item !== null) return openItem(reader, item);
  const cell = target.closest('[data-day]');
  if (cell !== null && cell.getAttribute('data-area') !== 'agenda')
    clickDay(reader, event, cell.getAttribute('data-day') ?? '', isTouch);
}

/** Opens the small day of a year, or month of the years: "day:2026-11-27". Its second click opens nothing further. */
function jumpTo(reader: Reader, event: MouseEvent, jump: string): void {
  const [view, date = ''] = jump.split(':');
  const { views, isDisabled } = reader.model;
  const wanted = views.find((one) => one === view);
  if (wanted === undefined || isDisabled(date)) return;
  reader.memory.current.press.navigatedAt = event.timeStamp;
  goTo(reader, wanted, date, true);
}

function clickDay(reader: Reader, event: MouseEvent, date: string, isTouch: boolean): void {
  const { press } = reader.memory.current;
  const isSecondTap = isTouch && date === press.cell && event.timeStamp - press.at <= CALENDAR.doubleTap;
  press.cell = date;
  press.at = isTouch ? event.timeStamp : -Infinity;
  if (isSecondTap && goNarrower(reader, date)) press.navigatedAt = event.timeStamp;
}

export function onDoubleClick(reader: Reader, event: MouseEvent): void {
  const target = event.target as Element;
  const heading = target.closest('[data-heading]')?.getAttribute('data-heading');
  if (heading != null) return void goNarrower(reader, heading);
  // Two taps have navigated already.
  const isDone = event.timeStamp - reader.memory.current.press.navigatedAt <= CALENDAR.doubleTap;
  const isElsewhere = target.closest('[data-item], [data-navigate], [data-more]') !== null;
  if (isDone || isElsewhere) return;
  const date = target.closest('[data-day]')?.getAttribute('data-day');
  if (date != null) goNarrower(reader, date);
}

export function onPointerDown({ memory, model, setSlotAt }: Reader, event: PointerEvent): void {
  const { press } = memory.current;
  memory.current.pending = null;
  press.x = event.clientX;
  press.y = event.clientY;
  const target = event.target as Element;
  const column = target.closest('[data-area="time"]');
  if (column === null || target.closest('[data-item]') !== null) return;
  const { axis, isDisabled } = model;
  const box = column.getBoundingClientRect();
  const at = ((event.clientY - box.top) / box.height) * axis.length;
  const row = axis.rows.findLast((one) => one.at <= at);
  if (row !== undefined && !isDisabled(column.getAttribute('data-day') ?? ''))
    setSlotAt({ at: row.at, split: column.getAttribute('data-split') ?? undefined });
}

/** The whole text of an item that is cut off; set when it is needed, not for every event. */
export function onMouseOver(event: MouseEvent): void {
  const item = (event.target as Element).closest('[data-item]');
  if (item !== null && !item.hasAttribute('title')) item.setAttribute('title', item.getAttribute('aria-label') ?? '');
}

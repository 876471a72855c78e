import { formatDay, formatMinute } from '../../../domain/values/formats.ts';
import { zoneName } from '../../../domain/values/zoned-time.ts';
import type { CalendarSlot, CalendarSplit } from '../layout/types.ts';
import type { Outcome } from './edits.ts';
import type { Saying } from './keyMachine.ts';
import { addDays, type LocalDays } from './localDays.ts';
import { firstDate, lastDate } from './slots.ts';

export interface Wording {
  days: LocalDays;
  splits: readonly CalendarSplit[];
}

/** "Tuesday, March 3, 10:30 AM to 12 PM, Makeshop" */
export function slotText(slot: CalendarSlot, wording: Wording): string {
  const { days, splits } = wording;
  const [first, last] = [firstDate(slot, days), lastDate(slot, days)];
  const place = splits.find(({ id }) => id === slot.split)?.label;
  const from = formatDay(first, 'day');
  let when: string;
  if (slot.allDay) when = first === last ? `${from}, all day` : `${from} to ${formatDay(last, 'day')}, all day`;
  else {
    const start = clockText(Date.parse(slot.start), first, wording);
    const end = clockText(Date.parse(slot.end), last, wording);
    when = first === last ? `${from}, ${start} to ${end}` : `${from}, ${start} to ${formatDay(last, 'day')}, ${end}`;
  }
  return place === undefined ? when : `${when}, ${place}`;
}

/** "10:30 AM to 12 PM", for what is drawn where its day is seen. */
export function timesText(slot: CalendarSlot, wording: Wording): string {
  if (slot.allDay) return slotText(slot, { ...wording, splits: [] });
  const [first, last] = [firstDate(slot, wording.days), lastDate(slot, wording.days)];
  const times = `${clockText(Date.parse(slot.start), first, wording)} to ${clockText(Date.parse(slot.end), last, wording)}`;
  return first === last ? times : `${times}, ${formatDay(last, 'day')}`;
}

/** The time of an instant on a date; with the zone on a day that repeats or skips an hour. */
function clockText(instant: number, date: string, { days }: Wording): string {
  const next = days.startOf(addDays(date, 1));
  if (instant === next) return 'midnight';
  const time = formatMinute(days.minutesOf(instant));
  const isChanging = next - days.startOf(date) !== 86_400_000;
  return isChanging ? `${time} ${zoneName(days.zone, instant)}` : time;
}

const STEPS = {
  move: 'Use the arrow keys to move it, Enter to drop it, Escape to cancel.',
  resize: 'Use the arrow keys to change its end, Enter to save it, Escape to cancel.',
  create: 'Up and down change its length, Enter keeps it, Escape leaves it.',
};

export function sayingText(saying: Saying, wording: Wording): string {
  switch (saying.say) {
    case 'taken':
      return `${saying.item?.title ?? 'New'}, ${slotText(saying.slot, wording)}. ${STEPS[saying.kind]}`;
    case 'moved':
      return `${saying.item?.title ?? 'New'}, ${slotText(saying.slot, wording)}`;
    case 'dropped':
      return `${saying.item?.title ?? 'New'}, ${slotText(saying.slot, wording)}. Saving.`;
    case 'left':
      return saying.item === undefined ? 'Nothing was added.' : `${saying.item.title} was not changed.`;
    case 'several-days':
      return `${saying.item.title} lasts several days and cannot be moved here. Press R to change its end.`;
    case 'cannot-move':
      return `${saying.item.title} cannot be moved.`;
    case 'cannot-resize':
      return `The length of ${saying.item.title} cannot be changed.`;
    case 'cannot-resize-here':
      return `Change the length of ${saying.item.title} in the week or day view.`;
    case 'cannot-delete':
      return `${saying.item.title} cannot be deleted.`;
    case 'closed-day':
      return `Nothing can be scheduled on ${formatDay(saying.day, 'day')}.`;
    case 'edge':
      return 'It cannot move any further.';
  }
}

export function outcomeText(outcome: Outcome, wording: Wording): string {
  switch (outcome.kind) {
    case 'created':
      return `Added: ${slotText(outcome.slot, wording)}.`;
    case 'changed':
      return `${outcome.item.title} is now on ${slotText(outcome.slot, wording)}.`;
    case 'removed':
      return `${outcome.item.title} was deleted.`;
    case 'undone':
      return `The change to ${outcome.item.title} was undone.`;
    case 'uncreated':
      return 'The new item was removed.';
    case 'not-uncreated':
      return `The new item could not be removed. ${outcome.reason}`;
    case 'not-created':
      return `Nothing was added. ${outcome.reason}`;
    case 'not-changed':
      return `${outcome.item.title} is back on ${slotText(outcome.slot, wording)}. ${outcome.reason}`;
    case 'not-removed':
      return `${outcome.item.title} was not deleted. ${outcome.reason}`;
    case 'not-undone':
      return `The change to ${outcome.item.title} could not be undone. ${outcome.reason}`;
  }
}

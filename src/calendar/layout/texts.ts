import { dateTimeStyle, formatDay, formatMinute, type ClockHours } from '../../../domain/values/formats.ts';
import { DAY, MINUTE, dateOf } from './days.ts';
import type { PlacedItem } from './placement.ts';

/** Texts of days: each is that of many events. The format can change while a process runs. */
const fullDates = { dayFirst: new Map<number, string>(), monthFirst: new Map<number, string>() };

function fullDateOf(day: number): string {
  const texts = fullDates[dateTimeStyle().isDayFirst ? 'dayFirst' : 'monthFirst'];
  let text = texts.get(day);
  if (text === undefined) texts.set(day, (text = formatDay(dateOf(day), 'full')));
  return text;
}

function minuteOf(wall: number): number {
  return (((wall % DAY) + DAY) % DAY) / MINUTE;
}

export function startText({ wallStart }: PlacedItem, clock?: ClockHours): string {
  return formatMinute(minuteOf(wallStart), clock);
}

/** "9 – 11 AM", "9 AM – 1 PM", "Nov 23, 9 AM – Nov 25, 5 PM", "Nov 23 – 25", "All day". */
export function whenText(placed: PlacedItem, clock?: ClockHours): string {
  const { wallStart, wallEnd, firstDay, lastDay, allDay } = placed;
  if (allDay)
    return firstDay === lastDay
      ? 'All day'
      : `${formatDay(dateOf(firstDay), 'short')} – ${formatDay(dateOf(lastDay), 'short')}`;
  const [start, end] = [formatMinute(minuteOf(wallStart), clock), formatMinute(minuteOf(wallEnd), clock)];
  if (placed.start === placed.end) return placed.isReversed ? `${start}, ends before it starts` : start;
  if (firstDay !== lastDay)
    return `${formatDay(dateOf(firstDay), 'short')}, ${start} – ${formatDay(dateOf(lastDay), 'short')}, ${end}`;
  const half = start.slice(-3);
  return `${half.endsWith('M') && end.endsWith(half) ? start.slice(0, -3) : start} – ${end}`;
}

/** What qualifies a title, in words: "Draft, cancelled". */
export function stateText({ item, isReversed, allDay }: PlacedItem): string {
  const words: string[] = [];
  if (item.kind !== undefined && item.kind !== '') words.push(item.kind);
  if (item.cancelled === true && item.kind !== 'Canceled') words.push('Canceled');
  if (item.tentative === true && item.kind === undefined) words.push('Tentative');
  if (item.saving === true) words.push('Saving');
  if (isReversed && allDay) words.push('Ends before it starts');
  if (item.conflict !== undefined) words.push(item.conflict);
  return words.join(', ');
}

/** What is drawn beside the title, apart from the time; `content` where no column says the same. */
export function noteText(placed: PlacedItem, isInColumn = false): string {
  const state = stateText(placed);
  const { content = '' } = placed.item;
  if (isInColumn || content === '') return state;
  return state === '' ? content : `${state} · ${content}`;
}

/** The accessible name: title, kind and states, times with their dates, place, repetition. */
export function itemLabel(placed: PlacedItem, place?: string, clock?: ClockHours): string {
  const { item, firstDay, lastDay, allDay } = placed;
  const state = stateText(placed);
  const when = whenText(placed, clock);
  let name = item.title;
  if (state !== '') name += `, ${state}`;
  name += `, ${allDay && firstDay === lastDay ? 'all day' : when}`;
  if (firstDay === lastDay) name += `, ${fullDateOf(firstDay)}`;
  for (const more of [place, item.content, item.repeat]) if (more !== undefined && more !== '') name += `, ${more}`;
  return name;
}

import { formatDay, formatMonth } from '../../../domain/values/formats.ts';
import {
  CALENDAR_VIEWS,
  type CalendarOptions,
  type CalendarPosition,
  type CalendarView,
  type DateRange,
} from './types.ts';
import {
  addDays,
  addMonths,
  dateOf,
  dayOf,
  firstOfMonth,
  firstOfYear,
  isoWeekOf,
  monthName,
  weekdayOf,
  yearOf,
} from './days.ts';

export type RangeOptions = { [Name in 'hideWeekdays' | 'views']?: CalendarOptions[Name] | undefined };

const YEARS_SHOWN = 25;
const AGENDA_DAYS = 30;
const DEFAULT_VIEWS = CALENDAR_VIEWS.filter((view) => view !== 'agenda');

export function isHiddenDay(day: number, { hideWeekdays = [] }: RangeOptions): boolean {
  // Hiding the whole week hides nothing.
  return hideWeekdays.includes(weekdayOf(day)) && new Set(hideWeekdays).size < 7;
}

/** The Sunday of a date's week. */
function weekStart(date: string): string {
  const day = dayOf(date);
  return dateOf(day - (weekdayOf(day) % 7));
}

/** The cells of a view as dates, hidden weekdays left out; in year and years the first day of each month or year. */
export function cellsOf(view: CalendarView, date: string, options: RangeOptions): string[] {
  switch (view) {
    case 'years': {
      const first = Math.floor(yearOf(date) / YEARS_SHOWN) * YEARS_SHOWN;
      return Array.from({ length: YEARS_SHOWN }, (_, index) => firstOfYear(first + index));
    }
    case 'year':
      return Array.from({ length: 12 }, (_, index) => addMonths(firstOfYear(yearOf(date)), index));
    case 'month':
      return daysFrom(weekStart(firstOfMonth(date)), 42, options);
    case 'week':
      return daysFrom(weekStart(date), 7, options);
    case 'day':
      return [date];
    case 'agenda':
      return daysFrom(date, AGENDA_DAYS, options);
  }
}

function daysFrom(date: string, count: number, options: RangeOptions): string[] {
  const first = dayOf(date);
  return Array.from({ length: count }, (_, index) => first + index)
    .filter((day) => !isHiddenDay(day, options))
    .map(dateOf);
}

/** First and last date for which a position needs items. */
export function visibleRange({ view, date }: CalendarPosition, options: RangeOptions = {}): DateRange {
  const shown = viewShown(view, options.views);
  const cells = cellsOf(shown, date, options);
  const first = cells[0] ?? date;
  const last = cells.at(-1) ?? date;
  if (shown === 'year') return { first, last: addDays(addMonths(last, 1), -1) };
  return { first, last: shown === 'years' ? `${last.slice(0, 4)}-12-31` : last };
}

/** The enabled views from the broadest to the narrowest, the agenda last. */
export function enabledViews(views: readonly CalendarView[] = DEFAULT_VIEWS): CalendarView[] {
  const enabled = CALENDAR_VIEWS.filter((view) => views.includes(view));
  return enabled.length > 0 ? enabled : DEFAULT_VIEWS;
}

/** The view that replaces an unknown or disabled one: week, else the first enabled view. */
export function viewShown(wanted: string, views?: readonly CalendarView[]): CalendarView {
  const enabled = enabledViews(views);
  const known = enabled.find((view) => view === wanted);
  if (known !== undefined) return known;
  const isKnown = (CALENDAR_VIEWS as readonly string[]).includes(wanted);
  return (isKnown ? undefined : enabled.find((view) => view === 'week')) ?? enabled[0] ?? 'week';
}

/** The message to the developer about a view that cannot be shown; null for one that can. */
export function viewFault(
  wanted: string,
  views?: readonly CalendarView[],
): { level: 'error' | 'warn'; message: string } | null {
  const enabled = enabledViews(views);
  const shown = viewShown(wanted, views);
  if (shown === wanted) return null;
  if ((CALENDAR_VIEWS as readonly string[]).includes(wanted))
    return { level: 'warn', message: `The calendar's view "${wanted}" is disabled: "${shown}" is shown instead.` };
  return {
    level: 'error',
    message: `"${wanted}" is not a calendar view (${enabled.join(', ')}): "${shown}" is shown instead.`,
  };
}

/** The agenda counts as narrow as the week. */
const LADDER: readonly CalendarView[] = ['years', 'year', 'month', 'week', 'day'];

export function broaderView(view: CalendarView, views?: readonly CalendarView[]): CalendarView | null {
  const enabled = enabledViews(views);
  const above = LADDER.slice(0, LADDER.indexOf(view === 'agenda' ? 'week' : view));
  return above.findLast((one) => enabled.includes(one)) ?? null;
}

export function narrowerView(view: CalendarView, views?: readonly CalendarView[]): CalendarView | null {
  const enabled = enabledViews(views);
  const below = LADDER.slice(LADDER.indexOf(view === 'agenda' ? 'week' : view) + 1);
  return below.find((one) => enabled.includes(one)) ?? null;
}

/** Where an arrow leads: the start of the next or previous range; in the day view the next day that is not hidden. */
export function stepDate(view: CalendarView, date: string, direction: 1 | -1, options: RangeOptions): string {
  switch (view) {
    case 'years':
      return firstOfYear(Math.floor(yearOf(date) / YEARS_SHOWN + direction) * YEARS_SHOWN);
    case 'year':
      return firstOfYear(yearOf(date) + direction);
    case 'month':
      return addMonths(firstOfMonth(date), direction);
    case 'week':
      return addDays(weekStart(date), 7 * direction);
    case 'agenda':
      return addDays(date, AGENDA_DAYS * direction);
    case 'day': {
      let day = dayOf(date) + direction;
      while (isHiddenDay(day, options)) day += direction;
      return dateOf(day);
    }
  }
}

/** Like `stepDate`, within the reach: its nearest date where the range lies partly outside; null where nothing follows. */
export function stepWithin(
  { view, date }: CalendarPosition,
  direction: 1 | -1,
  options: RangeOptions,
  reach: DateRange | undefined,
): string | null {
  const to = dateWithin(stepDate(view, date, direction, options), reach);
  return cellsOf(view, to, options)[0] === cellsOf(view, date, options)[0] ? null : to;
}

export function dateWithin(date: string, reach: DateRange | undefined): string {
  if (reach === undefined) return date;
  return date < reach.first ? reach.first : date > reach.last ? reach.last : date;
}

/** The heading: "Years", "2026", "November 2026", "Week 48 (November 2026)", "Monday, November 23, 2026". */
export function rangeTitle(view: CalendarView, date: string, options: RangeOptions): string {
  switch (view) {
    case 'years':
      return 'Years';
    case 'year':
      return String(yearOf(date));
    case 'month':
      return formatMonth(date);
    case 'day':
      return formatDay(date, 'full');
    case 'week': {
      const cells = cellsOf('week', date, options);
      return `Week ${isoWeekOf(addDays(weekStart(date), 1))} (${monthsText(cells[0] ?? date, cells.at(-1) ?? date)})`;
    }
    case 'agenda': {
      const cells = cellsOf('agenda', date, options);
      return monthsText(cells[0] ?? date, cells.at(-1) ?? date);
    }
  }
}

function monthsText(first: string, last: string): string {
  const [from, to] = [monthName(first), monthName(last)];
  if (first.slice(0, 4) !== last.slice(0, 4)) return `${from} ${yearOf(first)} - ${to} ${yearOf(last)}`;
  return from === to ? `${from} ${yearOf(first)}` : `${from} - ${to} ${yearOf(first)}`;
}

/** Whether a day, or the whole month or year that a cell stands for, is out of reach. */
export function isDisabledCell(view: CalendarView, cell: string, reach: DateRange | undefined): boolean {
  if (reach === undefined) return false;
  const length = view === 'years' ? 4 : view === 'year' ? 7 : 10;
  const part = cell.slice(0, length);
  return part < reach.first.slice(0, length) || part > reach.last.slice(0, length);
}

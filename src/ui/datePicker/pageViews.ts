import { formatDay, formatMonth } from '../../../domain/values/formats.ts';
import { cellsOf, DAY, isoDay, monthOf, startOfDay, startOfMonth, startOfWeek } from './days.ts';
import type { PickerView } from './pickerConfig.ts';

/** What one page of a view shows, by a running number of months, weeks or days. */
export interface PageView {
  pageOf: (day: number) => number;
  daysOf: (page: number) => number[];
  firstDayOf: (page: number) => number;
  pageTitle: (page: number) => string;
  name: 'month' | 'week' | 'day';
}

const WEEK = 7 * DAY;

export function pageView(view: PickerView, firstWeekday: number): PageView {
  if (view === 'monthly')
    return {
      pageOf: monthOf,
      daysOf: (page) => cellsOf(page, firstWeekday),
      firstDayOf: startOfMonth,
      pageTitle: (page) => formatMonth(isoDay(startOfMonth(page))),
      name: 'month',
    };
  if (view === 'daily')
    return {
      pageOf: (day) => Math.floor(day / DAY),
      daysOf: (page) => [page * DAY],
      firstDayOf: (page) => page * DAY,
      pageTitle: (page) => formatDay(isoDay(page * DAY), 'long'),
      name: 'day',
    };
  const origin = startOfWeek(0, firstWeekday);
  const firstDayOf = (page: number) => origin + page * WEEK;
  return {
    pageOf: (day) => Math.floor((startOfDay(day) - origin) / WEEK),
    daysOf: (page) => Array.from({ length: 7 }, (_, index) => firstDayOf(page) + index * DAY),
    firstDayOf,
    pageTitle: (page) => formatMonth(isoDay(firstDayOf(page))),
    name: 'week',
  };
}

import { dateTimeStyle, type ClockHours } from '../../domain/values/formats.ts';
import { CALENDAR } from '../../domain/values/constants.ts';
import type { CalendarOptions } from './types.ts';
import type { BoxHeights } from './layout/timeBoxes.ts';

export interface DrawingSettings {
  timeStep: number;
  cellHeight: number;
  timeFrom: number;
  timeTo: number;
  clock: ClockHours;
  eventsOnMonthView: boolean | 'short';
  showAllDayEvents: boolean;
  minEventWidth: number;
  overlapsPerTimeStep: boolean;
  /** Pixels. */
  minEventHeight: number;
  /** Pixels to which shorter events are extended where the time after them is free. */
  wantedEventHeight: number;
  /** Times before titles: for a card, in which it matters most when something begins. */
  isTimeFirst: boolean;
}

export function settingsOf(options: CalendarOptions): DrawingSettings {
  return {
    timeStep: Math.max(1, options.timeStep ?? CALENDAR.timeStep),
    cellHeight: Math.max(1, options.cellHeight ?? CALENDAR.cellHeight),
    timeFrom: options.timeFrom ?? 0,
    timeTo: options.timeTo ?? CALENDAR.minutes,
    clock: options.clock ?? dateTimeStyle().clock,
    eventsOnMonthView: options.eventsOnMonthView ?? 'short',
    showAllDayEvents: options.showAllDayEvents ?? true,
    minEventWidth: options.minEventWidth ?? 0,
    overlapsPerTimeStep: options.overlapsPerTimeStep ?? false,
    minEventHeight: CALENDAR.minEventHeight,
    wantedEventHeight: 0,
    isTimeFirst: false,
  };
}

/** Pixels of height that a line of words needs. */
export const LINE_HEIGHT = 18;

export function heightsOf({ timeStep, cellHeight, minEventHeight, wantedEventHeight }: DrawingSettings): BoxHeights {
  const minutes = timeStep / cellHeight;
  return { least: minEventHeight * minutes, wanted: wantedEventHeight * minutes, low: LINE_HEIGHT * minutes };
}

/** Pixels at the default text size, as rem, so that a grid grows with the text. */
export function rem(pixels: number): string {
  return `${Math.round(pixels * 625) / 10_000}rem`;
}

export function percent(part: number): string {
  return `${Math.round(part * 1_000_000) / 10_000}%`;
}

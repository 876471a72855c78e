import type { ClockHours } from '../../../domain/values/formats.ts';
import { CALENDAR } from '../../../domain/values/constants.ts';
import type { BoxHeights } from './timeBoxes.ts';

export interface DrawingSettings {
  timeStep: number;
  cellHeight: number;
  timeFrom: number;
  timeTo: number;
  /** Default: that of the site. */
  clock?: ClockHours | undefined;
  /** Pixels. */
  minEventHeight: number;
  /** Pixels to which shorter events are extended where the time after them is free. */
  wantedEventHeight: number;
  /** Times before titles: for a card, in which it matters most when something begins. */
  isTimeFirst: boolean;
}

export const DEFAULT_SETTINGS: DrawingSettings = {
  timeStep: CALENDAR.timeStep,
  cellHeight: CALENDAR.cellHeight,
  timeFrom: 0,
  timeTo: CALENDAR.minutes,
  minEventHeight: CALENDAR.minEventHeight,
  wantedEventHeight: 0,
  isTimeFirst: false,
};

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

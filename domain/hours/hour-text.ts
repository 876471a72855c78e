/**
 * Times of day as decimal hours of local time, as opening hours store them (8.5 is half past eight), and as people read and type them.
 * A start lies in [0, 24); an end may be 24, the following midnight.
 */

export type HourPlace = 'start' | 'end';

const MINUTES_OF_DAY = 24 * 60;
/** Hours, minutes ("8:30"), and meridiem ("am", "p.m."). */
const CLOCK = /^(\d{1,2})(?::(\d{2}))?\s*(?:(a|p)\.?\s*m?\.?)?$/;
const DECIMAL = /^\d{1,2}(?:\.\d+)?$/;

/** 9 is "9 AM", 12.5 "12:30 PM", 0 and 24 "12 AM". */
export function hourText(hour: number): string {
  const minutes = ((Math.round(hour * 60) % MINUTES_OF_DAY) + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  const [onClock, past] = [Math.floor(minutes / 60), minutes % 60];
  return `${onClock % 12 || 12}${past === 0 ? '' : `:${String(past).padStart(2, '0')}`} ${onClock < 12 ? 'AM' : 'PM'}`;
}

export function readHour(text: string, place: HourPlace = 'start'): number | undefined {
  const typed = text.trim().toLowerCase();
  if (typed === 'noon') return 12;
  const hour = typed === 'midnight' ? 0 : (readDecimal(typed) ?? readClock(typed));
  if (hour === undefined || hour > 24) return undefined;
  return hour === 0 && place === 'end' ? 24 : hour;
}

function readDecimal(typed: string): number | undefined {
  return DECIMAL.test(typed) ? Number(typed) : undefined;
}

function readClock(typed: string): number | undefined {
  const [, hours = '', past = '0', half] = CLOCK.exec(typed) ?? [];
  const [hour, minutes] = [Number(hours), Number(past)];
  if (hours === '' || minutes > 59) return undefined;
  if (half === undefined) return hour + minutes / 60;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === 'p' ? 12 : 0) + minutes / 60;
}

/** "9 AM – 5 PM"; "Closed" when the end does not follow the start. */
export function hourRangeText(start: number, end: number): string {
  return end > start ? `${hourText(start)} – ${hourText(end)}` : 'Closed';
}

interface HourProperty {
  items?: { 'x-hour'?: HourPlace };
}

/** The pair of parallel list properties of an object that hold each day's start and end. */
export function hourListsOf(properties: Readonly<Record<string, HourProperty>>): { start: string; end: string } | null {
  const listOf = (place: HourPlace) =>
    Object.entries(properties).find(([, property]) => property.items?.['x-hour'] === place)?.[0];
  const [start, end] = [listOf('start'), listOf('end')];
  return start === undefined || end === undefined ? null : { start, end };
}

/**
 * Times of day as decimal hours of local time, as opening hours store them (8.5 is half past eight), and as people read and type them.
 * A start lies in [0, 24); an end may be 24, the following midnight.
 */

export type HourPlace = 'start' | 'end';

/** Hours, minutes ("8:30", "8.30"), and meridiem ("am", "p.m."). */
const CLOCK = /^(\d{1,2})(?:[:.](\d{2}))?\s*(?:(a|p)\.?\s*m?\.?)?$/;
/** With two digits, a point separates minutes. */
const DECIMAL = /^\d{1,2}(?:\.(?:\d|\d{3,}))?$/;

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

interface HourProperty {
  items?: { 'x-hour'?: HourPlace };
}

/** The pair of parallel list properties of an object that hold each day's start and end. */
export function hourListsOf(properties: Readonly<Record<string, HourProperty>>): { start: string; end: string } | null {
  const listName = (place: HourPlace) =>
    Object.entries(properties).find(([, property]) => property.items?.['x-hour'] === place)?.[0];
  const [start, end] = [listName('start'), listName('end')];
  return start === undefined || end === undefined ? null : { start, end };
}

/** Dates and times as people write them beside the masks: "3/5/26", "March 5", "today", "1430", "2.30 pm", "9a". */
import { dateTimeStyle } from '../../../domain/values/formats.ts';
import { MONTH_NAMES, WEEKDAY_NAMES } from '../../../domain/values/date-names.ts';
import { DAY, daysInMonth, dateParts, wallFromParts, weekdayOf } from './days.ts';

/** A wall time; `isOpen` where more keys could make it another one, as with a year or AM and PM that are missing. */
export type Loose = { wall: number; isOpen: boolean } | { impossible: string } | null;

const HOUR = 3_600_000;
const MINUTE = 60_000;
const RELATIVE: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

const NAMED = (names: readonly string[]) => names.map((name) => `${name}|${name.slice(0, 3)}`).join('|');
const MONTH = `(${NAMED(MONTH_NAMES)}|Sept)\\.?`;
const WEEKDAY = new RegExp(`^(${NAMED(WEEKDAY_NAMES)})\\.?,?\\s+(?=\\S)`, 'i');
const YEAR = "(?:,?\\s+'?(\\d{4}|\\d{2}))?";
const MONTH_FIRST = new RegExp(`^${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?${YEAR}$`, 'i');
const DAY_FIRST = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s+${MONTH}${YEAR}$`, 'i');
const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/;
const ISO = /^(\d{4})(?:(\d{2})(\d{2})|[/.-](\d{1,2})[/.-](\d{1,2}))$/;

/** `today`: the wall time of now, which gives the year where none is typed. */
export function readLooseDate(text: string, today: number): Loose {
  const relative = RELATIVE[text.toLowerCase()];
  if (relative !== undefined) return { wall: Math.floor(today / DAY) * DAY + relative * DAY, isOpen: false };
  const weekday = WEEKDAY.exec(text)?.[1];
  const rest = text.replace(WEEKDAY, '');
  const found = partsIn(rest);
  if (found === null) return null;
  const [month, day, typedYear] = found;
  const year = typedYear === undefined ? usualYear(month, today) : yearOf(typedYear);
  const name = MONTH_NAMES[month - 1];
  if (name === undefined) return { impossible: `There is no month ${month}: months are 1 to 12` };
  const days = daysInMonth(year, month);
  if (day < 1 || day > days) return { impossible: `There is no ${name} ${day}: ${name} ${year} has ${days} days` };
  const wall = wallFromParts({ year, month, day });
  const isOf = WEEKDAY_NAMES[weekdayOf(wall)] ?? '';
  if (weekday !== undefined && !isOf.toLowerCase().startsWith(weekday.toLowerCase().slice(0, 3)))
    return { impossible: `${name} ${day}, ${year} is a ${isOf}` };
  // "3/5/20" may become "3/5/2026".
  return { wall, isOpen: typedYear === undefined || typedYear === '19' || typedYear === '20' };
}

/** Month, day, and the year as typed. */
function partsIn(text: string): [number, number, string | undefined] | null {
  const [, name, first, firstYear] = MONTH_FIRST.exec(text) ?? [];
  if (name !== undefined) return [monthOf(name), Number(first), firstYear];
  const [, second, otherName = '', secondYear] = DAY_FIRST.exec(text) ?? [];
  if (second !== undefined) return [monthOf(otherName), Number(second), secondYear];
  const [, one, separator, other, year] = NUMBERS.exec(text) ?? [];
  if (one !== undefined && (year !== undefined || separator !== '.')) {
    const [month, day] = dateTimeStyle().isDayFirst ? [other, one] : [one, other];
    return [Number(month), Number(day), year];
  }
  const [, isoYear, plainMonth, plainDay, isoMonth = plainMonth, isoDay = plainDay] = ISO.exec(text) ?? [];
  return isoYear === undefined ? null : [Number(isoMonth), Number(isoDay), isoYear];
}

function monthOf(name: string): number {
  return MONTH_NAMES.findIndex((one) => one.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase()) + 1;
}

/** In November, "1/25" is of next January. */
function usualYear(month: number, today: number): number {
  const now = dateParts(today);
  return now.month - month > 6 ? now.year + 1 : now.year;
}

/** Two digits as POSIX reads them: 69 to 99 are of the last century. */
function yearOf(typed: string): number {
  const year = Number(typed);
  return typed.length === 4 ? year : year + (year < 69 ? 2000 : 1900);
}

const CLOCK = /^(\d{1,2})(?:[:.](\d{2}))?\s*(?:([ap])(?:\.?\s*m)?\.?)?$/i;
const DIGITS = /^(\d{1,2})(\d{2})\s*(?:([ap])(?:\.?\s*m)?\.?)?$/i;

/**
 * A time of day as wall time of 1970-01-01. On a 12-hour clock, an hour without AM or PM is one of the day: 7 to 11 in the morning, 12 to
 * 6 in the afternoon; with a leading zero it is one of 24.
 */
export function readLooseTime(text: string, is24: boolean): Loose {
  const [, hour, past, half] = CLOCK.exec(text) ?? DIGITS.exec(text) ?? [];
  if (hour === undefined) return null;
  const [hours, minutes] = [Number(hour), Number(past ?? 0)];
  if (half !== undefined && (hours < 1 || hours > 12)) return { impossible: `${hours} is not an hour with AM or PM` };
  if (hours > 23) return { impossible: `There is no hour ${hours}: hours are 0 to 23` };
  if (minutes > 59) return { impossible: `There is no minute ${minutes}: minutes are 0 to 59` };
  if (half !== undefined)
    return { wall: ((hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) * HOUR + minutes * MINUTE, isOpen: false };
  const lacksHalf = !is24 && hours >= 1 && hours <= 12;
  const inDay = lacksHalf && hours < 7 && !hour.startsWith('0') ? hours + 12 : hours;
  return { wall: inDay * HOUR + minutes * MINUTE, isOpen: lacksHalf || past === undefined };
}

/** A date and a time, in this order, with white space or a comma between them. */
export function readLooseDateTime(text: string, today: number, is24: boolean): Loose {
  // "Mar 5 2026" is a day, not twenty past eight on a day of this year.
  if (readLooseDate(text, today) !== null) return null;
  let impossible: Loose = null;
  for (const { index } of text.matchAll(/[\s,]+/g)) {
    const date = readLooseDate(text.slice(0, index), today);
    const time = readLooseTime(text.slice(index).replace(/^[\s,]+(?:at\s+)?/i, ''), is24);
    if (date === null || time === null) continue;
    if ('impossible' in date || 'impossible' in time) impossible ??= 'impossible' in date ? date : time;
    else return { wall: date.wall + time.wall, isOpen: time.isOpen };
  }
  return impossible;
}

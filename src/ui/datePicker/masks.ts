import { dateTimeStyle } from '../../../domain/values/formats.ts';
import { MONTH_NAMES, WEEKDAY_NAMES } from '../../../domain/values/date-names.ts';
import { daysInMonth, dateParts, wallFromParts, weekdayOf, type DateParts, type TimeParts } from './days.ts';

/** What "L" stands for. */
export function localDateMask(): string {
  return dateTimeStyle().isDayFirst ? 'DD/MM/YYYY' : 'MM/DD/YYYY';
}

const TOKENS = /\[[^\]]*\]|YYYY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|m|SSS|ss|s|A|a|L/g;

type Parts = DateParts & TimeParts;

const two = (value: number) => String(value).padStart(2, '0');
const clockHour = (hours: number) => hours % 12 || 12;

const WRITE: Readonly<Record<string, (parts: Parts, wall: number) => string>> = {
  YYYY: ({ year }) => String(year).padStart(4, '0'),
  MMMM: ({ month }) => MONTH_NAMES[month - 1] ?? '',
  MMM: ({ month }) => (MONTH_NAMES[month - 1] ?? '').slice(0, 3),
  MM: ({ month }) => two(month),
  M: ({ month }) => String(month),
  DD: ({ day }) => two(day),
  D: ({ day }) => String(day),
  dddd: (_, wall) => WEEKDAY_NAMES[weekdayOf(wall)] ?? '',
  ddd: (_, wall) => (WEEKDAY_NAMES[weekdayOf(wall)] ?? '').slice(0, 3),
  HH: ({ hours }) => two(hours),
  H: ({ hours }) => String(hours),
  hh: ({ hours }) => two(clockHour(hours)),
  h: ({ hours }) => String(clockHour(hours)),
  mm: ({ minutes }) => two(minutes),
  m: ({ minutes }) => String(minutes),
  ss: ({ seconds }) => two(seconds),
  s: ({ seconds }) => String(seconds),
  SSS: ({ milliseconds }) => String(milliseconds).padStart(3, '0'),
  A: ({ hours }) => (hours < 12 ? 'AM' : 'PM'),
  a: ({ hours }) => (hours < 12 ? 'am' : 'pm'),
};

function expand(mask: string): string {
  return mask.replaceAll(TOKENS, (token) => (token === 'L' ? localDateMask() : token));
}

/** Wall time as a mask writes it: "L" is "03/01/2026", "h:mm A" is "2:30 PM", and what stands in brackets stays. */
export function formatMask(wall: number, mask: string): string {
  const parts = dateParts(wall);
  return expand(mask).replaceAll(TOKENS, (token) =>
    token.startsWith('[') ? token.slice(1, -1) : (WRITE[token]?.(parts, wall) ?? token),
  );
}

const NUMBER_1 = '(\\d{1,2})';
const NUMBER_2 = '(\\d{2})';
const MONTH = `(${MONTH_NAMES.map((name) => `${name}|${name.slice(0, 3)}\\.?`).join('|')}|Sept\\.?)`;
const WEEKDAY = `(${WEEKDAY_NAMES.map((name) => `${name}|${name.slice(0, 3)}\\.?`).join('|')})`;
const HALF = '([ap])\\.?m\\.?';

const READ: Readonly<Record<string, string>> = {
  YYYY: '(\\d{4})',
  MMMM: MONTH,
  MMM: MONTH,
  MM: NUMBER_1,
  M: NUMBER_1,
  DD: NUMBER_1,
  D: NUMBER_1,
  dddd: WEEKDAY,
  ddd: WEEKDAY,
  HH: NUMBER_1,
  H: NUMBER_1,
  hh: NUMBER_1,
  h: NUMBER_1,
  mm: NUMBER_2,
  m: NUMBER_1,
  ss: NUMBER_2,
  s: NUMBER_1,
  SSS: '(\\d{1,3})',
  A: HALF,
  a: HALF,
};

interface Reader {
  pattern: RegExp;
  tokens: string[];
}

const readers = new Map<string, Reader>();

function readerOf(mask: string): Reader {
  const whole = expand(mask);
  const known = readers.get(whole);
  if (known !== undefined) return known;
  const tokens: string[] = [];
  let pattern = '';
  let from = 0;
  for (const { 0: token, index } of whole.matchAll(TOKENS)) {
    pattern += literal(whole.slice(from, index), /^a$/i.test(token));
    from = index + token.length;
    const read = READ[token];
    if (read !== undefined) tokens.push(token);
    pattern += read ?? literal(token.slice(1, -1), false);
  }
  const reader = { pattern: new RegExp(`^${pattern}${literal(whole.slice(from), false)}$`, 'i'), tokens };
  readers.set(whole, reader);
  return reader;
}

/** A blank may be a comma with or without a blank; before AM and PM it may be missing. */
function literal(text: string, isOptional: boolean): string {
  return text
    .replaceAll(/[\\^$.*+?()|[\]{}/-]/g, '\\$&')
    .replaceAll(/,?\s+/g, isOptional ? '\\s*' : '(?:\\s*,\\s*|\\s+)');
}

/** `impossible` says why the text, which has the mask's form, is no date or time. */
export type MaskResult = { wall: number } | { impossible: string };

/** Wall time of a text in the mask's form; null for another form. Without a date it is a time of 1970-01-01. */
export function parseMask(text: string, mask: string): MaskResult | null {
  const { pattern, tokens } = readerOf(mask);
  const match = pattern.exec(text.trim());
  if (match === null) return null;
  const parts: Parts = { year: 1970, month: 1, day: 1, hours: 0, minutes: 0, seconds: 0, milliseconds: 0 };
  let half: string | undefined;
  for (const [index, token] of tokens.entries()) {
    const found = match[index + 1] ?? '';
    if (/^a$/i.test(token)) half = found.toLowerCase();
    else assign(parts, token, found);
  }
  const impossible = whyImpossible(parts, half);
  if (impossible !== null) return { impossible };
  if (half !== undefined) parts.hours = (parts.hours % 12) + (half === 'p' ? 12 : 0);
  return { wall: wallFromParts(parts, parts) };
}

function assign(parts: Parts, token: string, found: string): void {
  const value = Number(found);
  if (token === 'YYYY') parts.year = value;
  else if (token === 'MMM' || token === 'MMMM')
    parts.month =
      MONTH_NAMES.findIndex((name) => name.slice(0, 3).toLowerCase() === found.slice(0, 3).toLowerCase()) + 1;
  else if (token === 'MM' || token === 'M') parts.month = value;
  else if (token === 'DD' || token === 'D') parts.day = value;
  else if (/^h{1,2}$/i.test(token)) parts.hours = value;
  else if (token === 'mm' || token === 'm') parts.minutes = value;
  else if (token === 'ss' || token === 's') parts.seconds = value;
  else if (token === 'SSS') parts.milliseconds = Number(found.padEnd(3, '0'));
}

function whyImpossible({ year, month, day, hours, minutes, seconds }: Parts, half: string | undefined): string | null {
  const name = MONTH_NAMES[month - 1];
  if (name === undefined) return `There is no month ${month}: months are 1 to 12`;
  const days = daysInMonth(year, month);
  if (day < 1 || day > days) return `There is no ${name} ${day}: ${name} ${year} has ${days} days`;
  if (half !== undefined && (hours < 1 || hours > 12)) return `${hours} is not an hour with AM or PM`;
  if (hours > 23) return `There is no hour ${hours}: hours are 0 to 23`;
  if (minutes > 59) return `There is no minute ${minutes}: minutes are 0 to 59`;
  return seconds > 59 ? `There is no second ${seconds}: seconds are 0 to 59` : null;
}

import { MONTH_NAMES } from '../../../domain/values/date-names.ts';
import { isDate } from '../../../domain/values/dates.ts';

const MONTH = `(${MONTH_NAMES.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')})\\.?`;

/** What is typed as a day: "2026-12-07", "12/7", "12/7/26", "Dec 7, 2026", "7 Dec". Groups: year, month, day. */
const FORMS: { pattern: RegExp; order: readonly [year: number, month: number, day: number] }[] = [
  { pattern: /(?<!\S)(\d{4})-(\d{1,2})-(\d{1,2})(?!\S)/, order: [1, 2, 3] },
  { pattern: /(?<!\S)(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?(?!\S)/, order: [3, 1, 2] },
  { pattern: new RegExp(`(?<!\\S)${MONTH} (\\d{1,2})(?:,? (\\d{4}))?(?!\\S)`, 'i'), order: [3, 1, 2] },
  { pattern: new RegExp(`(?<!\\S)(\\d{1,2}) ${MONTH}(?: (\\d{4}))?(?!\\S)`, 'i'), order: [3, 2, 1] },
];

/** The day in a search text, and the text without it. Without a year it is the one next to `today`. */
export function typedDay(text: string, today: string): { day: string; rest: string } | null {
  for (const { pattern, order } of FORMS) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const [year = '', month = '', date = ''] = order.map((group) => found[group]);
    const day = dayNear(today, year, monthNumber(month), Number(date));
    if (day !== null) return { day, rest: text.replace(found[0], ' ').replaceAll(/\s+/g, ' ').trim() };
  }
  return null;
}

function monthNumber(text: string): number {
  const named = MONTH_NAMES.findIndex((name) => name.slice(0, 3).toLowerCase() === text.slice(0, 3).toLowerCase());
  return named === -1 ? Number(text) : named + 1;
}

function dayNear(today: string, year: string, month: number, date: number): string | null {
  const now = Number(today.slice(0, 4));
  const years = year === '' ? [now - 1, now, now + 1] : [Number(year.padStart(4, '20'))];
  const days = years.map((one) => `${one}-${pad(month)}-${pad(date)}`).filter(isDate);
  const distance = (day: string): number => Math.abs(Date.parse(day) - Date.parse(today));
  return days.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

function pad(part: number): string {
  return String(part).padStart(2, '0');
}

import { formatDay } from '../../../domain/values/formats.ts';
import { addDays, addMonths, dayOf } from './days.ts';

/** The days of a cell of so many months on which the place is closed, each with its reason. */
export function closuresOf(
  first: string,
  months: number,
  reasonOf: (date: string) => string,
): ReadonlyMap<string, string> {
  const closures = new Map<string, string>();
  const length = dayOf(addMonths(first, months)) - dayOf(first);
  for (let index = 0; index < length; index += 1) {
    const date = addDays(first, index);
    const reason = reasonOf(date);
    if (reason !== '') closures.set(date, reason);
  }
  return closures;
}

/** "Closed: Thanksgiving (Nov 26 – Nov 27)", for each run of days. */
export function describeClosures(closures: ReadonlyMap<string, string>): string[] {
  const runs: { first: string; last: string; reason: string }[] = [];
  for (const [date, reason] of closures) {
    const run = runs.at(-1);
    if (run?.reason === reason && addDays(run.last, 1) === date) run.last = date;
    else runs.push({ first: date, last: date, reason });
  }
  return runs.map(({ first, last, reason }) => {
    const days = [...new Set([first, last])].map((date) => formatDay(date, 'short')).join(' – ');
    return `${reason} (${days})`;
  });
}

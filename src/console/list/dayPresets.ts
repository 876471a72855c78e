import { termOn, type Term } from '../../../domain/values/terms.ts';
import type { Preset } from '../../ui/datePicker/pickerConfig.ts';
import { isoDay, startOfWeek, wallOfIso } from '../../ui/datePicker/days.ts';
import { dayAfter } from '../engine/filterModel.ts';

/** The ranges of days that people filter by; the term is that of today, where one is declared. */
export function dayPresets(today: string, terms: readonly Term[]): Preset[] {
  const monday = isoDay(startOfWeek(wallOfIso(today), 1));
  const first = `${today.slice(0, 8)}01`;
  const term = termOn(today, terms);
  return [
    { label: 'Today', start: today, end: today },
    { label: 'This week', start: monday, end: dayAfter(monday, 6) },
    { label: 'Next 7 days', start: today, end: dayAfter(today, 6) },
    { label: 'This month', start: first, end: dayAfter(`${dayAfter(first, 31).slice(0, 8)}01`, -1) },
    { label: 'Last 30 days', start: dayAfter(today, -29), end: today },
    ...(term === undefined ? [] : [{ label: 'This term', start: term.start, end: term.end }]),
  ];
}

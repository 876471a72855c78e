import type { Field, FieldKind } from '../../domain/declarations/model.ts';
import { CALENDAR_PARTS, type CalendarConfig, type CalendarPart } from '../../domain/declarations/resource-config.ts';
import type { Report } from './faults.ts';

/** The field of that name; otherwise reports the place. */
export type FieldAt = (name: string, steps: (string | number)[]) => Field | undefined;

/** What each part may be, and its name in a fault. */
const PARTS: Record<CalendarPart, { kinds: readonly FieldKind[]; words: string }> = {
  start: { kinds: ['date', 'dateTime'], words: 'a date, or a date and time' },
  end: { kinds: ['date', 'dateTime'], words: 'a date, or a date and time' },
  title: { kinds: ['text', 'longText', 'email', 'enum', 'reference'], words: 'a text, a choice or a reference' },
  column: { kinds: ['reference', 'enum'], words: 'a reference or a choice' },
  kind: { kinds: ['enum'], words: 'a choice' },
  color: { kinds: ['color'], words: 'a color' },
  rule: { kinds: ['rule'], words: 'a rule' },
  except: { kinds: ['dates'], words: 'a list of dates' },
  dates: { kinds: ['rows'], words: 'a list of objects' },
};

type CalendarFields = { [part in CalendarPart]?: Field };

export function checkCalendar(calendar: CalendarConfig, fieldAt: FieldAt, report: Report): void {
  const fields = calendarFields(calendar, fieldAt, report);
  checkPeriod(calendar, fields, report);
  checkRecurrence(calendar, fields, report);
}

function calendarFields(calendar: CalendarConfig, fieldAt: FieldAt, report: Report): CalendarFields {
  const fields: CalendarFields = {};
  for (const part of CALENDAR_PARTS) {
    const { kinds, words } = PARTS[part];
    const name = calendar[part];
    // Anything else is a fault of its type already.
    const field = typeof name === 'string' ? fieldAt(name, ['calendar', part]) : undefined;
    if (!field) continue;
    if (!kinds.includes(field.kind))
      report(['calendar', part], `"${field.name}" is of kind "${field.kind}" and must be ${words}`);
    else if (part !== 'except' && field.long)
      report(['calendar', part], `"x-long" leaves "${field.name}" out of lists`);
    else fields[part] = field;
  }
  return fields;
}

function checkPeriod(calendar: CalendarConfig, { start, end }: CalendarFields, report: Report): void {
  if (start && end && start.kind !== end.kind)
    report(['calendar', 'end'], `"${end.name}" is of kind "${end.kind}", but the start is of kind "${start.kind}"`);
  if (start && start.name === end?.name)
    report(['calendar', 'end'], 'Must not be the start: leave it out for single days');
  if (start?.kind === 'dateTime' && calendar.end === undefined)
    report(['calendar'], `"end" is missing: only a date can go without one, and "${start.name}" has a time`);
}

function checkRecurrence(calendar: CalendarConfig, { start, end, dates }: CalendarFields, report: Report): void {
  if (calendar.rule !== undefined && start?.kind === 'date')
    report(['calendar', 'rule'], `Only entries that start at a time can recur, and "${start.name}" is a date`);
  if (calendar.except !== undefined && calendar.rule === undefined)
    report(['calendar', 'except'], 'Dates can be left out only of a "rule", which is missing');
  if (dates && calendar.rule !== undefined)
    report(['calendar', 'dates'], 'Entries that recur by a "rule" cannot have their own dates');
  const given = Object.keys(dates?.schema.items?.properties ?? {});
  for (const part of [start, end])
    if (dates && part && !given.includes(part.name))
      report(['calendar', 'dates'], `The objects of "${dates.name}" have no "${part.name}"`);
  if (calendar.occurrences && calendar.rule === undefined)
    report(['calendar', 'occurrences'], 'Entries can recur only by a "rule", which is missing');
}

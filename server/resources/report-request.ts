import { DateTime } from 'luxon';
import { allOf, ALWAYS, parseFilter, type Condition } from '../../domain/declarations/condition.ts';
import { isDate } from '../../domain/values/dates.ts';
import type { Field } from '../../domain/declarations/model.ts';
import { QueryFault } from '../../domain/declarations/query-fault.ts';
import type { Dimension, ReportDeclaration } from '../../domain/declarations/reports.ts';
import type { View } from './view.ts';

const LONGEST_YEARS = 10;

/** A reader's request of a report, unchecked. Days are those of the site, both included. */
export interface ReportRequest {
  by: string;
  from?: string | undefined;
  to?: string | undefined;
  filter?: unknown;
}

export interface Days {
  from: string;
  to: string;
}

export interface ReadRequest {
  dimension: Dimension;
  condition: Condition;
  /** Null unless both are given. */
  days: Days | null;
}

/** Throws a QueryFault for unknown or unreadable fields. */
export function readReportRequest(
  { dimensions, day }: Pick<ReportDeclaration, 'dimensions' | 'day'>,
  { by, from, to, filter }: ReportRequest,
  { view, timezone }: { view: View; timezone: string },
): ReadRequest {
  const dimension = dimensions.find(({ name }) => name === by);
  if (!dimension) {
    const known = dimensions.map(({ name }) => name).join(', ');
    throw new QueryFault('by', `The report is not grouped by "${by}". Known: ${known}.`);
  }
  checkDays(from, to);
  const field = day === null ? undefined : view.filterFieldOf(day);
  if (!field && (from ?? to) !== undefined) throw new QueryFault('from', 'This report has no period.');
  const condition = filter === undefined ? ALWAYS : parseFilter(filter, view.filterFieldOf);
  const within = field ? periodCondition(field, { from, to }, timezone) : ALWAYS;
  const days = from !== undefined && to !== undefined ? { from, to } : null;
  return { dimension, condition: allOf(condition, within), days };
}

function checkDays(from: string | undefined, to: string | undefined): void {
  for (const [name, text] of Object.entries({ from, to }))
    if (text !== undefined && !isDate(text)) throw new QueryFault(name, `There is no day "${text}".`);
  if (from === undefined || to === undefined) return;
  if (from > to) throw new QueryFault('from', 'The first day is after the last one.');
  if (Number(to.slice(0, 4)) - Number(from.slice(0, 4)) > LONGEST_YEARS)
    throw new QueryFault('from', `A report covers ${LONGEST_YEARS} years at most.`);
}

function periodCondition(field: Field, { from, to }: Partial<ReportRequest>, timezone: string): Condition {
  const isDay = field.kind === 'date';
  const instant = (day: string, plusDays: number): string =>
    DateTime.fromISO(day, { zone: timezone }).startOf('day').plus({ days: plusDays }).toJSDate().toISOString();
  return allOf(
    ...(from === undefined ? [] : [{ field, is: 'gte' as const, values: [isDay ? from : instant(from, 0)] }]),
    ...(to === undefined
      ? []
      : [isDay ? { field, is: 'lte' as const, values: [to] } : { field, is: 'lt' as const, values: [instant(to, 1)] }]),
  );
}

import type { Json } from '../../../domain/values/json.ts';
import { KINDS } from '../../../domain/declarations/kinds.ts';
import type { Field } from '../../../domain/declarations/model.ts';
import type { ClientReport } from '../../../domain/declarations/client-model.ts';
import { isTimeline, type Dimension, type ReportFilter } from '../../../domain/declarations/reports.ts';
import { dayInstants, withFieldFilter } from '../engine/filterModel.ts';
import type { Days } from './period.ts';
import { lastDayOf } from './reportGroups.ts';

export interface RowFilterContext {
  report: Pick<ClientReport, 'day'>;
  where: ReportFilter;
  dimension: Dimension;
  /** What the report is narrowed to. */
  filter: ReportFilter;
  /** Null: no period. */
  days: Days | null;
  zone: string;
  /** A field of the report's source, or of a row that it refers to. */
  fieldNamed: (name: string) => Field | undefined;
}

/** The filter of the source's list for the rows of one group; null where a list cannot be filtered to them. */
export function rowFilter(key: Json, context: RowFilterContext): ReportFilter | null {
  const { report, where, dimension, filter, days, zone, fieldNamed } = context;
  const group = groupFilter(key, dimension, fieldNamed(dimension.field), zone);
  const day = report.day === null ? undefined : fieldNamed(report.day);
  if (group === null || (days !== null && day === undefined)) return null;
  const period = day === undefined || days === null ? {} : daysFilter(day, days, zone);
  return [filter, group, period].reduce(bothFilters, where);
}

/** The filter for the rows of one group; null where none expresses it. */
export function groupFilter(key: Json, { by }: Dimension, field: Field | undefined, zone: string): ReportFilter | null {
  if (field === undefined || !(by === 'value' || isTimeline(by))) return null;
  if (key === null) return { [`${field.name}_null`]: true };
  if (by === 'value') return { [field.name]: key };
  const first = String(key);
  return daysFilter(field, { from: first, to: lastDayOf(first, by) }, zone);
}

function daysFilter(field: Field, days: Days, zone: string): ReportFilter {
  const isInstant = KINDS[field.kind].look === 'instant';
  return withFieldFilter({}, field, isInstant ? dayInstants(days, zone) : { gte: days.from, lte: days.to });
}

/** What both filters match. A value among those of the first replaces them; of two limits, the narrower stays. */
export function bothFilters(first: ReportFilter, second: ReportFilter): ReportFilter {
  const both = { ...first };
  const apart: ReportFilter = {};
  for (const [key, value] of Object.entries(second)) {
    const known = both[key];
    if (known === undefined) both[key] = value;
    else if (isSame(known, value)) continue;
    else if (isEquality(key) && isAmong(value, known)) both[key] = value;
    else if (isEquality(key) && isAmong(known, value)) continue;
    else if (typeof known === 'string' && typeof value === 'string' && /_(gte?|lte?)$/.test(key))
      both[key] = /_gte?$/.test(key) === value > known ? value : known;
    else apart[key] = value;
  }
  if (Object.keys(apart).length === 0) return both;
  const { _and: others = [], ...rest } = both;
  return { ...rest, _and: [...(Array.isArray(others) ? others : [others]), apart] };
}

/** Whether of two lists of values the shorter one decides: not of those that are excluded, and not of nested conditions. */
function isEquality(key: string): boolean {
  return !/^_|_(neq|nin)$/.test(key);
}

function isSame(value: Json, other: Json): boolean {
  return JSON.stringify(value) === JSON.stringify(other);
}

function isAmong(value: Json, values: Json): boolean {
  const all = new Set([values].flat().map((one) => JSON.stringify(one)));
  return [value].flat().every((one) => all.has(JSON.stringify(one)));
}

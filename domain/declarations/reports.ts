import type { IconName } from './icons.ts';
import type { Json } from '../values/json.ts';

/** How a dimension groups: by the value itself, or by the part of an instant or a day, in the site's time zone or the report's. */
export const DIMENSION_STEPS = ['value', 'day', 'week', 'month', 'term', 'weekday', 'hour', 'hourOfWeek'] as const;
export type DimensionStep = (typeof DIMENSION_STEPS)[number];

/** A filter as lists take it: {"status_in": ["Submitted"]}. */
export type ReportFilter = Record<string, Json>;

/** What the rows are grouped by. `field` may lead through one reference: "instanceId.eventId". */
export interface Dimension {
  name: string;
  label: string;
  field: string;
  by: DimensionStep;
}

/**
 * What is computed of each group, over the rows that match `where`:
 *
 * - count: rows
 * - distinct: different values of a field; returning: those of them that occur more than once
 * - sum: of a number; ratio: the sum of `field` as a part of that of `over`
 * - share: the part of the rows matching `of` (all of them without it) that also match `where`, from 0 to 1
 * - median: hours between two instants
 */
export type Measure = { name: string; label: string; where?: ReportFilter } & (
  | { kind: 'count' }
  | { kind: 'distinct' | 'returning' | 'sum'; field: string }
  | { kind: 'ratio'; field: string; over: string }
  | { kind: 'share'; of?: ReportFilter }
  | { kind: 'median'; from: string; to: string }
);

/** config/reports/{name}.json with all defaults filled in: figures of groups of a resource's rows. */
export interface ReportDeclaration {
  name: string;
  title: string;
  /** One sentence about what it shows. */
  lead: string;
  icon: IconName;
  path: string;
  /** The group of the menu that it has an entry in; null: none. */
  menu: string | null;
  /** One of them is required. */
  roles: string[];
  source: string;
  where: ReportFilter;
  /** The day or instant of a row that the period limits; null: it has no period. */
  day: string | null;
  /** Leads through references to the zone of a row's hours and weekdays: "instanceId.locationId.timezone". Null: the site's. */
  zone: string | null;
  /** The fields by which a reader can narrow it. */
  filters: string[];
  dimensions: Dimension[];
  measures: Measure[];
}

/** How a figure is written: a share from 0 to 1 as percent, a duration in hours. */
export type FigureUnit = 'number' | 'money' | 'size' | 'percent' | 'duration';

export function isTimeline(step: DimensionStep): boolean {
  return step === 'day' || step === 'week' || step === 'month';
}

import { formatDay, formatHour, formatMonth } from '../../../domain/values/formats.ts';
import type { ReportGroup } from '../../../domain/calls/reports.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Field } from '../../../domain/declarations/model.ts';
import { isTimeline, type Dimension, type DimensionStep } from '../../../domain/declarations/reports.ts';
import { plainText } from '../engine/plainText.ts';
import { plusDays } from './period.ts';
import type { Sorting } from './figures.ts';

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const NO_VALUE = 'None';

/** A group with its name as it is shown. */
export interface NamedGroup extends ReportGroup {
  name: string;
  place: number;
}

/** `field`: of the dimension, where its values are known; `zone` that of the site. */
export function nameGroups(
  groups: readonly ReportGroup[],
  { by }: Dimension,
  field: Field | undefined,
  zone: string,
): NamedGroup[] {
  return groups.map((group, place) => ({ ...group, place, name: groupName(group, by, field, zone) }));
}

function groupName(group: ReportGroup, step: DimensionStep, field: Field | undefined, zone: string): string {
  const { key, label } = group;
  if (key === null) return label ?? NO_VALUE;
  switch (step) {
    case 'day':
    case 'week':
      return formatDay(String(key));
    case 'month':
      return formatMonth(String(key));
    case 'weekday':
      return WEEKDAYS[Number(key) - 1] ?? String(key);
    case 'hour':
      return formatHour(Number(key));
    case 'hourOfWeek':
      return `${WEEKDAYS[Math.floor(Number(key) / 24)] ?? key}, ${formatHour(Number(key) % 24)}`;
    case 'term':
      return label ?? String(key);
    case 'value':
      return valueName(group, field, zone);
  }
}

/** A label that only repeats the key is written as the field's kind demands: an amount, yes or no. */
function valueName({ key, label }: ReportGroup, field: Field | undefined, zone: string): string {
  if (label === null) return NO_VALUE;
  if (field === undefined || label !== String(key)) return label;
  return plainText(field, key, zone) || label;
}

/** The last day of the day, week or month that begins on `first`. */
export function lastDayOf(first: string, step: DimensionStep): string {
  if (step === 'week') return plusDays(first, 6);
  if (step !== 'month') return first;
  return plusDays(`${plusDays(`${first.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, -1);
}

/** Whether the groups have an order of their own, other than that of their names. */
export function isOrdered(step: DimensionStep): boolean {
  return step !== 'value';
}

/** Sorts by the name of the group; no measure has this name. */
export const NAME_KEY = '_group';

/** Sorted by name or by the measure at an index; groups without a value come last. */
export function sortGroups(
  groups: readonly NamedGroup[],
  step: DimensionStep,
  column: typeof NAME_KEY | number,
  order: Sorting['order'],
): NamedGroup[] {
  const sign = order === 'ASC' ? 1 : -1;
  const byName = (a: NamedGroup, b: NamedGroup) =>
    isOrdered(step) ? a.place - b.place : a.name.localeCompare(b.name, 'en', { numeric: true });
  return groups.toSorted((a, b) => {
    if (column === NAME_KEY) return nullsLast(a.key, b.key) ?? sign * byName(a, b);
    const [left, right] = [a.figures[column] ?? null, b.figures[column] ?? null];
    return nullsLast(left, right) ?? (sign * (Number(left) - Number(right)) || byName(a, b));
  });
}

/** Undefined where neither is null. */
function nullsLast(a: Json, b: Json): number | undefined {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return undefined;
}

export function findGroups(groups: readonly NamedGroup[], typed: string): readonly NamedGroup[] {
  const terms = typed.trim().toLowerCase();
  return terms === '' ? groups : groups.filter(({ name }) => name.toLowerCase().includes(terms));
}

/** Whether no row is counted. Days, weeks and months without rows are groups too. */
export function isWithoutData(groups: readonly ReportGroup[], step: DimensionStep): boolean {
  if (!isTimeline(step)) return groups.length === 0;
  return groups.every(({ figures }) => figures.every((figure) => figure === null || figure === 0));
}

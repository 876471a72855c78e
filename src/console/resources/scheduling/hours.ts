import { WEEKDAY_NAMES } from '../../../../domain/values/date-names.ts';
import type { SpecialHours, UsualHours } from '../../../../domain/hours/hours.ts';
import type { HoursConflictQuestion } from '../../../../domain/calls/staff-calendar.ts';
import { readRows } from '../../../app/rows.ts';
import type { FieldErrors, FormData } from '../../../forms/shared/formServices.ts';

export type SpecialRow = SpecialHours & { version: number };

/** Special hours of the place, and general ones, that overlap the dates. */
export function specialHoursBetween(
  locationId: number | undefined,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<SpecialRow[]> {
  const filter = { startsOn_lte: to, endsOn_gte: from };
  return readRows('hoursExceptions', { filter, sort: 'startsOn' }, signal).then((rows) =>
    rows.filter((row) => locationId === undefined || row.locationId == null || row.locationId === locationId),
  );
}

/** The part of special hours that conflicts are checked for; `id` of a row that is changed. */
export function specialQuestion(
  special: Partial<SpecialRow> & Omit<SpecialHours, 'id' | 'reason'> & { isDeleted?: boolean },
): HoursConflictQuestion {
  const { id, locationId, startsOn, endsOn, closed, opensAt, closesAt, isDeleted } = special;
  const times = {
    locationId: locationId ?? null,
    startsOn,
    endsOn,
    closed,
    opensAt: opensAt ?? null,
    closesAt: closesAt ?? null,
  };
  return { special: { ...times, ...(id === undefined ? {} : { id }), ...(isDeleted && { isDeleted }) } };
}

/** Each day closes after it opens; two equal hours are a closed day. */
export function usualHoursFaults({ hours }: FormData): FieldErrors {
  const { openTimes = [], closeTimes = [] } = (hours ?? {}) as Partial<UsualHours>;
  const day = openTimes.findIndex((opens, index) => (closeTimes[index] ?? 0) < (opens ?? 0));
  return day === -1 ? {} : { hours: `${WEEKDAY_NAMES[day]}: the closing time must be after the opening time` };
}

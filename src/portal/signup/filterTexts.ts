import { formatMinute } from '../../../domain/values/formats.ts';
import {
  EVENING,
  NO_FILTER,
  type SessionFilter,
  type SessionHours,
  type SessionWhen,
} from '../../../domain/sessions/session-filter.ts';

export const WHEN_WORDS: Readonly<Record<SessionWhen, string>> = {
  today: 'Today',
  week: 'This week',
  month: 'This month',
};

export const HOURS_TEXTS: Readonly<Record<SessionHours, () => string>> = {
  daytime: () => `Weekdays before ${formatMinute(EVENING)}`,
  evenings: () => 'Weekday evenings',
  weekends: () => 'Weekends',
};

/** The ways to find more than the filter does: what each gives up, in words, and the filter without it. */
export function widerFilters(filter: SessionFilter): { label: string; filter: SessionFilter }[] {
  const without = (...names: (keyof SessionFilter)[]): SessionFilter => ({
    ...filter,
    ...Object.fromEntries(names.map((name) => [name, NO_FILTER[name]])),
  });
  const ways: [boolean, string, SessionFilter][] = [
    [filter.seats !== null, 'Including full sessions', without('seats')],
    [filter.hours !== null, 'Any time of day', without('hours')],
    [filter.when !== null || filter.from !== null || filter.to !== null, 'Any day', without('when', 'from', 'to')],
    [filter.locationId !== null, 'All places', without('locationId')],
    [filter.eventId !== null, 'All events', without('eventId')],
    [filter.categoryId !== null, 'All categories', without('categoryId')],
    [filter.q !== '', `Without “${filter.q}”`, without('q')],
  ];
  return ways.flatMap(([isSet, label, wider]) => (isSet ? [{ label, filter: wider }] : []));
}

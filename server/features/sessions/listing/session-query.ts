import type { FilterQuery } from '../../../../domain/calls/sign-up.ts';
import { sessionFilterIn, type SessionFilter } from '../../../../domain/sessions/session-filter.ts';
import { isDate } from '../../../../domain/values/dates.ts';
import { badDates } from './upcoming.ts';

/** Of a query that the schema admits. 400 for dates that there are not. */
export function filterOf(query: FilterQuery): SessionFilter {
  const { from, to } = query;
  for (const date of [from, to]) if (date !== undefined && !isDate(date)) throw badDates(`There is no day ${date}.`);
  if (from !== undefined && to !== undefined && to < from) throw badDates('The last date is before the first one.');
  return sessionFilterIn((name) => query[name]?.toString());
}

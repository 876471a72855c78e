import type { FastifyInstance } from 'fastify';
import { placeCalls } from '../../../domain/calls/places.ts';
import { MAX_CALENDAR_DAYS, MAX_COUNTED_YEARS } from '../../../domain/hours/calendar.ts';
import { addDays } from '../../../domain/hours/hours.ts';
import { isDate } from '../../../domain/values/dates.ts';
import type { Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { problem } from '../../platform/problem.ts';
import type { Needs, RowServices } from '../../services.ts';
import { type DateSpan, calendarCounts, locationCalendar } from './location-calendar.ts';
import { weekHours } from './week-hours.ts';

async function registerPlaces(app: FastifyInstance, services: RowServices): Promise<void> {
  addCalls(app, placeCalls, {
    'GET /api/locations/:id/hours': ({ actor, params, query: { week } }) => {
      if (week !== undefined && !isDate(week))
        throw problem(400, 'places.bad-week', 'Bad request', `There is no day ${week}.`);
      return weekHours(services, actor, params.id, { week });
    },
    'GET /api/ViewScheduling/GetCalendarFor/:id': ({ actor, params, query }) =>
      locationCalendar(services, actor, params.id, { span: calendarSpan(query) ?? undefined }),
    'GET /api/ViewScheduling/GetCalendarCounts/:id': ({ actor, params, query }) => {
      refuseSpan(query, MAX_COUNTED_YEARS * 366, `${MAX_COUNTED_YEARS} years`);
      return calendarCounts(services, actor, params.id, query);
    },
  });
}

/** Null: the present day. */
function calendarSpan({ today, from, to }: Partial<DateSpan & { today: 'true' }>): DateSpan | null {
  if (today !== undefined && from === undefined && to === undefined) return null;
  if (today !== undefined || from === undefined || to === undefined)
    throw badSpan('Give today=true, or the dates from and to.');
  refuseSpan({ from, to }, MAX_CALENDAR_DAYS, `${MAX_CALENDAR_DAYS} days`);
  return { from, to };
}

function refuseSpan({ from, to }: DateSpan, most: number, words: string): void {
  for (const date of [from, to]) if (!isDate(date)) throw badSpan(`There is no day ${date}.`);
  if (to < from) throw badSpan('The last date is before the first one.');
  if (addDays(from, most) <= to) throw badSpan(`At most ${words} can be requested at a time.`);
}

function badSpan(detail: string) {
  return problem(400, 'places.bad-dates', 'Bad request', detail);
}

/** A closed day has no hours. */
function addHoursChecks({ engine }: Needs<'engine'>): void {
  engine.rules.amend('hoursExceptions', (changes, before) => {
    const closed = changes.closed ?? before?.closed;
    return closed === true ? { ...changes, opensAt: null, closesAt: null } : changes;
  });
}

export const places: Feature = { name: 'places', checks: addHoursChecks, routes: registerPlaces };

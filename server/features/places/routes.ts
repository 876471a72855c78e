import type { FastifyInstance } from 'fastify';
import { MAX_CALENDAR_DAYS, MAX_COUNTED_YEARS } from '../../../domain/hours/calendar.ts';
import { isDate } from '../../../domain/values/dates.ts';
import { addDays } from '../../../domain/hours/hours.ts';
import { keyByQuery } from '../../platform/http/response-caching.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { calendarCounts, locationCalendar, type DateSpan } from './location-calendar.ts';
import { weekHours } from './week-hours.ts';

interface Week {
  Params: { id: string };
  Querystring: { week?: string };
}
interface Calendar {
  Params: { id: string };
  Querystring: { today?: 'true'; from?: string; to?: string };
}
interface Counts {
  Params: { id: string };
  Querystring: DateSpan;
}

const DATE = { type: 'string', pattern: '^(19|2\\d)\\d{2}-\\d{2}-\\d{2}$' };
const week = {
  type: 'object',
  additionalProperties: false,
  properties: {
    week: { ...DATE, description: 'Any day of it; without one the present week at the location' },
  },
};
const calendar = {
  type: 'object',
  additionalProperties: false,
  properties: {
    today: { const: 'true', description: 'The present day at the location' },
    from: { ...DATE, description: 'First date, instead of today' },
    to: { ...DATE, description: `Last date; at most ${MAX_CALENDAR_DAYS} days in all` },
  },
};
const counts = {
  type: 'object',
  additionalProperties: false,
  required: ['from', 'to'],
  properties: {
    from: { ...DATE, description: 'First date' },
    to: { ...DATE, description: `Last date; at most ${MAX_COUNTED_YEARS} years in all` },
  },
};

export async function registerPlaces(app: FastifyInstance, services: Services): Promise<void> {
  app.get<Week>(
    '/api/locations/:id/hours',
    {
      config: { public: true, cacheKey: keyByQuery(Object.keys(week.properties), { closed: true }) },
      schema: { querystring: week, summary: 'Locations: the opening hours of a week, holidays applied' },
    },
    async ({ actor, params, query }) => {
      if (query.week !== undefined && !isDate(query.week))
        throw problem(400, 'places.bad-week', 'Bad request', `There is no day ${query.week}.`);
      return weekHours(services, actor, params.id, { week: query.week });
    },
  );

  app.get<Calendar>(
    '/api/ViewScheduling/GetCalendarFor/:id',
    {
      config: { public: true, cacheKey: keyByQuery(Object.keys(calendar.properties), { closed: true }) },
      schema: { querystring: calendar, summary: 'Locations: what takes place there today, or on the days asked for' },
    },
    async ({ actor, params, query }) =>
      locationCalendar(services, actor, params.id, { span: calendarSpan(query) ?? undefined }),
  );

  app.get<Counts>(
    '/api/ViewScheduling/GetCalendarCounts/:id',
    {
      config: { public: true, cacheKey: keyByQuery(Object.keys(counts.properties), { closed: true }) },
      schema: { querystring: counts, summary: 'Locations: how many events begin there in each month' },
    },
    async ({ actor, params, query }) => {
      refuseSpan(query, MAX_COUNTED_YEARS * 366, `${MAX_COUNTED_YEARS} years`);
      return calendarCounts(services, actor, params.id, query);
    },
  );
}

/** Null: the present day. */
function calendarSpan({ today, from, to }: Calendar['Querystring']): DateSpan | null {
  if (today !== undefined && from === undefined && to === undefined) return null;
  if (today !== undefined || from === undefined || to === undefined)
    throw badSpan('Ask for today=true, or for the dates between from and to.');
  refuseSpan({ from, to }, MAX_CALENDAR_DAYS, `${MAX_CALENDAR_DAYS} days`);
  return { from, to };
}

function refuseSpan({ from, to }: DateSpan, most: number, words: string): void {
  for (const date of [from, to]) if (!isDate(date)) throw badSpan(`There is no day ${date}.`);
  if (to < from) throw badSpan('The last date is before the first one.');
  if (addDays(from, most) <= to) throw badSpan(`At most ${words} can be asked for at once.`);
}

function badSpan(detail: string) {
  return problem(400, 'places.bad-dates', 'Bad request', detail);
}

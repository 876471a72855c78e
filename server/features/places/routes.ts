import type { FastifyInstance } from 'fastify';
import { isDate } from '../../../domain/condition-values.ts';
import { keyByQuery } from '../../platform/http/response-caching.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { locationToday } from './today.ts';
import { weekHours } from './week-hours.ts';

interface Week {
  Params: { id: string };
  Querystring: { week?: string };
}
interface Today {
  Params: { id: string };
}

const week = {
  type: 'object',
  additionalProperties: false,
  properties: {
    week: {
      type: 'string',
      pattern: '^(19|2\\d)\\d{2}-\\d{2}-\\d{2}$',
      description: 'Any day of it; without one the present week at the location',
    },
  },
};
const today = {
  type: 'object',
  additionalProperties: false,
  required: ['today'],
  properties: { today: { const: 'true', description: 'The present day at the location' } },
};

/** Opening hours and today's events of a location, for everyone who may see the location. */
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

  // Not cached: writes to events and instances do not invalidate the cache.
  app.get<Today>(
    '/api/ViewScheduling/GetCalendarFor/:id',
    {
      config: { public: true },
      schema: { querystring: today, summary: 'Locations: what takes place there today' },
    },
    async ({ actor, params }) => locationToday(services, actor, params.id),
  );
}

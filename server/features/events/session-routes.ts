import type { FastifyInstance } from 'fastify';
import { OWN_TICKETS } from '../../../domain/ticket-calls.ts';
import { keyByQuery } from '../../platform/http/response-caching.ts';
import type { Services } from '../../services.ts';
import { asCalendar } from '../feeds/calendar-file.ts';
import { ownSession, ownTickets, type When } from './own-session.ts';
import { sessionDetails, sessionFile } from './session-details.ts';
import { upcomingSessions } from './upcoming.ts';

interface ById {
  Params: { id: string };
}
interface Upcoming {
  Querystring: { eventId?: string; categoryId?: string; page?: string; from?: string; to?: string };
}
interface Own {
  Querystring: { when: When; page?: string };
}

const ID = { type: 'string', pattern: '^[1-9][0-9]{0,14}$' };
const PAGE = { type: 'string', pattern: '^[1-9][0-9]{0,4}$', description: 'From 1' };
const DATE = { type: 'string', pattern: '^(19|2\\d)\\d{2}-\\d{2}-\\d{2}$' };
const params = { type: 'object', required: ['id'], properties: { id: ID } };
const upcomingQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    eventId: ID,
    categoryId: ID,
    page: PAGE,
    from: { ...DATE, description: 'First date, instead of pages' },
    to: { ...DATE, description: 'Last date' },
  },
};
const ownQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['when'],
  properties: { when: { type: 'string', enum: [...OWN_TICKETS] }, page: PAGE },
};

/**
 * Sessions to sign up for, as everybody may see them, and one's own. Answers to visitors come from memory until an event or an instance
 * is written; their counts of seats may be a minute old, because a ticket changes no more than its instance's counts.
 */
export async function registerSessions(app: FastifyInstance, services: Services): Promise<void> {
  app.get<Upcoming>(
    '/api/events/sessions',
    {
      config: { public: true, cacheKey: keyByQuery(Object.keys(upcomingQuery.properties), { closed: true }) },
      schema: { summary: 'Sessions that are still to come, for everybody', querystring: upcomingQuery },
    },
    async ({ actor, query: { eventId, categoryId, page, from, to } }) =>
      upcomingSessions(services, actor, {
        ...(eventId === undefined ? {} : { eventId: Number(eventId) }),
        ...(categoryId === undefined ? {} : { categoryId: Number(categoryId) }),
        ...(page === undefined ? {} : { page: Number(page) }),
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
      }),
  );
  app.get<ById>(
    '/api/events/sessions/:id',
    {
      config: { public: true, cacheKey: keyByQuery([], { closed: false }) },
      schema: { summary: 'A session, for everybody', params },
    },
    async ({ actor, params: { id } }) => sessionDetails(services, actor, Number(id)),
  );
  app.get<ById>(
    '/api/events/sessions/:id/session.ics',
    {
      config: { public: true, cacheKey: keyByQuery([], { closed: false }) },
      schema: { summary: 'A session as an iCalendar file', params },
    },
    async ({ params: { id } }, reply) => {
      const { name, text } = await sessionFile(services, Number(id));
      return asCalendar(reply, name).send(text);
    },
  );
  app.get<ById>(
    '/api/events/sessions/:id/own',
    { schema: { summary: 'How one stands to a session, and what signing up would give', params } },
    async ({ actor, params: { id } }) => ownSession(services, actor, Number(id)),
  );
  app.get<Own>(
    '/api/events/tickets',
    { schema: { summary: 'Tickets: one’s own', querystring: ownQuery } },
    async ({ actor, query: { when, page = '1' } }) => ownTickets(services, actor, when, Number(page)),
  );
}

import type { FastifyInstance } from 'fastify';
import { OWN_TICKETS } from '../../../../domain/ticket-calls.ts';
import { keyByQuery } from '../../../platform/http/response-caching.ts';
import { idsInPath } from '../../../platform/http/request-schemas.ts';
import type { Services } from '../../../services.ts';
import { asCalendar } from '../../../platform/calendar-file.ts';
import { cacheBySession, callerOf, linkQuery, type ByLink } from '../details/caller.ts';
import { ownSession } from './own-session.ts';
import { ownTickets, type When } from './own-tickets.ts';
import { sessionDetails, sessionFile } from '../details/session-details.ts';
import { sessionChoices } from '../../sessions/listing/session-choices.ts';
import { filterOf, filterQuery, type FilterQuery } from '../../sessions/listing/session-query.ts';
import { SessionTotals } from '../../sessions/listing/session-totals.ts';
import { upcomingSessions } from '../../sessions/listing/upcoming.ts';
import type { SessionLinkBook } from '../../sessions/links/session-links.ts';

interface Upcoming {
  Querystring: FilterQuery & { page?: string };
}
interface Own {
  Querystring: { when: When; page?: string };
}

const PAGE = { type: 'string', pattern: '^[1-9][0-9]{0,4}$', description: 'From 1' };
const params = idsInPath('id');
const upcomingQuery = { ...filterQuery, properties: { ...filterQuery.properties, page: PAGE } };
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
export function registerSessions(app: FastifyInstance, services: Services, links: SessionLinkBook): void {
  const totals = new SessionTotals();
  app.get<Upcoming>(
    '/api/events/sessions',
    {
      config: { public: true, cacheKey: keyByQuery(Object.keys(upcomingQuery.properties), { closed: true }) },
      schema: { summary: 'Sessions that are still to come, for everybody', querystring: upcomingQuery },
    },
    async ({ actor, query: { page, ...query } }) => {
      const isCalendar = page === undefined && (query.from !== undefined || query.to !== undefined);
      return upcomingSessions(
        services,
        actor,
        filterOf(query),
        isCalendar ? 'calendar' : { page: Number(page ?? 1) },
        totals,
      );
    },
  );
  app.get(
    '/api/events/sessions/choices',
    {
      config: { public: true, cacheKey: keyByQuery([], { closed: false }) },
      schema: { summary: 'What upcoming sessions can be chosen by, for everybody' },
    },
    async ({ actor }) => sessionChoices(services, actor),
  );
  app.get<ByLink>(
    '/api/events/sessions/:id',
    {
      config: { public: true, cacheKey: cacheBySession },
      schema: { summary: 'A session, for everybody who may see it', params, querystring: linkQuery },
    },
    async (request, reply) =>
      sessionDetails(services, await callerOf(links, request, reply), Number(request.params.id)),
  );
  app.get<ByLink>(
    '/api/events/sessions/:id/session.ics',
    {
      config: { public: true, cacheKey: cacheBySession },
      schema: { summary: 'A session as an iCalendar file', params, querystring: linkQuery },
    },
    async (request, reply) => {
      const caller = await callerOf(links, request, reply);
      const { name, text } = await sessionFile(services, caller, Number(request.params.id));
      return asCalendar(reply, name).send(text);
    },
  );
  app.get<ByLink>(
    '/api/events/sessions/:id/own',
    {
      schema: {
        summary: 'How one stands to a session, and what signing up would give',
        params,
        querystring: linkQuery,
      },
    },
    async (request, reply) => ownSession(services, await callerOf(links, request, reply), Number(request.params.id)),
  );
  app.get<Own>(
    '/api/events/tickets',
    { schema: { summary: 'Tickets: one’s own', querystring: ownQuery } },
    async ({ actor, query: { when, page = '1' } }) => ownTickets(services, actor, when, Number(page)),
  );
}

import type { FastifyInstance } from 'fastify';
import { keyByQuery } from '../../../platform/http/response-caching.ts';
import type { Needs } from '../../../services.ts';
import { asCalendar } from '../../../platform/calendar-file.ts';
import { cacheBySession, callerOf } from '../details/caller.ts';
import { ownSession } from './own-session.ts';
import { ownTickets } from './own-tickets.ts';
import { sessionDetails, sessionFile } from '../details/session-details.ts';
import { sessionChoices } from '../../sessions/listing/session-choices.ts';
import { filterOf } from '../../sessions/listing/session-query.ts';
import { SessionTotals } from '../../sessions/listing/session-totals.ts';
import { upcomingSessions } from '../../sessions/listing/upcoming.ts';
import type { SessionLinkBook } from '../../sessions/links/session-links.ts';
import { sessionCalls } from '../../../../domain/calls/sign-up.ts';
import { addCalls } from '../../../platform/http/add-calls.ts';

export function registerSessions(
  app: FastifyInstance,
  services: Needs<'clock' | 'db' | 'engine' | 'model' | 'settings'>,
  links: SessionLinkBook,
): void {
  const totals = new SessionTotals();
  addCalls(app, sessionCalls, {
    'GET /api/events/sessions': ({ actor, query: { page, limit, ...query } }) => {
      const hasDates = query.from !== undefined || query.to !== undefined;
      const part = limit !== undefined ? { limit } : page === undefined && hasDates ? 'calendar' : { page: page ?? 1 };
      return upcomingSessions(services, actor, filterOf(query), part, totals);
    },
    'GET /api/events/sessions/choices': {
      config: { cacheKey: keyByQuery([], { closed: false }) },
      handle: ({ actor }) => sessionChoices(services, actor),
    },
    'GET /api/events/sessions/:id': {
      config: { cacheKey: cacheBySession },
      handle: async (context) => sessionDetails(services, await callerOf(links, context), context.params.id),
    },
    'GET /api/events/sessions/:id/session.ics': {
      config: { cacheKey: cacheBySession },
      handle: async (context) => {
        const { name, text } = await sessionFile(services, await callerOf(links, context), context.params.id);
        return asCalendar(context.reply, name).send(text);
      },
    },
    'GET /api/events/sessions/:id/own': async (context) =>
      ownSession(services, await callerOf(links, context), context.params.id),
    'GET /api/events/tickets': ({ actor, query: { when, page = 1 } }) => ownTickets(services, actor, when, page),
  });
}

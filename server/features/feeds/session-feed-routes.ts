import type { FastifyInstance } from 'fastify';
import { sessionFeedCalls } from '../../../domain/calls/sign-up.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import type { Services } from '../../services.ts';
import { actorOfAccount } from '../accounts/held-roles.ts';
import { asCalendar } from '../../platform/calendar-file.ts';
import { PRIVATE_FEEDS, PUBLIC_FEEDS, refuseFeeds, sendPrivateFeed } from './feed-answers.ts';
import { deleteOwnFeed, feedOfToken, makeOwnFeed, noSuchFeed, ownFeedOf, tokenIn } from './feed-store.ts';
import { ownFeed } from './own-feed.ts';
import { upcomingFeed } from './session-feed.ts';
import { filterOf } from '../sessions/listing/session-query.ts';

/** iCalendar feeds: of what a filter chooses for everybody, and of one's own tickets by an address with a token. */
export function registerSessionFeeds(app: FastifyInstance, services: Services): void {
  const origin = (): string => siteOrigin(services.settings, app.server.address());

  addCalls(app, sessionFeedCalls, {
    'GET /api/events/sessions/upcoming.ics': {
      onRequest: refuseFeeds(services, PUBLIC_FEEDS),
      handle: async ({ actor, query, reply }) => {
        const { name, text } = await upcomingFeed(services, actor, filterOf(query), origin());
        return asCalendar(reply, name).send(text);
      },
    },
    'GET /api/events/feed': ({ actor }) => ownFeedOf(services, actor),
    'POST /api/events/feed': async ({ actor, reply }) => {
      reply.header('cache-control', 'no-store');
      const token = await makeOwnFeed(services, actor, 'My events');
      return { path: `/api/events/feed/${token}.ics` };
    },
    'DELETE /api/events/feed': ({ actor }) => deleteOwnFeed(services, actor),
    'GET /api/events/feed/:file': {
      onRequest: refuseFeeds(services, PRIVATE_FEEDS),
      config: { secretPath: true },
      handle: async ({ request, reply, params }) => {
        const { userId, title } = await feedOfToken(services.db, tokenIn(params.file), 'own');
        const actor = await actorOfAccount(services, userId, request.ip);
        if (!actor) throw noSuchFeed();
        return sendPrivateFeed(request, reply, title, await ownFeed(services, actor, origin()));
      },
    },
  });
}

import type { FastifyInstance } from 'fastify';
import type { NewOwnFeed, OwnFeed } from '../../../domain/ticket-calls.ts';
import { keyByQuery } from '../../platform/http/response-caching.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import type { Services } from '../../services.ts';
import { actorOfAccount } from '../accounts/held-roles.ts';
import { asCalendar } from '../../platform/calendar-file.ts';
import { PRIVATE_FEEDS, PUBLIC_FEEDS, refuseFeeds, sendPrivateFeed } from './feed-answers.ts';
import { deleteOwnFeed, feedOfToken, makeOwnFeed, noSuchFeed, ownFeedOf, tokenIn } from './feed-store.ts';
import { ownFeed } from './own-feed.ts';
import { upcomingFeed } from './session-feed.ts';
import { filterOf, filterQuery, type FilterQuery } from '../sessions/listing/session-query.ts';

/** iCalendar feeds: of what a filter chooses for everybody, and of one's own tickets by an address with a token. */
export function registerSessionFeeds(app: FastifyInstance, services: Services): void {
  const origin = (): string => siteOrigin(services.settings, app.server.address());

  app.get<{ Querystring: FilterQuery }>(
    '/api/events/sessions/upcoming.ics',
    {
      config: { public: true, cacheKey: keyByQuery(Object.keys(filterQuery.properties), { closed: true }) },
      schema: { summary: 'Sessions that are still to come as an iCalendar feed', querystring: filterQuery },
      onRequest: refuseFeeds(services, PUBLIC_FEEDS),
    },
    async ({ actor, query }, reply) => {
      const { name, text } = await upcomingFeed(services, actor, filterOf(query), origin());
      return asCalendar(reply, name).send(text);
    },
  );

  app.get('/api/events/feed', { schema: { summary: 'The feed of one’s own tickets' } }, ({ actor }): Promise<OwnFeed> =>
    ownFeedOf(services, actor),
  );
  app.post(
    '/api/events/feed',
    { schema: { summary: 'Make or replace the feed of one’s own tickets; its address is told once' } },
    async ({ actor }, reply): Promise<NewOwnFeed> => {
      reply.code(201).header('cache-control', 'no-store');
      const token = await makeOwnFeed(services, actor, 'My events');
      return { path: `/api/events/feed/${token}.ics` };
    },
  );
  app.delete(
    '/api/events/feed',
    { schema: { summary: 'Revoke the feed of one’s own tickets; its address leads nowhere from then on' } },
    async ({ actor }, reply) => {
      await deleteOwnFeed(services, actor);
      return reply.code(204).send();
    },
  );
  app.get<{ Params: { file: string } }>(
    '/api/events/feed/:file',
    {
      config: { public: true, secretPath: true },
      schema: { summary: 'A person’s tickets as an iCalendar feed, {token}.ics' },
      onRequest: refuseFeeds(services, PRIVATE_FEEDS),
    },
    async (request, reply) => {
      const { userId, title } = await feedOfToken(services.db, tokenIn(request.params.file), 'own');
      const actor = await actorOfAccount(services, userId, request.ip);
      if (!actor) throw noSuchFeed();
      return sendPrivateFeed(request, reply, title, await ownFeed(services, actor, origin()));
    },
  );
}

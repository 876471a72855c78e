import type { FastifyInstance } from 'fastify';
import { feedCalls } from '../../../domain/calls/links.ts';
import type { Feature } from '../../feature.ts';
import { asCalendar } from '../../platform/calendar-file.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { keyByQuery } from '../../platform/http/response-caching.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { actorOfAccount } from '../accounts/held-roles.ts';
import { PRIVATE_FEEDS, PUBLIC_FEEDS, refuseFeeds, sendPrivateFeed } from './feed-answers.ts';
import { canSeeStaffCalendar, deleteFeed, feedOfToken, feedsOf, makeFeed, noSuchFeed, tokenIn } from './feed-store.ts';
import { publicFeed } from './public-feed.ts';
import { registerSessionFeeds } from './session-feed-routes.ts';
import { staffFeed } from './staff-feed.ts';

async function registerFeeds(app: FastifyInstance, services: CommandServices & Needs<'limits'>): Promise<void> {
  addCalls(app, feedCalls, {
    'GET /api/ViewScheduling/Feed/:file': {
      config: { cacheKey: keyByQuery([], { closed: false }) },
      onRequest: refuseFeeds(services, PUBLIC_FEEDS),
      handle: async ({ actor, params, reply }) => {
        const { name, text } = await publicFeed(services, actor, tokenIn(params.file));
        return asCalendar(reply, name).send(text);
      },
    },
    'GET /api/feeds/:file': {
      config: { secretPath: true },
      onRequest: refuseFeeds(services, PRIVATE_FEEDS),
      handle: async ({ params, request, reply }) => {
        const feed = await feedOfToken(services.db, tokenIn(params.file), 'staff');
        const actor = await actorOfAccount(services, feed.userId, request.ip);
        if (!actor || !canSeeStaffCalendar(services, actor)) throw noSuchFeed();
        return sendPrivateFeed(request, reply, feed.title, await staffFeed(services, actor, feed));
      },
    },
    'GET /api/feeds': ({ actor }) => feedsOf(services, actor),
    'POST /api/feeds': ({ actor, body: { locationId = null }, reply }) => {
      reply.header('cache-control', 'no-store');
      return makeFeed(services, actor, locationId);
    },
    'DELETE /api/feeds/:id': ({ actor, params }) => deleteFeed(services, actor, params.id),
  });
}

export const feeds: Feature = {
  name: 'feeds',
  routes: async (app, services) => {
    registerSessionFeeds(app, services);
    await registerFeeds(app, services);
  },
};

import type { FastifyInstance } from 'fastify';
import type { NewStaffFeed, StaffFeed } from '../../../domain/hours/calendar.ts';
import { keyByQuery } from '../../platform/http/response-caching.ts';
import type { Services } from '../../services.ts';
import { actorOfAccount } from '../accounts/held-roles.ts';
import { asCalendar } from '../../platform/calendar-file.ts';
import { PRIVATE_FEEDS, PUBLIC_FEEDS, refuseFeeds, sendPrivateFeed } from './feed-answers.ts';
import { deleteFeed, feedOfToken, feedsOf, makeFeed, canSeeStaffCalendar, noSuchFeed, tokenIn } from './feed-store.ts';
import { publicFeed } from './public-feed.ts';
import { staffFeed } from './staff-feed.ts';

interface FileOf {
  Params: { file: string };
}

const body = {
  type: 'object',
  additionalProperties: false,
  properties: { locationId: { type: ['integer', 'null'], minimum: 1, description: 'Without one all locations' } },
};
const byId = { type: 'object', required: ['id'], properties: { id: { type: 'string', pattern: '^[1-9]\\d{0,14}$' } } };

/** iCalendar feeds: of each location for everyone, and of staff by an address with a token of its own. */
export async function registerFeeds(app: FastifyInstance, services: Services): Promise<void> {
  app.get<FileOf>(
    '/api/ViewScheduling/Feed/:file',
    {
      config: { public: true, cacheKey: keyByQuery([], { closed: false }) },
      schema: { summary: 'Locations: what takes place there as an iCalendar feed, {id}.ics' },
      onRequest: refuseFeeds(services, PUBLIC_FEEDS),
    },
    async ({ actor, params }, reply) => {
      const { name, text } = await publicFeed(services, actor, tokenIn(params.file));
      return asCalendar(reply, name).send(text);
    },
  );

  app.get<FileOf>(
    '/api/feeds/:file',
    {
      config: { public: true, secretPath: true },
      schema: { summary: 'Feeds: a staff member’s calendar as iCalendar, {token}.ics' },
      onRequest: refuseFeeds(services, PRIVATE_FEEDS),
    },
    async (request, reply) => {
      const feed = await feedOfToken(services.db, tokenIn(request.params.file), 'staff');
      const actor = await actorOfAccount(services, feed.userId, request.ip);
      if (!actor || !canSeeStaffCalendar(services, actor)) throw noSuchFeed();
      return sendPrivateFeed(request, reply, feed.title, await staffFeed(services, actor, feed));
    },
  );

  app.get('/api/feeds', { schema: { summary: 'Feeds: one’s own' } }, ({ actor }): Promise<StaffFeed[]> =>
    feedsOf(services, actor),
  );
  app.post<{ Body: { locationId?: number | null } }>(
    '/api/feeds',
    { schema: { summary: 'Feeds: make one; its address is told once', body } },
    async ({ actor, body: { locationId = null } }, reply): Promise<NewStaffFeed> => {
      reply.code(201).header('cache-control', 'no-store');
      return makeFeed(services, actor, locationId);
    },
  );
  app.delete<{ Params: { id: string } }>(
    '/api/feeds/:id',
    { schema: { summary: 'Feeds: delete one; its address leads nowhere from then on', params: byId } },
    async ({ actor, params }, reply) => {
      await deleteFeed(services, actor, Number(params.id));
      return reply.code(204).send();
    },
  );
}

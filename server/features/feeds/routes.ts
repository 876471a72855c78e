import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { NewStaffFeed, StaffFeed } from '../../../domain/calendar.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import { matchesEntityTag } from '../../platform/http/entity-tags.ts';
import { keyByQuery } from '../../platform/http/response-caching.ts';
import type { Services } from '../../services.ts';
import { actorOfAccount } from '../accounts/held-roles.ts';
import { asCalendar } from './calendar-file.ts';
import { deleteFeed, feedOfToken, feedsOf, makeFeed, maySeeStaffCalendar, noSuchFeed } from './feed-store.ts';
import { publicFeed } from './public-feed.ts';
import { staffFeed } from './staff-feed.ts';

/** Calendar services read for many people from few addresses. */
const READING: RateLimit = { name: 'staff-feeds', perAddress: 120, altogether: 1200, seconds: 60 };
/** What memory answers does not count. */
const READING_PUBLIC: RateLimit = { name: 'public-feeds', perAddress: 240, altogether: 2400, seconds: 60 };
const TOO_MANY = [
  'feeds.too-many-requests',
  'Too many requests',
  'Too many feeds were read in the last minute.',
] as const;

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
      onRequest: services.limits.refusing(READING_PUBLIC, ...TOO_MANY),
    },
    async ({ actor, params }, reply) => {
      const { name, text } = await publicFeed(services, actor, nameIn(params.file));
      return asCalendar(reply, name).send(text);
    },
  );

  app.get<FileOf>(
    '/api/feeds/:file',
    {
      config: { public: true, secretPath: true },
      schema: { summary: 'Feeds: a staff member’s calendar as iCalendar, {token}.ics' },
      onRequest: services.limits.refusing(READING, ...TOO_MANY),
    },
    async (request, reply) => {
      const feed = await feedOfToken(services.db, nameIn(request.params.file));
      const actor = await actorOfAccount(services, feed.userId, request.ip);
      if (!actor || !maySeeStaffCalendar(services, actor)) throw noSuchFeed();
      const text = await staffFeed(services, actor, feed);
      const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
      asCalendar(reply, feed.title).header('cache-control', 'private, no-cache').header('etag', etag);
      return matchesEntityTag(request, etag) ? reply.code(304).send() : reply.send(text);
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

function nameIn(file: string): string {
  const [, name] = /^([A-Za-z0-9_-]{1,40})\.ics$/.exec(file) ?? [];
  if (name === undefined) throw noSuchFeed();
  return name;
}

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEntityTag } from '../../platform/http/entity-tags.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { Needs } from '../../services.ts';
import { asCalendar } from '../../platform/calendar-file.ts';

/** Calendar services read for many people from few addresses. */
export const PRIVATE_FEEDS: RateLimit = {
  name: 'staff-feeds',
  perClient: 120,
  shared: { total: 1200, share: 20 },
  seconds: 60,
};
/** What memory answers does not count. */
export const PUBLIC_FEEDS: RateLimit = {
  name: 'public-feeds',
  perClient: 240,
  shared: { total: 2400, share: 30 },
  seconds: 60,
};

/** Refuses more requests than the limit admits, before anything is read. */
export function refuseFeeds({ limits }: Needs<'limits'>, limit: RateLimit) {
  return limits.refusing(
    limit,
    'feeds.too-many-requests',
    'Too many requests',
    'Too many feeds were read in the last minute. Try again in a minute.',
  );
}

export function sendPrivateFeed(request: FastifyRequest, reply: FastifyReply, file: string, text: string) {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  asCalendar(reply, file).header('cache-control', 'private, no-cache').header('etag', etag);
  return matchesEntityTag(request, etag) ? reply.code(304).send() : reply.send(text);
}

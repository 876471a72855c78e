import type { FastifyReply } from 'fastify';
import type { Actor } from '../../../../domain/declarations/actor.ts';
import type { CacheKeyOf } from '../../../platform/http/response-caching.ts';
import type { Caller } from '../../admission/admission.ts';
import type { SessionLinkBook } from '../../sessions/links/session-links.ts';

interface LinkedCall {
  actor: Actor;
  params: { id: number };
  query: { link?: string };
  reply: FastifyReply;
}

/** The caller with their link. Answers to a link are not cached. */
export async function callerOf(
  links: SessionLinkBook,
  { actor, params: { id }, query: { link }, reply }: LinkedCall,
): Promise<Caller> {
  if (link !== undefined) reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
  return { actor, isInvited: await links.invites(id, link) };
}

/** The session alone; requests with anything else in their address are not cached. */
export const cacheBySession: CacheKeyOf = ({ params, query }) =>
  Object.keys(query as object).length > 0 ? null : JSON.stringify(params);

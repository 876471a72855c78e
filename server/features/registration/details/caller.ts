import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CacheKeyOf } from '../../../platform/http/response-caching.ts';
import type { Caller } from '../../admission/admission.ts';
import type { SessionLinkBook } from '../../sessions/links/session-links.ts';

/** What follows link= in the address of a link to a session. */
export const LINK = { type: 'string', maxLength: 200, description: 'The link to a private session' };
export const linkQuery = { type: 'object', additionalProperties: false, properties: { link: LINK } };

export interface ByLink {
  Params: { id: string };
  Querystring: { link?: string };
}

/** Who calls, with the link that they hold. What is answered to a link is kept nowhere. */
export async function callerOf(
  links: SessionLinkBook,
  { actor, params: { id }, query: { link } }: FastifyRequest<ByLink>,
  reply: FastifyReply,
): Promise<Caller> {
  if (link !== undefined) reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
  return { actor, isInvited: await links.invites(Number(id), link) };
}

/** The session alone; requests with anything else in their address are not cached. */
export const cacheBySession: CacheKeyOf = ({ params, query }) =>
  Object.keys(query as object).length > 0 ? null : JSON.stringify(params);

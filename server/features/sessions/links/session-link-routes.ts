import type { FastifyInstance } from 'fastify';
import type { SessionLinkBook } from './session-links.ts';
import { sessionLinkCalls } from '../../../../domain/calls/links.ts';
import { addCalls } from '../../../platform/http/add-calls.ts';

/** Links to private sessions, for staff who may make and revoke them. */
export function registerSessionLinks(app: FastifyInstance, links: SessionLinkBook): void {
  addCalls(app, sessionLinkCalls, {
    'GET /api/events/instances/:instanceId/links': ({ actor, params }) => links.list(actor, params.instanceId),
    'POST /api/events/instances/:instanceId/links': ({ actor, params, body }) =>
      links.make(actor, params.instanceId, body),
    'DELETE /api/events/instances/:instanceId/links/:link': ({ actor, params }) =>
      links.revoke(actor, params.instanceId, params.link),
  });
}

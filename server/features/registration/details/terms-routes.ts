import type { FastifyInstance } from 'fastify';
import { idsInPath } from '../../../platform/http/request-schemas.ts';
import type { Services } from '../../../services.ts';
import { callerOf, linkQuery, type ByLink } from './caller.ts';
import { readSession } from './session-details.ts';
import type { SessionLinkBook } from '../../sessions/links/session-links.ts';
import { agree } from '../../admission/terms.ts';

const params = idsInPath('id');
const body = {
  type: 'object',
  additionalProperties: false,
  required: ['version'],
  properties: {
    version: { type: 'string', minLength: 1, maxLength: 16, description: 'Of the terms as they were read' },
  },
};

/** Terms that are confirmed before somebody signs up. */
export function registerTerms(app: FastifyInstance, services: Services, links: SessionLinkBook): void {
  app.post<ByLink & { Body: { version: string } }>(
    '/api/events/instances/:id/agreement',
    { schema: { summary: 'Sign-up: confirm the terms of the event', params, querystring: linkQuery, body } },
    async (request, reply) => {
      const caller = await callerOf(links, request, reply);
      const { instance } = await readSession(services, caller, Number(request.params.id));
      await agree(services, caller.actor, instance.eventId, request.body.version);
      return reply.code(204).send();
    },
  );
}

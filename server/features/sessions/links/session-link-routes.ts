import type { FastifyInstance } from 'fastify';
import type { NewSessionLink } from '../../../../domain/session-link-calls.ts';
import { idsInPath } from '../../../platform/http/request-schemas.ts';
import type { SessionLinkBook } from './session-links.ts';

interface ByInstance {
  Params: { instanceId: string };
}

const byId = idsInPath('instanceId');
const ofLink = idsInPath('instanceId', 'link');
const body = {
  type: 'object',
  additionalProperties: false,
  required: ['label', 'expiresAt'],
  properties: {
    label: { type: 'string', minLength: 1, maxLength: 120, description: 'For whom it is' },
    expiresAt: { type: ['string', 'null'], format: 'date-time', description: 'Until when it works' },
  },
};

/** The API of domain/session-link-calls.ts. */
export function registerSessionLinks(app: FastifyInstance, links: SessionLinkBook): void {
  app.get<ByInstance>(
    '/api/events/instances/:instanceId/links',
    { schema: { summary: 'Sessions: the links that open a private one', params: byId } },
    async ({ actor, params: { instanceId } }) => links.list(actor, Number(instanceId)),
  );
  app.post<ByInstance & { Body: NewSessionLink }>(
    '/api/events/instances/:instanceId/links',
    { schema: { summary: 'Sessions: make a link that opens a private one', params: byId, body } },
    async ({ actor, params: { instanceId }, body: given }, reply) =>
      reply.code(201).send(await links.make(actor, Number(instanceId), given)),
  );
  app.delete<{ Params: { instanceId: string; link: string } }>(
    '/api/events/instances/:instanceId/links/:link',
    { schema: { summary: 'Sessions: revoke a link', params: ofLink } },
    async ({ actor, params: { instanceId, link } }, reply) => {
      await links.revoke(actor, Number(instanceId), Number(link));
      return reply.code(204).send();
    },
  );
}

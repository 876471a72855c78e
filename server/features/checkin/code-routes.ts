import type { FastifyInstance } from 'fastify';
import { MOST_ISSUED_CODES, type KnownCode } from '../../../domain/ticket-calls.ts';
import { ID_NUMBER, idsInPath } from '../../platform/http/request-schemas.ts';
import type { Services } from '../../services.ts';
import { issueCodes, revokeCodes } from './ticket-codes.ts';

const body = {
  type: 'array',
  minItems: 1,
  maxItems: MOST_ISSUED_CODES,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['id'],
    properties: {
      id: ID_NUMBER,
      code: { type: 'string', maxLength: 80 },
    },
  },
};

/** Codes of tickets, for the devices of those who hold them. */
export async function registerCodes(app: FastifyInstance, services: Services): Promise<void> {
  app.post<{ Body: KnownCode[] }>(
    '/api/events/codes',
    { schema: { summary: 'Tickets: codes of one’s own, to be shown at the door', body } },
    async ({ actor, body: codes }) => issueCodes(services, actor, codes),
  );
  app.delete<{ Params: { id: string } }>(
    '/api/events/tickets/:id/codes',
    {
      schema: {
        summary: 'Tickets: revoke every code of one’s own ticket',
        params: idsInPath('id'),
      },
    },
    async ({ actor, params: { id } }, reply) => {
      await revokeCodes(services, actor, Number(id));
      return reply.code(204).send();
    },
  );
}

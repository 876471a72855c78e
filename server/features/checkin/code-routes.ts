import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { issueCodes, revokeCodes } from './ticket-codes.ts';
import { codeCalls } from '../../../domain/calls/sign-up.ts';
import { addCalls } from '../../platform/http/add-calls.ts';

export async function registerCodes(app: FastifyInstance, services: Services): Promise<void> {
  addCalls(app, codeCalls, {
    'POST /api/events/codes': ({ actor, body }) => issueCodes(services, actor, body),
    'DELETE /api/events/tickets/:id/codes': ({ actor, params }) => revokeCodes(services, actor, params.id),
  });
}

import type { FastifyInstance } from 'fastify';
import { seriesCalls } from '../../../../domain/calls/series.ts';
import { addCalls } from '../../../platform/http/add-calls.ts';
import type { RowServices } from '../../../services.ts';
import { planOfSessions, planSessions } from './plan-sessions.ts';

export async function registerSessionPlanning(app: FastifyInstance, services: RowServices): Promise<void> {
  addCalls(app, seriesCalls, {
    'POST /api/scheduling/sessions/plan': ({ actor, body }) => planOfSessions(services, actor, body),
    'POST /api/scheduling/sessions': ({ actor, body, key }) => planSessions(services, actor, body, key),
  });
}

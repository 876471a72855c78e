import type { FastifyInstance } from 'fastify';
import { seriesCalls } from '../../../../domain/calls/series.ts';
import { addCalls } from '../../../platform/http/add-calls.ts';
import { seenVersion } from '../../../resources/routes.ts';
import type { RowServices } from '../../../services.ts';
import { changeSessions, plannedChange } from './change-sessions.ts';
import { planOfSessions, planSessions } from './plan-sessions.ts';
import { plannedRepetition, repeatSessions } from './repeat-sessions.ts';

export async function registerSessionPlanning(app: FastifyInstance, services: RowServices): Promise<void> {
  addCalls(app, seriesCalls, {
    'POST /api/scheduling/sessions/plan': ({ actor, body }) => planOfSessions(services, actor, body),
    'POST /api/scheduling/sessions': ({ actor, body, key }) => planSessions(services, actor, body, key),
    'POST /api/scheduling/sessions/:id/change/plan': ({ actor, params, body }) =>
      plannedChange(services, actor, params.id, body),
    'POST /api/scheduling/sessions/:id/change': async ({ actor, params, body, request }) => ({
      changes: await changeSessions(services, actor, params.id, body, seenVersion(request)),
    }),
    'POST /api/scheduling/sessions/:id/repeat/plan': ({ actor, params, body }) =>
      plannedRepetition(services, actor, params.id, body),
    'POST /api/scheduling/sessions/:id/repeat': ({ actor, params, body, request }) =>
      repeatSessions(services, actor, params.id, body, seenVersion(request)),
  });
}

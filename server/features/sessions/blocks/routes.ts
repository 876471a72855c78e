import type { FastifyInstance } from 'fastify';
import { blockCalls } from '../../../../domain/calls/blocks.ts';
import { isDate } from '../../../../domain/values/dates.ts';
import { addCalls } from '../../../platform/http/add-calls.ts';
import { seenVersion } from '../../../resources/routes.ts';
import { problem } from '../../../platform/problem.ts';
import type { Needs } from '../../../services.ts';
import { moveOccurrence, removeOccurrence } from './change-occurrence.ts';

export async function registerBlocks(app: FastifyInstance, services: Needs<'engine' | 'model'>): Promise<void> {
  addCalls(app, blockCalls, {
    'POST /api/blocks/:id/occurrences/:date': async ({ actor, params, body, request }) => {
      refuseNoDate(params.date);
      return { changes: await moveOccurrence(services, actor, params, body, seenVersion(request)) };
    },
    'DELETE /api/blocks/:id/occurrences/:date': async ({ actor, params, query, request }) => {
      refuseNoDate(params.date);
      return { changes: await removeOccurrence(services, actor, params, query.scope, seenVersion(request)) };
    },
  });
}

function refuseNoDate(date: string): void {
  if (!isDate(date))
    throw problem(400, 'blocks.bad-date', 'Bad request', 'The occurrence is named by its date, as in 2026-12-07.');
}

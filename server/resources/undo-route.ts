import type { FastifyInstance } from 'fastify';
import { undoCalls } from '../../domain/calls/rows.ts';
import { addCalls } from '../platform/http/add-calls.ts';
import type { Services } from '../services.ts';

/** Undoes writes to rows of any resource, all or none. */
export function addUndoRoute(app: FastifyInstance, { engine }: Services): void {
  addCalls(app, undoCalls, {
    'POST /api/undo': async ({ actor, body }) => ({ changes: await engine.undo(actor, body.changes) }),
  });
}

import type { FastifyInstance } from 'fastify';
import { MAX_ROWS } from '../../domain/declarations/list-query.ts';
import type { RowChange } from '../../domain/values/undo.ts';
import type { Services } from '../services.ts';

const BODY = {
  type: 'object',
  required: ['changes'],
  additionalProperties: false,
  properties: {
    changes: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_ROWS,
      items: {
        type: 'object',
        required: ['resource', 'id', 'version'],
        additionalProperties: false,
        properties: {
          resource: { type: 'string', minLength: 1, maxLength: 100 },
          id: { anyOf: [{ type: 'integer' }, { type: 'string', minLength: 1, maxLength: 100 }] },
          version: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
        },
      },
    },
  },
};

export function addUndoRoute(app: FastifyInstance, { engine }: Services): void {
  app.post<{ Body: { changes: RowChange[] } }>(
    '/api/undo',
    { schema: { summary: 'Undo writes: each row goes back to what it was before that version', body: BODY } },
    async ({ actor, body }) => ({ changes: await engine.undo(actor, body.changes) }),
  );
}

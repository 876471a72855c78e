import { MAX_ROWS } from '../declarations/list-query.ts';
import { LONGEST_READ, MOST_READS } from '../values/batch.ts';
import { calls } from './call.ts';
import { RowChange, RowChanges } from './row-parts.ts';
import { Type } from './type.ts';

export const undoCalls = calls({
  'POST /api/undo': {
    summary: 'Undo writes: restores each row to its state before that version',
    body: Type.Object({ changes: Type.Array(RowChange, { minItems: 1, maxItems: MAX_ROWS }) }),
    response: RowChanges,
  },
});

export const batchCalls = calls({
  'POST /api/batch': {
    // Each read is refused where its own call is not available.
    kiosk: 'id',
    summary: 'Several reads: an array of { status, headers, body } in their order',
    body: Type.Object({
      reads: Type.Array(Type.String({ minLength: 1, maxLength: LONGEST_READ }), {
        minItems: 1,
        maxItems: MOST_READS,
        description: 'Addresses below /api/ of GET calls that return JSON',
      }),
    }),
    bodyLimit: MOST_READS * LONGEST_READ,
    content: 'application/json',
  },
});

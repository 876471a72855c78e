import { MAX_ROWS } from '../declarations/list-query.ts';
import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

/** Of a row of any resource. */
export const RowId = Type.Union(Type.Integer(), Type.String({ minLength: 1, maxLength: 100 }));

/** A write, named by the version of the row that it made. */
export const RowChange = Type.Object({
  resource: Type.String({ minLength: 1, maxLength: 100 }),
  id: RowId,
  version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
});

/** Writes that are undone together. */
export const RowChanges = Type.Object({ changes: Type.Array(RowChange) });
export type RowChanges = Static<typeof RowChanges>;

export const undoCalls = calls({
  'POST /api/undo': {
    summary: 'Undo writes: each row goes back to what it was before that version',
    body: Type.Object({ changes: Type.Array(RowChange, { minItems: 1, maxItems: MAX_ROWS }) }),
    response: RowChanges,
  },
});

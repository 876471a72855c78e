import { Type, type Static } from './type.ts';

export const RowId = Type.Union(Type.Integer(), Type.String({ minLength: 1, maxLength: 100 }));
export const RowIds = Type.Array(RowId);

/** A write, named by the version of the row that it made. */
export const RowChange = Type.Object({
  resource: Type.String({ minLength: 1, maxLength: 100 }),
  id: RowId,
  version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
});
export type RowChange = Static<typeof RowChange>;

/** Writes that are undone together. */
export const RowChanges = Type.Object({ changes: Type.Array(RowChange) });
export type RowChanges = Static<typeof RowChanges>;

/** `changes`: without the rows that had the values already. */
export const BulkAnswer = Type.Object({ ids: RowIds, ...RowChanges.properties });
export type BulkAnswer = Static<typeof BulkAnswer>;

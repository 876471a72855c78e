import type { RowChange } from '../../domain/calls/row-parts.ts';
import { callApi } from './callApi.ts';

/** Takes writes back, all or none, deletions included. Throws ApiError: 412 when a row has been written since. */
export async function undoChanges(changes: readonly RowChange[]): Promise<RowChange[]> {
  return (await callApi('POST /api/undo', { body: { changes: [...changes] } })).changes;
}

import type { RowChange } from '../../domain/values/undo.ts';
import { api } from './api.ts';

/** Takes writes back, all or none, deletions included. Throws ApiError: 412 when a row has been written since. */
export async function undoChanges(changes: readonly RowChange[]): Promise<RowChange[]> {
  return (await api<{ changes: RowChange[] }>('/api/undo', { method: 'POST', json: { changes } })).changes;
}

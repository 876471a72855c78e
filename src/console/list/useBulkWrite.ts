import { useQueryClient } from '@tanstack/react-query';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { RowChange } from '../../../domain/calls/rows.ts';
import { undoChanges } from '../../app/undoChanges.ts';
import { showUndoable } from '../../ui/showUndoable.ts';
import { showToast } from '../../ui/toasts.ts';

/** Writes to several rows at once, and says `done` with an undo of all of them. Rejects with the server's refusal. */
export function useBulkWrite({ name }: ClientResource) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [name] });
  return async (done: string, write: () => Promise<{ changes: readonly RowChange[] }>): Promise<void> => {
    const { changes } = await write();
    void refresh();
    if (changes.length === 0) showToast(done);
    else showUndoable(done, () => undoChanges(changes).finally(refresh));
  };
}

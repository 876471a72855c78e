import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { showUndoable } from '../../../../ui/showUndoable.ts';
import { restorePage } from '../pageCalls.ts';
import { pagesChanged } from '../pagesChanged.ts';

/** Leaves the editor of a deleted page for the list, with Undo. */
export function useAfterDeletion({ id, title }: { id: number; title: string }): () => void {
  const navigate = useNavigate();
  const client = useQueryClient();
  return () => {
    pagesChanged(client);
    void navigate('/content/manage');
    showUndoable(`“${title}” is deleted`, () => restorePage(id).finally(() => pagesChanged(client)));
  };
}

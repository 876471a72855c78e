import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { showToast } from '../../../../ui/toasts.ts';
import { restorePage } from '../pageCalls.ts';
import { pagesChanged } from '../pagesChanged.ts';

/** Leads from the editor of a page that has been deleted to the list, with Undo. */
export function useAfterDeletion({ id, title }: { id: number; title: string }): () => void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const restore = async () => {
    try {
      await restorePage(id);
      showToast(`“${title}” is back`);
    } catch (error) {
      showToast(error instanceof Error ? error.message : 'The page was not brought back.', { tone: 'error' });
    }
    pagesChanged(client);
  };
  return () => {
    pagesChanged(client);
    void navigate('/content/manage');
    showToast(`“${title}” is deleted`, { action: { label: 'Undo', onSelect: () => void restore() } });
  };
}

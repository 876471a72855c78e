import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../../app/callApi.ts';
import { refreshResource } from '../../../../app/refreshResource.ts';
import { toastRefusal, useCommand } from '../../../../app/useCommand.ts';
import { Button } from '../../../../ui/Button.tsx';
import { showToast } from '../../../../ui/toasts.ts';

/** Restores a deleted page in the list. */
export function RestorePage({ page: { id, title } }: { page: { id: number; title: string } }) {
  const client = useQueryClient();
  const restore = useCommand(async () => {
    await callApi('POST /api/:resource/:id/restore', { params: { resource: 'pages', id: String(id) } }).finally(() =>
      refreshResource(client, 'pages'),
    );
    showToast(`“${title}” is restored`);
  }, toastRefusal);
  return (
    <Button
      size="small"
      icon="archive-restore"
      aria-label={`Restore ${title}`}
      busy={restore.isRunning}
      onClick={() => void restore.run()}
    >
      Restore
    </Button>
  );
}

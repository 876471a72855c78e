import { useQueryClient } from '@tanstack/react-query';
import { useDelete } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { Button } from '../../ui/Button.tsx';
import { showUndoable } from '../../ui/showUndoable.ts';
import { showToast } from '../../ui/toasts.ts';
import { undoChanges } from '../../app/undoChanges.ts';
import { ConfirmDialog } from '../engine/ConfirmDialog.tsx';
import { singularInside, singularOf } from '../engine/consoleContext.ts';
import { listPath } from '../engine/paths.ts';
import { useRecordName } from '../engine/useRecordName.ts';

export interface DeleteButtonProps {
  resource: ClientResource;
  row: Row;
  /** Called before the page is left, so that unsaved changes are discarded. */
  onDeleting?: () => void;
}

export function DeleteButton({ resource, row, onDeleting }: DeleteButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [remove] = useDelete();
  const navigate = useNavigate();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [resource.name] });
  const name = useRecordName(resource, row);
  const id = row['id'] as string | number;
  const done = `${singularOf(resource)} deleted`;
  return (
    <>
      <Button icon="trash-2" onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${singularInside(resource)} “${name}”?`}
          confirm={`Delete ${singularInside(resource)}`}
          onClose={() => setIsAsking(false)}
          onConfirm={async () => {
            const deleted = await remove(
              resource.name,
              { id, previousData: row as Row & { id: string | number }, meta: { version: row['version'] } },
              { mutationMode: 'pessimistic', returnPromise: true },
            );
            onDeleting?.();
            if (typeof deleted?.['version'] !== 'number') showToast(done);
            else {
              const change = { resource: resource.name, id, version: deleted['version'] };
              showUndoable(done, () => undoChanges([change]).finally(refresh));
            }
            await navigate(listPath(resource));
          }}
        >
          {resource.config.softDelete
            ? 'It leaves every list. Its history is kept, and it can be restored.'
            : 'This can be undone right afterwards only.'}
        </ConfirmDialog>
      )}
    </>
  );
}

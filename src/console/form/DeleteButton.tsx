import { useDelete } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ClientResource, Row } from '../../../domain/model.ts';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toasts.ts';
import { ConfirmDialog } from '../engine/ConfirmDialog.tsx';
import { singularInside, singularOf } from '../engine/consoleContext.ts';
import { listPath } from '../engine/paths.ts';
import { useRecordName } from '../engine/useRecordName.ts';

export interface DeleteButtonProps {
  resource: ClientResource;
  row: Row;
  /** Before the page is left: what stands unsaved on it goes too. */
  onDeleting?: () => void;
}

export function DeleteButton({ resource, row, onDeleting }: DeleteButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [remove] = useDelete();
  const navigate = useNavigate();
  const name = useRecordName(resource, row);
  const id = row['id'] as string | number;
  return (
    <>
      <Button icon="trash-2" onClick={() => setIsAsking(true)}>Delete</Button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${singularInside(resource)} “${name}”?`}
          confirm={`Delete ${singularInside(resource)}`}
          onClose={() => setIsAsking(false)}
          onConfirm={async () => {
            await remove(
              resource.name,
              { id, previousData: row as Row & { id: string | number }, meta: { version: row['version'] } },
              { mutationMode: 'pessimistic', returnPromise: true },
            );
            onDeleting?.();
            showToast(`${singularOf(resource)} deleted`);
            await navigate(listPath(resource));
          }}
        >
          {resource.config.softDelete ? 'It leaves every list. Its history is kept.' : 'This cannot be undone.'}
        </ConfirmDialog>
      )}
    </>
  );
}

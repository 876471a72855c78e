import { useQueryClient } from '@tanstack/react-query';
import { useDelete } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { useCommand } from '../../app/useCommand.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { showUndoable } from '../../ui/showUndoable.ts';
import { showToast } from '../../ui/toasts.ts';
import { undoChanges } from '../../app/undoChanges.ts';
import { singularInside, singularOf } from '../../app/resourceNames.ts';
import { listPath } from '../engine/paths.ts';
import { useRecordName } from '../engine/useRecordName.ts';

export interface DeleteButtonProps {
  resource: ClientResource;
  row: Row;
  onDeleting?: () => void;
}

export function DeleteButton({ resource, row, onDeleting }: DeleteButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button icon="trash-2" onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      {isAsking && <DeleteDialog {...{ resource, row, onDeleting }} onClose={() => setIsAsking(false)} />}
    </>
  );
}

interface DeleteDialogProps extends Omit<DeleteButtonProps, 'onDeleting'> {
  onDeleting: (() => void) | undefined;
  onClose: () => void;
}

function DeleteDialog({ resource, row, onDeleting, onClose }: DeleteDialogProps) {
  const [remove] = useDelete();
  const navigate = useNavigate();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [resource.name] });
  const id = row['id'] as string | number;
  const name = useRecordName(resource, row);
  const what = singularInside(resource);
  const done = `${singularOf(resource)} deleted`;
  const { run, isRunning, refusal } = useCommand(async () => {
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
  });
  return (
    <Dialog
      role="alertdialog"
      title={`Delete ${what} “${name}”?`}
      width={460}
      refusal={refusal}
      answer={{ label: `Delete ${what}`, variant: 'danger', busy: isRunning, onAnswer: run }}
      onClose={onClose}
    >
      {resource.config.softDelete
        ? 'It is removed from all lists. Its history is kept, and you can restore it.'
        : 'You can undo this only right afterward.'}
    </Dialog>
  );
}

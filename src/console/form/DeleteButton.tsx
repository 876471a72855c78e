import { useQueryClient } from '@tanstack/react-query';
import { useDelete } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { IconName } from '../../../domain/declarations/icons.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { useCommand } from '../../app/useCommand.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import layout from '../../ui/layout.module.css';
import { showUndoable } from '../../ui/showUndoable.ts';
import { showToast } from '../../ui/toasts.ts';
import { undoChanges } from '../../app/undoChanges.ts';
import { singularInside, singularOf } from '../../app/resourceNames.ts';
import { listPath } from '../engine/paths.ts';
import { DeletionNotice } from '../engine/DeletionNotice.tsx';
import { useRecordName } from '../engine/useRecordName.ts';

/** Wording for resources where deleting has a special meaning, such as resolving an event. */
export interface DeletionTexts {
  action: string;
  icon: IconName;
  title: string;
  confirm: string;
  done: string;
  consequence: string;
}

export interface DeleteButtonProps {
  resource: ClientResource;
  row: Row;
  /** Called before the page is left, so that unsaved changes are discarded. */
  onDeleting?: () => void;
  words?: DeletionTexts | undefined;
}

export function DeleteButton({ resource, row, onDeleting, words: given }: DeleteButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const name = useRecordName(resource, row);
  const words = given ?? {
    action: 'Delete',
    icon: 'trash-2',
    done: `${singularOf(resource)} deleted`,
    title: `Delete ${singularInside(resource)} “${name}”?`,
    confirm: `Delete ${singularInside(resource)}`,
    consequence: resource.config.softDelete
      ? 'It leaves every list. Its history is kept, and it can be restored.'
      : 'This can be undone right afterwards only.',
  };
  return (
    <>
      <Button icon={words.icon} onClick={() => setIsAsking(true)}>
        {words.action}
      </Button>
      {isAsking && <DeleteDialog {...{ resource, row, onDeleting, words }} onClose={() => setIsAsking(false)} />}
    </>
  );
}

interface DeleteDialogProps extends Omit<DeleteButtonProps, 'onDeleting'> {
  words: DeletionTexts;
  onDeleting: (() => void) | undefined;
  onClose: () => void;
}

function DeleteDialog({ resource, row, onDeleting, words, onClose }: DeleteDialogProps) {
  const [remove] = useDelete();
  const navigate = useNavigate();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [resource.name] });
  const id = row['id'] as string | number;
  const { run, isRunning, refusal } = useCommand(async () => {
    const deleted = await remove(
      resource.name,
      { id, previousData: row as Row & { id: string | number }, meta: { version: row['version'] } },
      { mutationMode: 'pessimistic', returnPromise: true },
    );
    onDeleting?.();
    if (typeof deleted?.['version'] !== 'number') showToast(words.done);
    else {
      const change = { resource: resource.name, id, version: deleted['version'] };
      showUndoable(words.done, () => undoChanges([change]).finally(refresh));
    }
    await navigate(listPath(resource));
  });
  return (
    <Dialog
      role="alertdialog"
      title={words.title}
      width={460}
      refusal={refusal}
      answer={{ label: words.confirm, variant: 'danger', busy: isRunning, onAnswer: run }}
      onClose={onClose}
    >
      <div className={layout.stack3}>
        <p>{words.consequence}</p>
        <DeletionNotice ids={[id]} />
      </div>
    </Dialog>
  );
}

import { useDeleteMany, type Identifier } from 'ra-core';
import type { ClientResource } from '../../../domain/client-model.ts';
import { showToast } from '../../ui/toasts.ts';
import { ConfirmDialog } from '../engine/ConfirmDialog.tsx';
import { pluralInside, singularInside } from '../engine/consoleContext.ts';
import layout from '../../ui/layout.module.css';
import { DeletionNotice } from '../engine/DeletionNotice.tsx';
import { formatNumber } from '../values/formats.ts';

export interface BulkDialogProps {
  resource: ClientResource;
  ids: readonly Identifier[];
  onClose: (done: boolean) => void;
}

export function BulkDeleteDialog({ resource, ids, onClose }: BulkDialogProps) {
  const [deleteMany] = useDeleteMany();
  const what = `${formatNumber(ids.length)} ${ids.length === 1 ? singularInside(resource) : pluralInside(resource)}`;
  return (
    <ConfirmDialog
      title={`Delete ${what}?`}
      confirm={`Delete ${what}`}
      onClose={() => onClose(false)}
      onConfirm={async () => {
        await deleteMany(resource.name, { ids: [...ids] }, { mutationMode: 'pessimistic', returnPromise: true });
        showToast(`${what} deleted`);
        onClose(true);
      }}
    >
      <div className={layout.stack3}>
        <p>
          {resource.config.softDelete
            ? 'They leave every list. Their history is kept.'
            : 'This cannot be undone. Either all of them are deleted or, when one cannot be, none.'}
        </p>
        <DeletionNotice ids={ids} />
      </div>
    </ConfirmDialog>
  );
}

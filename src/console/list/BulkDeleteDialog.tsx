import { formatNumber } from '../../../domain/values/formats.ts';
import type { Identifier } from 'ra-core';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { useCommand } from '../../app/useCommand.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { pluralInside, singularInside } from '../../app/resourceNames.ts';
import { dataProvider } from '../engine/dataProvider.ts';
import { useBulkWrite } from './useBulkWrite.ts';

export interface BulkDialogProps {
  resource: ClientResource;
  ids: readonly Identifier[];
  onClose: (done: boolean) => void;
}

export function BulkDeleteDialog({ resource, ids, onClose }: BulkDialogProps) {
  const write = useBulkWrite(resource);
  const what = `${formatNumber(ids.length)} ${ids.length === 1 ? singularInside(resource) : pluralInside(resource)}`;
  const { run, isRunning, refusal } = useCommand(async () => {
    await write(`${what} deleted`, () => dataProvider.deleteMany(resource.name, { ids: [...ids] }));
    onClose(true);
  });
  return (
    <Dialog
      role="alertdialog"
      title={`Delete ${what}?`}
      width={460}
      refusal={refusal}
      answer={{ label: `Delete ${what}`, variant: 'danger', busy: isRunning, onAnswer: run }}
      onClose={() => onClose(false)}
    >
      {resource.config.softDelete
        ? 'They are removed from all lists. Their history is kept, and you can restore them.'
        : 'You can undo this only right afterward. If one of them cannot be deleted, none are.'}
    </Dialog>
  );
}

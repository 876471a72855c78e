import { formatCount } from '../../../domain/values/formats.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClassGrid } from '../../../domain/calls/classes.ts';
import { MOST_CELLS } from '../../../domain/sessions/signup.ts';
import { undoChanges } from '../../app/undoChanges.ts';
import { refreshClass } from './refreshClass.ts';
import { callApi } from '../../app/callApi.ts';
import { useCommand } from '../../app/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showUndoable } from '../../ui/showUndoable.ts';
import { showToast } from '../../ui/toasts.ts';
import type { SelectedCell } from './useSelection.ts';

export interface CellsDialogProps {
  grid: ClassGrid;
  cells: readonly SelectedCell[];
  onDone: () => void;
  onClose: () => void;
}

export function CountAsDone({ grid, cells, onDone, onClose }: CellsDialogProps) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const isMissing = reason.trim() === '';
  const refresh = () => refreshClass(client, grid.id);
  const { run, isRunning, refusal, reset } = useCommand(
    async () => {
      const { changes, skipped } = await callApi('POST /api/events/classes/:classId/exemptions', {
        params: { classId: grid.id },
        body: {
          reason: reason.trim(),
          cells: cells
            .slice(0, MOST_CELLS)
            .map(({ person, column }) => ({ entryId: person.id, requirementId: column.id })),
        },
      });
      await refresh();
      onDone();
      const text = `${formatCount(changes.length, 'requirement', 'requirements')} marked as done`;
      if (changes.length === 0) showToast('Already done');
      else
        showUndoable(skipped === 0 ? text : `${text}, ${skipped} already done`, async () => {
          await undoChanges(changes);
          await refresh();
        });
    },
    () => void refresh(),
  );
  const submit = (): void => {
    setIsChecked(true);
    if (isMissing) reset();
    else void run();
  };
  return (
    <Dialog
      title={`Mark ${formatCount(cells.length, 'requirement', 'requirements')} as done`}
      width={480}
      onClose={onClose}
      closeButton
      refusal={refusal}
      refusalTitle="Nothing changed"
      answer={{ label: 'Mark as done', form: true, busy: isRunning, onAnswer: submit }}
    >
      <p>
        For people who attended elsewhere or earlier. It counts only for this class. It creates no ticket and grants no
        credential.
      </p>
      {cells.length > MOST_CELLS && <Banner tone="warning">Only the first {MOST_CELLS} are marked.</Banner>}
      <TextField
        label="Where or when"
        help="For example: attended at the summer school, July."
        maxLength={300}
        value={reason}
        error={isChecked && isMissing ? 'Enter where or when it was done' : null}
        onChange={({ target }) => setReason(target.value)}
      />
    </Dialog>
  );
}

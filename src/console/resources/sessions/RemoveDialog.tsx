import { useState } from 'react';
import type { OccurrenceScope } from '../../../../domain/hours/calendar.ts';
import type { RowChange } from '../../../../domain/calls/rows.ts';
import { callApi } from '../../../app/callApi.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ScopeChoice } from './ScopeChoice.tsx';
import { changedMeanwhile } from './plans.ts';
import layout from '../../../ui/layout.module.css';

export interface RemoveDialogProps {
  session: { id: number; version: number; seriesId: number | null };
  onDone: (changes: readonly RowChange[]) => void;
  onChangedMeanwhile: () => void;
  onClose: () => void;
}

/** Asks how much of a series is deleted. */
export function RemoveDialog({
  session: { id, version, seriesId },
  onDone,
  onChangedMeanwhile,
  onClose,
}: RemoveDialogProps) {
  const [scope, setScope] = useState<OccurrenceScope>('one');
  const { run, isRunning, refusal } = useCommand(async () => {
    try {
      const { changes } = await callApi('POST /api/scheduling/sessions/:id/remove', {
        params: { id },
        body: { scope },
        version,
      });
      onDone(changes);
    } catch (error) {
      if (changedMeanwhile(error) === null) throw error;
      onChangedMeanwhile();
    }
  });
  const label = scope === 'one' ? 'Delete session' : 'Delete sessions';
  return (
    <Dialog
      role="alertdialog"
      title={seriesId === null ? 'Delete this session?' : 'Delete which sessions?'}
      width={460}
      refusal={refusal}
      answer={{ label, variant: 'danger', busy: isRunning, onAnswer: run }}
      onClose={onClose}
    >
      <div className={layout.stack4}>
        <p>Sessions with tickets cannot be deleted. Cancel them instead; people with a ticket are notified.</p>
        {seriesId !== null && <ScopeChoice scope={scope} onScope={setScope} />}
      </div>
    </Dialog>
  );
}

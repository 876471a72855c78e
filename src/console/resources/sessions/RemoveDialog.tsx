import { useState } from 'react';
import type { SessionScope } from '../../../../domain/series-calls.ts';
import type { RowChange } from '../../../../domain/undo.ts';
import { ConfirmDialog } from '../../engine/ConfirmDialog.tsx';
import { ScopeChoice } from './ScopeChoice.tsx';
import { removeSessions } from './sessionCalls.ts';
import layout from '../../../ui/layout.module.css';

export interface RemoveDialogProps {
  session: { id: number; seriesId: number | null };
  onDone: (changes: readonly RowChange[]) => void;
  onClose: () => void;
}

/** Asks how much of a series is deleted. */
export function RemoveDialog({ session: { id, seriesId }, onDone, onClose }: RemoveDialogProps) {
  const [scope, setScope] = useState<SessionScope>('one');
  return (
    <ConfirmDialog
      title={seriesId === null ? 'Delete this session?' : 'Delete which sessions?'}
      confirm={scope === 'one' ? 'Delete session' : 'Delete sessions'}
      onClose={onClose}
      onConfirm={async () => onDone((await removeSessions(id, scope)).changes)}
    >
      <div className={layout.stack4}>
        <p>Sessions with tickets cannot be deleted: cancel them, and everybody is told.</p>
        {seriesId !== null && <ScopeChoice scope={scope} onScope={setScope} />}
      </div>
    </ConfirmDialog>
  );
}

import { formatCount } from '../../../../domain/values/formats.ts';
import { useState } from 'react';
import type { PlannedSession } from '../../../../domain/calls/series.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { CheckboxField } from '../../../ui/CheckboxField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import layout from '../../../ui/layout.module.css';

/** What the user does about the conflicts of planned sessions. */
export interface ConflictOverride {
  /** How many sessions have conflicts. */
  count: number;
  /** Null unless there are conflicts and the user wants to schedule anyway. */
  reason: string | null;
  error: string | undefined;
  setReason: (reason: string | null) => void;
  /** False while the reason is missing, which the field says from now on. */
  check: () => boolean;
}

export function useConflictOverride(sessions: readonly PlannedSession[]): ConflictOverride {
  const [reason, setReason] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const count = sessions.filter(({ conflicts }) => conflicts.length > 0).length;
  const isMissing = count > 0 && reason?.trim() === '';
  return {
    count,
    reason: count > 0 ? reason : null,
    error: isChecked && isMissing ? 'Enter a reason' : undefined,
    setReason,
    check: () => {
      setChecked(true);
      return !isMissing;
    },
  };
}

/** Names the conflicts, and takes a reason from those who may schedule sessions anyway. */
export function OverrideField({ override, canOverride }: { override: ConflictOverride; canOverride: boolean }) {
  const { count, reason, error, setReason } = override;
  if (count === 0) return null;
  return (
    <Banner tone="warning" title={formatCount(count, 'session has a conflict', 'sessions have conflicts')}>
      {canOverride ? (
        <div className={layout.stack3}>
          <p>Choose another time or place, leave these dates out, or schedule them anyway.</p>
          <CheckboxField
            label="Schedule anyway"
            checked={reason !== null}
            onChange={({ target }) => setReason(target.checked ? '' : null)}
          />
          {reason !== null && (
            <TextField
              label="Why"
              help="It is stored with your name."
              maxLength={500}
              value={reason}
              error={error}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </div>
      ) : (
        'Choose another time or place, or leave these dates out. Only event administrators can schedule them anyway.'
      )}
    </Banner>
  );
}

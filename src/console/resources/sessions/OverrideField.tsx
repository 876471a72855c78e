import { useState } from 'react';
import type { PlannedSession } from '../../../../domain/calls/series.ts';
import { conflictAdvice, formatConflictCount, OVERRIDE_REASON } from '../../../../domain/sessions/conflict-override.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import layout from '../../../ui/layout.module.css';

/** What the user does about the conflicts of planned sessions. */
export interface ConflictOverride {
  /** How many sessions have conflicts. */
  count: number;
  /** Why they are scheduled anyway; null without conflicts. */
  reason: string | null;
  error: string | undefined;
  setReason: (reason: string) => void;
  /** False while the reason is missing, which the field says from now on. */
  check: () => boolean;
}

export function useConflictOverride(sessions: readonly PlannedSession[], canOverride: boolean): ConflictOverride {
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const count = sessions.filter(({ conflicts }) => conflicts.length > 0).length;
  const isMissing = count > 0 && canOverride && reason.trim() === '';
  return {
    count,
    reason: count > 0 && canOverride ? reason : null,
    error: isChecked && isMissing ? 'Enter a reason' : undefined,
    setReason,
    check: () => {
      setChecked(true);
      return !isMissing;
    },
  };
}

interface OverrideFieldProps {
  override: ConflictOverride;
  canOverride: boolean;
  isSeries: boolean;
}

/** Names the conflicts, and takes a reason from accounts that can schedule sessions anyway. */
export function OverrideField({ override, canOverride, isSeries }: OverrideFieldProps) {
  const { count, reason, error, setReason } = override;
  return (
    <Banner tone="warning" title={formatConflictCount(count)}>
      <div className={layout.stack3}>
        <p>{conflictAdvice(canOverride, !isSeries)}</p>
        {canOverride && (
          <TextField
            label={OVERRIDE_REASON.title}
            help={OVERRIDE_REASON.description}
            maxLength={OVERRIDE_REASON.maxLength}
            value={reason ?? ''}
            error={error}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </div>
    </Banner>
  );
}

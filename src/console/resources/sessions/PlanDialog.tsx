import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Plan, PlannedSession } from '../../../../domain/calls/series.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { OverrideField, useConflictOverride } from './OverrideField.tsx';
import { PlanList, TooManySessions, type PlanListProps } from './PlanList.tsx';
import { changedMeanwhile } from './plans.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import layout from '../../../ui/layout.module.css';

export interface PlanDialogProps<Session extends PlannedSession> {
  title: string;
  plan: UseQueryResult<Plan & { sessions: Session[] }>;
  list: Omit<PlanListProps<Session>, 'zone'>;
  /** The sessions that are written, whose conflicts count. */
  written: readonly Session[];
  action: { label: string; isDangerous: boolean; isDisabled?: boolean };
  /** What the user chooses; `isChecked`: has tried to save. */
  children: (isChecked: boolean) => ReactNode;
  /** Whether the choices can be saved. Default: they can. */
  isValid?: boolean;
  /** Instead of an empty list. */
  empty?: string;
  /** Rejects with the server's refusal. */
  onApply: (overrideReason: string | null) => Promise<void>;
  /** Somebody else has changed the session. Default: the dialog shows it. */
  onChangedMeanwhile?: ((current: Row) => void) | undefined;
  onClose: () => void;
}

/** Shows what a change makes of sessions, before it is applied: the choices, each session, its conflicts. */
export function PlanDialog<Session extends PlannedSession>(props: PlanDialogProps<Session>) {
  const { title, plan, list, written, action, isValid = true, onClose } = props;
  const override = useConflictOverride(written);
  const [isChecked, setChecked] = useState(false);
  const { run, isRunning, refusal } = useCommand(async () => {
    setChecked(true);
    if (!override.check() || !isValid) return;
    try {
      await props.onApply(override.reason);
    } catch (error) {
      const current = changedMeanwhile(error);
      if (current === null || props.onChangedMeanwhile === undefined) throw error;
      props.onChangedMeanwhile(current);
    }
  });
  return (
    <Dialog
      title={title}
      width={620}
      onClose={onClose}
      closeButton
      cancel="Back"
      refusal={refusal}
      answer={{
        label: action.label,
        variant: action.isDangerous ? 'danger' : 'primary',
        busy: isRunning,
        disabled: plan.data === undefined || plan.isPlaceholderData || action.isDisabled === true,
        onAnswer: run,
      }}
    >
      <div className={layout.stack4}>
        {props.children(isChecked)}
        {plan.error && !plan.isFetching && (
          <ErrorState title="The dates could not be checked" onRetry={() => void plan.refetch()}>
            {plan.error.message}
          </ErrorState>
        )}
        {plan.isPending && <Loading label="Checking for conflicts" lines={2} />}
        {plan.data?.isCut === true && <TooManySessions />}
        {plan.data && list.sessions.length > 0 && (
          <div aria-busy={plan.isFetching}>
            <PlanList {...list} zone={plan.data.timezone} />
          </div>
        )}
        {plan.data && list.sessions.length === 0 && !plan.isFetching && props.empty !== undefined && (
          <p role="status">{props.empty}</p>
        )}
        <OverrideField override={override} canOverride={plan.data?.canOverrideConflicts ?? false} />
      </div>
    </Dialog>
  );
}

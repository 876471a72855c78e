import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import type { Json } from '../../../../domain/values/json.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import type { PlannedSession, SessionScope } from '../../../../domain/series-calls.ts';
import type { RowChange } from '../../../../domain/values/undo.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { formatCount } from '../../../ui/numbers.ts';
import { DespiteField, despiteFault } from './DespiteField.tsx';
import { PlanList } from './PlanList.tsx';
import { ScopeChoice } from './ScopeChoice.tsx';
import { changedMeanwhile, changePlanQuery, changeSessions } from './sessionCalls.ts';
import layout from '../../../ui/layout.module.css';

export interface ChangeDialogProps {
  resource: ClientResource;
  /** "Change", "Publish", "Cancel" */
  verb: string;
  session: { id: number; version: number; seriesId: number | null };
  /** The changed values. */
  values: Record<string, Json>;
  scope?: SessionScope;
  onDone: (changes: readonly RowChange[], count: number) => void;
  /** Somebody else has changed the session meanwhile. Default: it is said. */
  onChanged?: (theirs: Row) => void;
  onClose: () => void;
}

/** Asks how far a change of a session goes, shows what it makes of each, and what is in the way. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { resource, verb, session, values, onDone, onChanged, onClose } = props;
  const isCancelling = values['status'] === 'cancelled';
  const [scope, setScope] = useState<SessionScope>(session.seriesId === null ? 'one' : (props.scope ?? 'one'));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [despite, setDespite] = useState<string | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const plan = useQuery(changePlanQuery(session.id, { scope, values }));
  const sessions = plan.data?.sessions ?? [];
  const changed = sessions.filter((one) => !left.has(nameOf(one)));
  const clashing = changed.filter(({ clashes }) => clashes.length > 0).length;
  const fault = despiteFault(clashing, despite);
  const toggle = (name: string) => {
    const next = new Set(left);
    if (!next.delete(name)) next.add(name);
    setLeft(next);
  };
  const { run, isRunning, refusal } = useCommand(async () => {
    setIsChecked(true);
    if (fault !== undefined) return;
    const leave = [...left].map(Number);
    const json = { scope, values, leave, despite: clashing > 0 ? despite : null };
    try {
      const { changes } = await changeSessions(session.id, session.version, json);
      onDone(changes, changes.filter((one) => one.resource === resource.name).length);
    } catch (error) {
      const theirs = changedMeanwhile(error);
      if (theirs === null || onChanged === undefined) throw error;
      onChanged(theirs);
    }
  });
  const titles = new Map(resource.fields.map(({ name, title }) => [name, title]));
  const isSeveral = session.seriesId !== null;
  return (
    <Dialog
      title={isSeveral ? `${verb} which sessions?` : `${verb} this session?`}
      width={620}
      onClose={onClose}
      closeButton
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Back
          </Button>
          <Button
            variant={isCancelling ? 'danger' : 'primary'}
            busy={isRunning}
            disabled={plan.data === undefined || plan.isPlaceholderData}
            onClick={() => void run()}
          >
            {verb} {formatCount(changed.length, 'session', 'sessions')}
          </Button>
        </>
      }
    >
      <div className={layout.stack4}>
        {refusal && <Banner tone="error">{refusal.message}</Banner>}
        {isCancelling && <p>Everybody with a ticket loses it and is told.</p>}
        {isSeveral && (
          <ScopeChoice
            scope={scope}
            onScope={(next) => {
              setScope(next);
              setLeft(new Set());
            }}
          />
        )}
        {plan.error && plan.data === undefined && (
          <ErrorState title="It could not be worked out what would change" onRetry={() => void plan.refetch()}>
            {plan.error.message}
          </ErrorState>
        )}
        {plan.isPending && <Loading label="Looking for clashes" lines={2} />}
        {plan.data && (
          <PlanList
            label="Sessions"
            sessions={sessions}
            zone={plan.data.timezone}
            nameOf={nameOf}
            keptWords={({ kept }) =>
              kept.length === 0 ? null : `Keeps its own ${kept.map((name) => titles.get(name) ?? name).join(', ')}`
            }
            {...(scope === 'one'
              ? {}
              : {
                  left,
                  onToggle: toggle,
                  isFixed: ({ instanceId }: PlannedSession) => instanceId === session.id,
                })}
          />
        )}
        <DespiteField
          count={clashing}
          mayOverride={plan.data?.canOverrideConflicts ?? false}
          despite={despite}
          error={isChecked ? fault : undefined}
          onDespite={setDespite}
        />
      </div>
    </Dialog>
  );
}

function nameOf({ instanceId }: PlannedSession): string {
  return String(instanceId);
}

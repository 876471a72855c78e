import { useState } from 'react';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { showToast } from '../../../ui/toasts.ts';
import type { SubmissionDetail } from '../../../../domain/calls/requests.ts';
import { STATUS_LABELS } from '../../../../domain/requests/workflow.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { changeStatus } from '../../../requests/requestCalls.ts';
import { When } from '../../../requests/When.tsx';
import { StatusDialog, transitionLabelOf, needsDialog } from '../../../requests/StatusDialog.tsx';
import { startOfInputs, type StatusInput } from '../../../requests/statusInput.ts';
import { overrideOf, situationOf, type PossibleChange } from './nextSteps.ts';
import styles from './SubmissionPage.module.css';

interface ActionPanelProps {
  detail: SubmissionDetail;
  onChanged: (next?: SubmissionDetail) => void;
}

/** The state of the request and its possible transitions: the likeliest as buttons, the rest under More. */
export function ActionPanel({ detail, onChanged }: ActionPanelProps) {
  const change = useStatusChange({ detail, onChanged });
  const { pending, fault } = change;
  const questions = questionsTo(detail);
  return (
    <Card aria-label="Status and next steps">
      <p className={styles.status}>
        <StatusChip status={detail.status} />
      </p>
      <p className={styles.since}>
        since <When at={detail.statusSince} />
      </p>
      <p className={styles.situation}>{situationOf(detail)}</p>
      {detail.reason && questions.length === 0 && <blockquote className={styles.reason}>{detail.reason}</blockquote>}
      {fault && (
        <Banner narrow tone="error" title={fault.title} onDismiss={change.forgetFault}>
          {fault.detail}
        </Banner>
      )}
      <div className={styles.buttons}>
        <NextSteps detail={detail} change={change} hasQuestions={questions.some((kind) => kind !== 'Resubmit')} />
      </div>
      {pending && (
        <StatusDialog
          {...textsOf(detail, pending)}
          to={pending.to}
          inputs={pending.inputs}
          count={1}
          viewedAs={detail.viewedAs}
          paidCents={detail.paidCents}
          start={startOfInputs(detail)}
          onSend={(input) => change.send(pending, input)}
          onClose={change.cancel}
        />
      )}
    </Card>
  );
}

function useStatusChange({ detail, onChanged }: ActionPanelProps) {
  const [pending, setPending] = useState<PossibleChange | null>(null);
  const [conflict, setConflict] = useState<ApiError | null>(null);
  const send = async (change: PossibleChange, input: StatusInput) => {
    setConflict(null);
    try {
      const next = await changeStatus(detail.id, {
        from: detail.status,
        to: change.to,
        ...input,
        ...(change.isOverride ? { override: true as const } : {}),
      });
      onChanged(next);
      setPending(null);
      showToast(`Now in status ${STATUS_LABELS[next.status]}`);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
      // Somebody else has changed the request: shows its new state. The input no longer applies to it.
      setPending(null);
      onChanged();
      setConflict(error);
    }
  };
  const { run, runningWith, refusal, reset } = useCommand(send);
  return {
    /** What the dialog is open for. */
    pending,
    sending: runningWith?.[0] ?? null,
    fault: (conflict ?? refusal)?.problem,
    forgetFault: () => {
      setConflict(null);
      reset();
    },
    choose: (change: PossibleChange) => (needsDialog(change) ? setPending(change) : void run(change, {})),
    send: (change: PossibleChange, input: StatusInput) => {
      reset();
      return send(change, input);
    },
    cancel: () => setPending(null),
  };
}

/** The kinds of open questions to the customer, which are shown in full where they are answered. */
function questionsTo({ conversation, timeline }: SubmissionDetail) {
  if (conversation.as !== 'customer') return [];
  return timeline.filter(({ message }) => message?.state === 'open').map(({ message }) => message?.kind);
}

interface NextStepsProps {
  detail: SubmissionDetail;
  change: ReturnType<typeof useStatusChange>;
  hasQuestions: boolean;
}

function NextSteps({ detail, change: { sending, choose }, hasQuestions }: NextStepsProps) {
  const [primary, ...others] = [...detail.transitions].sort((a, b) => a.order - b.order);
  // At most three buttons; a menu is not used for a single entry.
  const room = detail.canResubmit || hasQuestions ? 1 : 2;
  const shown = others.length <= room && detail.overrides.length === 0 ? others : others.slice(0, 1);
  const more: PossibleChange[] = [...others.slice(shown.length), ...detail.overrides.map(overrideOf)];
  const isMain = (to: PossibleChange['to'], index: number) =>
    index === 0 && !detail.canResubmit && !hasQuestions && to !== 'Canceled';
  return (
    <>
      {hasQuestions && (
        <ButtonLink block variant="primary" icon="message-square" to={{ hash: '#conversation' }}>
          See what is asked
        </ButtonLink>
      )}
      {detail.canResubmit && (
        <ButtonLink
          block
          variant={hasQuestions ? 'secondary' : 'primary'}
          icon="pencil"
          to={`/requests/resubmit/${encodeURIComponent(detail.form.name)}/${detail.id}`}
        >
          Change and submit again
        </ButtonLink>
      )}
      {[primary, ...shown]
        .filter((change) => change !== undefined)
        .map((change, index) => (
          <Button
            key={change.to}
            block
            variant={isMain(change.to, index) ? 'primary' : 'secondary'}
            busy={sending?.to === change.to}
            disabled={sending !== null && sending.to !== change.to}
            onClick={() => choose(change)}
          >
            {change.label}
          </Button>
        ))}
      {more.length > 0 && (
        <Menu
          label="More steps"
          items={more.map((change, index) => {
            const isFirstOverride = change.isOverride === true && !more[index - 1]?.isOverride;
            return {
              key: `${change.isOverride ? 'override ' : ''}${change.to}`,
              label: change.label,
              danger: change.to === 'Canceled',
              divided: isFirstOverride && index > 0,
              ...(isFirstOverride ? { group: 'Set against the rules' } : {}),
              onSelect: () => choose(change),
            };
          })}
          trigger={(props) => (
            <Button {...props} block variant="quiet" iconAfter="chevron-down" disabled={sending !== null}>
              More steps
            </Button>
          )}
        />
      )}
    </>
  );
}

function textsOf({ id, status }: SubmissionDetail, change: PossibleChange) {
  if (isCancel(change)) return { title: `Cancel request #${id}`, action: 'Cancel the request' };
  const warning = change.isOverride ? ' This goes against the usual steps and moves no money.' : '';
  const action = verbOf(change);
  return { title: action, action, lead: transitionLabelOf(id, status, change.to) + warning };
}

function isCancel(change: PossibleChange): boolean {
  return change.to === 'Canceled' && !change.isOverride;
}

function verbOf(change: PossibleChange): string {
  return change.isOverride ? `Set to ${STATUS_LABELS[change.to]}` : change.label;
}

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
import { startOfInputs } from '../../../requests/statusInput.ts';
import type { StatusInput } from '../../../requests/statusInput.ts';
import { overrideOf, situationOf } from './nextSteps.ts';
import type { PossibleChange } from './nextSteps.ts';
import styles from './SubmissionPage.module.css';

/** The state of the request and its possible transitions: the likeliest as buttons, the rest under More. */
export function ActionPanel({
  detail,
  onChanged,
}: {
  detail: SubmissionDetail;
  onChanged: (next?: SubmissionDetail) => void;
}) {
  const [asking, setAsking] = useState<PossibleChange | null>(null);
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
      setAsking(null);
      showToast(`Now in status ${STATUS_LABELS[next.status]}`);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
      // Somebody else has changed the request: shows its new state. The input no longer applies to it.
      setAsking(null);
      onChanged();
      setConflict(error);
    }
  };
  const { run, runningWith, refusal, reset } = useCommand(send);
  const sending = runningWith?.[0] ?? null;
  const fault = (conflict ?? refusal)?.problem;
  const forgetFault = () => {
    setConflict(null);
    reset();
  };
  const choose = (change: PossibleChange) => (needsDialog(change) ? setAsking(change) : void run(change, {}));

  // What is asked of the customer stands in full where it is answered.
  const questions =
    detail.conversation.as === 'customer'
      ? detail.timeline.filter(({ message }) => message?.state === 'open').map(({ message }) => message?.kind)
      : [];
  const hasQuestions = questions.some((kind) => kind !== 'Resubmit');
  const [primary, ...others] = [...detail.transitions].sort((a, b) => a.order - b.order);
  // At most three buttons; a menu is not used for a single entry.
  const room = detail.canResubmit || hasQuestions ? 1 : 2;
  const shown = others.length <= room && detail.overrides.length === 0 ? others : others.slice(0, 1);
  const more: PossibleChange[] = [...others.slice(shown.length), ...detail.overrides.map(overrideOf)];
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
        <Banner narrow tone="error" title={fault.title} onDismiss={forgetFault}>
          {fault.detail}
        </Banner>
      )}
      <div className={styles.buttons}>
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
              variant={
                index === 0 && !detail.canResubmit && !hasQuestions && change.to !== 'Canceled'
                  ? 'primary'
                  : 'secondary'
              }
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
            items={more.map((change, index) => ({
              key: `${change.isOverride ? 'override ' : ''}${change.to}`,
              label: change.label,
              danger: change.to === 'Canceled',
              divided: change.isOverride === true && !more[index - 1]?.isOverride && index > 0,
              ...(change.isOverride && !more[index - 1]?.isOverride ? { group: 'Set against the rules' } : {}),
              onSelect: () => choose(change),
            }))}
            trigger={(props) => (
              <Button {...props} block variant="quiet" iconAfter="chevron-down" disabled={sending !== null}>
                More steps
              </Button>
            )}
          />
        )}
      </div>
      {asking && (
        <StatusDialog
          title={isCancel(asking) ? `Cancel request #${detail.id}` : verbOf(asking)}
          lead={
            isCancel(asking)
              ? undefined
              : transitionLabelOf(detail.id, detail.status, asking.to) +
                (asking.isOverride ? ' This goes against the usual steps and moves no money.' : '')
          }
          to={asking.to}
          inputs={asking.inputs}
          count={1}
          viewedAs={detail.viewedAs}
          paidCents={detail.paidCents}
          start={startOfInputs(detail)}
          action={isCancel(asking) ? 'Cancel the request' : verbOf(asking)}
          onSend={(input) => {
            reset();
            return send(asking, input);
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </Card>
  );
}

function isCancel(change: PossibleChange): boolean {
  return change.to === 'Canceled' && !change.isOverride;
}

function verbOf(change: PossibleChange): string {
  return change.isOverride ? `Set to ${STATUS_LABELS[change.to]}` : change.label;
}

import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import type { SubmissionDetail } from '../../../../domain/calls/requests.ts';
import { When } from '../../../requests/When.tsx';
import { situationOf } from './nextSteps.ts';
import { WhatToDo } from './WhatToDo.tsx';
import { RequestActions } from './RequestActions.tsx';
import styles from './SubmissionPage.module.css';

export function ActionPanel({ detail }: { detail: SubmissionDetail }) {
  // Customers read the question in full where they answer it.
  const questions =
    detail.conversation.as === 'customer'
      ? detail.timeline.filter(({ message }) => message?.state === 'open').map(({ message }) => message?.kind)
      : [];
  const hasQuestions = questions.some((kind) => kind !== 'Resubmit');
  return (
    <Card aria-label="Status and next steps">
      <p className={styles.status}>
        <StatusChip status={detail.status} />
      </p>
      <p className={styles.since}>
        since <When at={detail.statusSince} />
      </p>
      <p className={styles.situation}>{situationOf(detail)}</p>
      <WhatToDo detail={detail} />
      {detail.reason && questions.length === 0 && <blockquote className={styles.reason}>{detail.reason}</blockquote>}
      <div className={styles.buttons}>
        {hasQuestions && (
          <ButtonLink block variant="primary" icon="message-square" to={{ hash: '#conversation' }}>
            See what we need
          </ButtonLink>
        )}
        {detail.status === 'PaymentPending' && detail.viewedAs === 'customer' && (
          <ButtonLink block variant="primary" icon="credit-card" to={`/payment/request/${detail.id}`}>
            Pay
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
        <RequestActions detail={detail} isSecondary={hasQuestions || detail.canResubmit} />
      </div>
    </Card>
  );
}

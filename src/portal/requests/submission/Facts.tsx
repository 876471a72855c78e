import { formatDay, formatMoney } from '../../../../domain/values/formats.ts';
import { Card } from '../../../ui/Card.tsx';
import type { SubmissionDetail } from '../../../../domain/calls/requests.ts';
import { When } from '../../../requests/When.tsx';
import { waitingText } from '../waitingText.ts';
import { AssignButton } from './RequestActions.tsx';
import styles from './SubmissionPage.module.css';

export function Facts({ detail }: { detail: SubmissionDetail }) {
  const isStaff = detail.viewedAs === 'staff';
  const { submittedBy, assignedTo, group, costCents, paidCents, neededOn, expectedOn, createdAt } = detail;
  const assignee = (
    <span className={styles.assignee}>
      {assignedTo?.name ?? 'Nobody yet'}
      <AssignButton detail={detail} />
    </span>
  );
  return (
    <Card title="Details">
      <dl className={styles.factList}>
        {detail.waitingFor !== 'Nobody' && (
          <>
            <dt>Waiting for</dt>
            <dd>{waitingText(detail)}</dd>
          </>
        )}
        <dt>Assigned to</dt>
        <dd>{assignee}</dd>
        {costCents !== null && (
          <>
            <dt>Cost</dt>
            <dd>{formatCost(costCents, paidCents)}</dd>
          </>
        )}
        {neededOn !== null && (
          <>
            <dt>Needed by</dt>
            <dd>{formatDay(neededOn)}</dd>
          </>
        )}
        {expectedOn !== null && (
          <>
            <dt>Expected</dt>
            <dd>{formatDay(expectedOn)}</dd>
          </>
        )}
        <dt>Submitted</dt>
        <dd>
          <When at={createdAt} />
        </dd>
        {isStaff && (
          <>
            <dt>By</dt>
            <dd>{submittedBy.name}</dd>
          </>
        )}
        {group !== null && (
          <>
            <dt>Group</dt>
            <dd>{group.title}</dd>
          </>
        )}
        {isStaff && (
          <>
            <dt>Form version</dt>
            <dd>{detail.formVersion.number}</dd>
          </>
        )}
      </dl>
    </Card>
  );
}

function formatCost(costCents: number, paidCents: number): string {
  if (paidCents === 0) return formatMoney(costCents);
  return paidCents >= costCents
    ? `${formatMoney(costCents)}, paid`
    : `${formatMoney(costCents)}, ${formatMoney(paidCents)} paid`;
}

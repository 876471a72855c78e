import { Link } from 'react-router-dom';
import { formatCount, formatDay, formatMoney } from '../../../../domain/values/formats.ts';
import { Card } from '../../../ui/Card.tsx';
import type { SubmissionDetail } from '../../../../domain/calls/requests.ts';
import { PriceLines } from '../../../requests/PriceLines.tsx';
import { When } from '../../../requests/When.tsx';
import { waitingText } from '../waitingText.ts';
import { AssignButton } from './RequestActions.tsx';
import styles from './SubmissionPage.module.css';

export function Facts({ detail }: { detail: SubmissionDetail }) {
  const isStaff = detail.viewedAs === 'staff';
  const { submittedBy, assignedTo, group, costCents, paidCents, neededOn, expectedOn, createdAt } = detail;
  const assignee = (
    <span className={styles.assignee}>
      {assignedTo?.name ?? 'No one yet'}
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
            <dd>
              {formatCost(costCents, paidCents)}
              <PriceLines lines={detail.priceLines} />
            </dd>
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
        {detail.shelf !== null && detail.errand === null && (
          <>
            <dt>Shelf</dt>
            <dd>{detail.shelf}</dd>
          </>
        )}
        <dt>Submitted</dt>
        <dd>
          <When at={createdAt} />
        </dd>
        {isStaff && (
          <>
            <dt>Customer</dt>
            <dd>
              <CustomerFacts id={submittedBy.id} name={submittedBy.name} customer={detail.customer} />
            </dd>
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

interface CustomerFactsProps {
  id: number;
  name: string;
  customer: SubmissionDetail['customer'];
}

/** Who the customer is, and what else staff should know. */
function CustomerFacts({ id, name, customer }: CustomerFactsProps) {
  if (customer === null) return name;
  const { email, openRequests, requests, noShows } = customer;
  return (
    <>
      {name}
      {email !== null && (
        <>
          <br />
          <a href={`mailto:${email}`}>
            {email.split('@', 1)}
            <wbr />
            {email.slice(email.indexOf('@'))}
          </a>
        </>
      )}
      <br />
      <Link to={`/requests/viewsubmissions?submittedById=${id}&showDone=true`}>
        {formatCount(requests, 'request', 'requests')}
      </Link>
      , {openRequests} open
      {noShows > 0 && (
        <>
          <br />
          {formatCount(noShows, 'no-show', 'no-shows')} at sessions
        </>
      )}
    </>
  );
}

function formatCost(costCents: number, paidCents: number): string {
  if (paidCents === 0) return formatMoney(costCents);
  return paidCents >= costCents
    ? `${formatMoney(costCents)}, paid`
    : `${formatMoney(costCents)}, ${formatMoney(paidCents)} paid`;
}

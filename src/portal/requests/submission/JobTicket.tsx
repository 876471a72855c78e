import type { SubmissionDetail } from '../../../../domain/calls/requests.ts';
import { STATUS_LABELS } from '../../../../domain/requests/workflow.ts';
import { formatDay, formatMoney } from '../../../../domain/values/formats.ts';
import { QrCode } from '../../../ui/QrCode.tsx';
import styles from './SubmissionPage.module.css';

/** On paper only, above the answers: what is taped to the part. The code leads to the request. */
export function JobTicket({ detail }: { detail: SubmissionDetail }) {
  const { id, submittedBy, customer, neededOn, expectedOn, costCents, assignedTo, status } = detail;
  const facts = [
    ['Customer', submittedBy.name],
    ['Contact', customer?.email ?? submittedBy.username],
    ['Needed by', neededOn && formatDay(neededOn, 'dated')],
    ['Expected', expectedOn && formatDay(expectedOn, 'dated')],
    ['Status', STATUS_LABELS[status]],
    ['Cost', costCents === null ? null : formatMoney(costCents)],
    ['Assigned to', assignedTo?.name ?? null],
  ] as const;
  return (
    <div className={styles.jobTicket}>
      <dl className={styles.factList}>
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <div key={label} className={styles.jobFact}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <QrCode
        text={`${window.location.origin}/requests/viewsubmission/${id}/staff`}
        label={`QR code of request #${id}`}
      />
    </div>
  );
}

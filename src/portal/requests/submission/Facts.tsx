import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { FactList } from '../../../ui/FactList.tsx';
import type { Fact } from '../../../ui/FactList.tsx';
import type { SubmissionDetail } from '../../../../domain/request-calls.ts';
import { formatDay, formatMoney } from '../formats.ts';
import { When } from '../When.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import styles from './SubmissionPage.module.css';

/** Who it is from, who has it, and what it costs. */
export function Facts({ detail, onChanged }: { detail: SubmissionDetail; onChanged: () => void }) {
  const [isAssigning, setIsAssigning] = useState(false);
  const { submittedBy, assignedTo, group, costCents, paidCents, expectedOn, createdAt } = detail;
  const assignee = (
    <span className={styles.assignee}>
      {assignedTo?.name ?? 'Nobody yet'}
      {detail.canAssign && <Button size="small" onClick={() => setIsAssigning(true)}>{assignedTo ? 'Reassign' : 'Assign'}</Button>}
    </span>
  );
  const facts: Fact[] = [
    { key: 'assigned', label: detail.canAssign ? 'Assigned to' : 'With', value: assignee },
    { key: 'by', label: 'Submitted by', value: submittedBy.name },
    { key: 'at', label: 'Submitted', value: <When at={createdAt} /> },
    ...(costCents === null ? [] : [{ key: 'cost', label: 'Cost', value: costInWords(costCents, paidCents) }]),
    ...(expectedOn === null ? [] : [{ key: 'expected', label: 'Expected', value: formatDay(expectedOn) }]),
    ...(group === null ? [] : [{ key: 'group', label: 'Group', value: group.title }]),
    ...(detail.canAssign ? [{ key: 'version', label: 'Form version', value: String(detail.formVersion.number) }] : []),
  ];
  return (
    <Card title="Details" className={styles.facts}>
      <FactList facts={facts} inline />
      {isAssigning && <AssignDialog detail={detail} onClose={() => setIsAssigning(false)} onAssigned={onChanged} />}
    </Card>
  );
}

function costInWords(costCents: number, paidCents: number): string {
  if (paidCents === 0) return formatMoney(costCents);
  return paidCents >= costCents ? `${formatMoney(costCents)}, paid` : `${formatMoney(costCents)}, ${formatMoney(paidCents)} paid`;
}

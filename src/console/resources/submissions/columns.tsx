import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { SubmissionSummary } from '../../../../domain/request-calls.ts';
import { useModel } from '../../../app/useModel.ts';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { formatMoney } from '../../../../domain/money.ts';
import { formatDay, formatInstant, formatInstantFully } from '../../values/formats.ts';
import type { ColumnName } from './listQuery.ts';
import styles from './submissions.module.css';

export interface SubmissionColumn {
  title: string;
  numeric?: true;
  cell: (row: SubmissionSummary, now: number) => ReactNode;
}

export const SUBMISSION_COLUMNS: Record<ColumnName, SubmissionColumn> = {
  id: { title: 'Request', cell: (row) => `#${row.id}` },
  form: { title: 'Form', cell: (row) => <Cut>{row.form.title}</Cut> },
  formGroup: { title: 'Group', cell: (row) => row.group && <Cut>{row.group.title}</Cut> },
  status: { title: 'Status', cell: (row) => <StatusChip status={row.status} /> },
  submittedBy: {
    title: 'Submitted by',
    cell: (row) => <Cut hint={row.submittedBy.username}>{row.submittedBy.name}</Cut>,
  },
  assignedTo: {
    title: 'Assigned to',
    cell: (row) => row.assignedTo && <Cut hint={row.assignedTo.username}>{row.assignedTo.name}</Cut>,
  },
  costCents: {
    title: 'Cost',
    numeric: true,
    cell: (row) => (row.costCents === null ? null : formatMoney(row.costCents)),
  },
  createdAt: { title: 'Submitted', cell: (row, now) => <When at={row.createdAt} now={now} /> },
  statusSince: { title: 'In this status', cell: (row, now) => <Age since={row.statusSince} now={now} /> },
  expectedOn: { title: 'Expected', cell: (row) => row.expectedOn && formatDay(row.expectedOn) },
};

/** The cell of a column; a dash where there is nothing. `now`: when the row was asked for. */
export function Cell({ row, column, now }: { row: SubmissionSummary; column: ColumnName; now: number }) {
  const content = SUBMISSION_COLUMNS[column].cell(row, now);
  if (content === null || content === '')
    return (
      <span aria-hidden="true" className={styles.nothing}>
        –
      </span>
    );
  return <>{content}</>;
}

export function RequestLink({ row, children }: { row: SubmissionSummary; children: ReactNode }) {
  return (
    <Link className={styles.requestLink} to={`/requests/viewsubmission/${row.id}/staff`}>
      {children}
    </Link>
  );
}

function Cut({ hint, children }: { hint?: string; children: string }) {
  return <span title={hint ? `${children} (${hint})` : children}>{children}</span>;
}

function When({ at, now }: { at: string; now: number }) {
  const { timezone } = useModel().site;
  return (
    <time dateTime={at} title={formatInstantFully(at, timezone)}>
      {shortInstant(at, now, timezone)}
    </time>
  );
}

/** "20 Nov, 15:24"; of another year, with it. */
function shortInstant(at: string, now: number, zone: string): string {
  const [date = '', time = ''] = formatInstant(at, zone).split(', ');
  const year = ` ${formatInstant(new Date(now).toISOString(), zone).split(', ')[0]?.split(' ').at(-1)}`;
  return date.endsWith(year) ? `${date.slice(0, -year.length)}, ${time}` : date;
}

function Age({ since, now }: { since: string; now: number }) {
  const { timezone } = useModel().site;
  return (
    <time dateTime={since} title={`Since ${formatInstantFully(since, timezone)}`}>
      {ageInWords(since, now)}
    </time>
  );
}

const STEPS: [size: number, one: string, many: string][] = [
  [86_400_000, 'day', 'days'],
  [3_600_000, 'hour', 'hours'],
  [60_000, 'minute', 'minutes'],
];

/** "3 days", "1 hour"; under a minute "just now". */
export function ageInWords(since: string, now: number): string {
  const age = now - Date.parse(since);
  const step = STEPS.find(([size]) => age >= size);
  if (!step) return 'just now';
  const count = Math.floor(age / step[0]);
  return `${count} ${count === 1 ? step[1] : step[2]}`;
}

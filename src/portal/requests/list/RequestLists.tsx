import { formatDay, formatMoney } from '../../../../domain/values/formats.ts';
import { Link } from 'react-router-dom';
import { Card } from '../../../ui/Card.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { Table, type Column } from '../../../ui/Table.tsx';
import type { SubmissionSummary } from '../../../../domain/calls/requests.ts';
import { When } from '../../../requests/When.tsx';
import { waitingText } from '../waitingText.ts';
import { PAGE_SIZE, type ListState } from './listState.ts';
import styles from './MyRequests.module.css';

const COLUMNS: readonly Column<SubmissionSummary>[] = [
  {
    key: 'id',
    header: 'Request',
    sortable: true,
    cell: (row) => (
      <>
        <Link className={styles.link} to={`/requests/viewsubmission/${row.id}/Default`}>
          <span className={styles.number}>#{row.id}</span> {row.subject ?? row.form.title}
        </Link>
        {row.subject !== null && <small className={styles.form}>{row.form.title}</small>}
      </>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    sortable: true,
    cell: (row) => (
      <>
        <StatusChip status={row.status} />
        {row.status === 'PaymentPending' && (
          <>
            {' '}
            <Link to={`/payment/request/${row.id}`}>
              Pay<span className="visually-hidden"> for request #{row.id}</span>
            </Link>
          </>
        )}
      </>
    ),
  },
  { key: 'waitingFor', header: 'Waiting for', sortable: true, minor: true, cell: waitingText },
  {
    key: 'neededOn',
    header: 'Needed by',
    sortable: true,
    cell: (row) => (row.neededOn === null ? '–' : formatDay(row.neededOn)),
  },
  {
    key: 'statusSince',
    header: 'In this status since',
    sortable: true,
    minor: true,
    cell: (row) => <When at={row.statusSince} />,
  },
  { key: 'createdAt', header: 'Submitted', sortable: true, minor: true, cell: (row) => <When at={row.createdAt} /> },
  { key: 'assignedToId', header: 'Assigned to', minor: true, cell: (row) => row.assignedTo?.name ?? '–' },
  {
    key: 'costCents',
    header: 'Cost',
    align: 'end',
    sortable: true,
    cell: (row) => (row.costCents === null ? '–' : formatMoney(row.costCents)),
  },
];

/** Of a table whose order is fixed, and whose rows all wait for the user. */
const UNSORTED = COLUMNS.filter(({ key }) => key !== 'waitingFor').map(({ sortable: _sortable, ...column }) => column);

interface RequestListsProps {
  needsYou: readonly SubmissionSummary[];
  rows: readonly SubmissionSummary[];
  /** Of all pages of `rows`. */
  others: number;
  state: ListState;
  onChange: (part: Partial<ListState>) => void;
}

/** The requests that wait for the user, and a page of the others. */
export function RequestLists({ needsYou, rows, others, state, onChange }: RequestListsProps) {
  const { sortBy, order, page } = state;
  return (
    <>
      {needsYou.length > 0 && (
        <>
          <h2 className={styles.group}>Needs you</h2>
          <Card flush>
            <Table caption="Needs you" columns={UNSORTED} rows={needsYou} rowKey={(row) => row.id} />
          </Card>
          {rows.length > 0 && <h2 className={styles.group}>Other requests</h2>}
        </>
      )}
      {rows.length > 0 && (
        <Card flush>
          <Table
            caption="My requests"
            columns={COLUMNS}
            rows={rows}
            rowKey={(row) => row.id}
            sort={{ key: sortBy, order }}
            onSort={(key) => onChange({ sortBy: key, order: sortBy === key && order === 'ASC' ? 'DESC' : 'ASC' })}
          />
        </Card>
      )}
      {others > PAGE_SIZE && (
        <Pagination
          page={page}
          perPage={PAGE_SIZE}
          total={others}
          onPage={(next) => onChange({ page: next })}
          label="Pages of my requests"
        />
      )}
    </>
  );
}

import type { SubmissionSummary } from '../../../../domain/request-calls.ts';
import { classNames } from '../../../ui/classNames.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { Checkbox } from '../../list/Checkbox.tsx';
import list from '../../list/DataTable.module.css';
import frame from '../../list/ListFrame.module.css';
import cards from '../../list/RowCards.module.css';
import { formatMoney } from '../../../../domain/money.ts';
import { BulkActions, type RowsProps } from './BulkActions.tsx';
import { Cell, RequestLink, SUBMISSION_COLUMNS } from './columns.tsx';
import { SORTABLE } from './listQuery.ts';
import type { ColumnName, SortField } from './listQuery.ts';
import type { SubmissionList } from './useSubmissionList.ts';
import styles from './submissions.module.css';

export function SubmissionTable(props: RowsProps) {
  const { submissions, rows, selected } = props;
  const { columns, compact, answer } = submissions;
  const isSelecting = selected.size > 0;
  return (
    <div className={classNames(frame.frame, list.scroll)} tabIndex={-1}>
      <table className={classNames(list.table, compact && list.compact, answer.isPlaceholderData && list.stale)}>
        <caption className="visually-hidden">Requests</caption>
        <thead>
          <tr className={classNames(isSelecting && list.selectionHead)}>
            <th scope="col" className={list.checkCell}>
              <PageCheckbox {...props} />
              {isSelecting && (
                <div className={list.overHead}>
                  <BulkActions {...props} />
                </div>
              )}
            </th>
            {columns.map((column) => (
              <HeadCell key={column} column={column} submissions={submissions} isCovered={isSelecting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.id} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PageCheckbox({ rows, selected, onSelect }: RowsProps) {
  const all = rows.length > 0 && rows.every((row) => selected.has(row.id));
  return (
    <Checkbox
      label={all ? 'Unselect the requests of this page' : 'Select the requests of this page'}
      checked={all}
      indeterminate={!all && selected.size > 0}
      onChange={() => onSelect(new Set(all ? [] : rows.map((row) => row.id)))}
    />
  );
}

function HeadCell({
  column,
  submissions,
  isCovered,
}: {
  column: ColumnName;
  submissions: SubmissionList;
  isCovered: boolean;
}) {
  const { query, change } = submissions;
  const { title, numeric } = SUBMISSION_COLUMNS[column];
  const field = SORTABLE.find((name) => name === column);
  const isSorted = query.sortBy === column;
  const icon = isSorted ? (query.sortOrder === 'ASC' ? 'arrow-up' : 'arrow-down') : 'chevrons-up-down';
  const sort = (by: SortField) =>
    change({ sortBy: by, sortOrder: isSorted && query.sortOrder === 'ASC' ? 'DESC' : 'ASC' });
  // Hidden words keep the column as wide as it is while the actions lie over them.
  if (isCovered) {
    return (
      <th scope="col" className={classNames(numeric && list.numeric)}>
        <span className={classNames(list.sort, list.kept)}>
          {title}
          {field && <Icon name={icon} size={14} />}
        </span>
      </th>
    );
  }
  return (
    <th
      scope="col"
      className={classNames(numeric && list.numeric)}
      {...(field ? { 'aria-sort': isSorted ? (query.sortOrder === 'ASC' ? 'ascending' : 'descending') : 'none' } : {})}
    >
      {field ? (
        <button type="button" className={classNames(list.sort, isSorted && list.sorted)} onClick={() => sort(field)}>
          {title}
          <Icon name={icon} size={14} />
        </button>
      ) : (
        <span className={list.headText}>{title}</span>
      )}
    </th>
  );
}

function TableRow({ row, submissions, selected, onSelect }: RowsProps & { row: SubmissionSummary }) {
  const isSelected = selected.has(row.id);
  const now = submissions.answer.dataUpdatedAt;
  return (
    <tr className={classNames(isSelected && list.selectedRow)}>
      <td className={list.checkCell}>
        <Checkbox
          label={`Select request #${row.id}`}
          checked={isSelected}
          onChange={() => onSelect(toggled(selected, row.id))}
        />
      </td>
      {submissions.columns.map((column, index) => (
        <td key={column} className={classNames(SUBMISSION_COLUMNS[column].numeric && list.numeric)}>
          {index === 0 ? (
            <RequestLink row={row}>
              <Cell {...{ row, column, now }} />
            </RequestLink>
          ) : (
            <Cell {...{ row, column, now }} />
          )}
        </td>
      ))}
    </tr>
  );
}

/** On a phone: what it is, whose, and where it stands. */
export function SubmissionCards(props: RowsProps) {
  const { rows, selected, onSelect, submissions } = props;
  return (
    <div className={classNames(submissions.answer.isPlaceholderData && cards.stale)}>
      {selected.size > 0 && (
        <div className={cards.cardBulk}>
          <BulkActions {...props} />
        </div>
      )}
      <ul className={cards.cards}>
        {rows.map((row) => (
          <li key={row.id} className={classNames(cards.card, selected.has(row.id) && cards.selected)}>
            <div className={cards.cardHead}>
              <span className={styles.cardLink}>
                <RequestLink row={row}>
                  #{row.id} {row.form.title}
                </RequestLink>
              </span>
              <Checkbox
                label={`Select request #${row.id}`}
                checked={selected.has(row.id)}
                onChange={() => onSelect(toggled(selected, row.id))}
              />
            </div>
            <p className={styles.cardLine}>
              <StatusChip status={row.status} />
              <span>
                <Cell row={row} column="statusSince" now={submissions.answer.dataUpdatedAt} />
              </span>
              {row.costCents !== null && <span>{formatMoney(row.costCents)}</span>}
            </p>
            <p className={styles.cardPeople}>
              {row.submittedBy.name}, {row.assignedTo ? `assigned to ${row.assignedTo.name}` : 'not assigned'}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function toggled(selected: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import { useSidewaysScroll } from './useSidewaysScroll.ts';
import styles from './Table.module.css';

export interface Column<Row> {
  key: string;
  header: string;
  /** Only for screen readers. */
  isHeaderHidden?: boolean;
  cell: (row: Row) => ReactNode;
  /** Numbers are right-aligned. */
  align?: 'start' | 'end';
  /** Omitted on small screens: on phones, where a row becomes a card, and on tablets. */
  minor?: boolean;
  sortable?: boolean;
}

export interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  sort?: { key: string; order: 'ASC' | 'DESC' };
  onSort?: (key: string) => void;
  /** The cells of a last row, of all rows together. */
  foot?: readonly ReactNode[];
  /** On phones a row becomes a card. Default: true; otherwise the table scrolls. */
  isStacking?: boolean;
}

/** A simple table; the first column contains the link. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, sort, onSort, foot, isStacking = true } = props;
  const box = useSidewaysScroll();
  return (
    <div className={styles.scroller} {...box}>
      <table className={classNames(styles.table, isStacking && styles.stacking)}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell
                key={column.key}
                column={column}
                order={sort?.key === column.key ? sort.order : null}
                {...(onSort === undefined ? {} : { onSort })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.key} data-label={column.header} className={columnClass(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot !== undefined && (
          <tfoot>
            <tr>
              {columns.map((column, index) => (
                <td key={column.key} data-label={column.header} className={columnClass(column)}>
                  {foot[index]}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function columnClass({ align, minor }: { align?: 'start' | 'end'; minor?: boolean }): string {
  return classNames(align === 'end' && styles.end, minor && styles.minor);
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  order: 'ASC' | 'DESC' | null;
  onSort?: (key: string) => void;
}

function HeadCell<Row>({ column, order, onSort }: HeadCellProps<Row>) {
  const sorted =
    order === null ? {} : { 'aria-sort': order === 'ASC' ? ('ascending' as const) : ('descending' as const) };
  return (
    <th scope="col" className={columnClass(column)} {...sorted}>
      {column.sortable === true && onSort !== undefined ? (
        <button type="button" className={styles.sortButton} onClick={() => onSort(column.key)}>
          {column.header}
          <Icon name={order === null ? 'chevrons-up-down' : order === 'ASC' ? 'arrow-up' : 'arrow-down'} size={14} />
        </button>
      ) : (
        <span className={classNames(column.isHeaderHidden && 'visually-hidden')}>{column.header}</span>
      )}
    </th>
  );
}

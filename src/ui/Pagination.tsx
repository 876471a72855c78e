import { formatNumber } from '../../domain/values/formats.ts';
import { Link } from 'react-router-dom';
import { formatTotal, type Accuracy } from '../../domain/declarations/list-total.ts';
import { buttonClass } from './buttonClass.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { Select } from './SelectField.tsx';
import styles from './Pagination.module.css';

export const PAGE_SIZES = [10, 25, 50, 100] as const;

export interface PaginationProps {
  page: number;
  perPage: number;
  total: number;
  /** The total is not exact: it is shown as such, no last page is named, and a page that is not full is the last one. */
  estimate?: { accuracy: Accuracy; rows: number };
  onPage?: (page: number) => void;
  /** Where pages have addresses, which lead there also without scripts. */
  pagePath?: (page: number) => string;
  /** Enables choosing the page size. */
  onPerPage?: (perPage: number) => void;
  label?: string;
}

export function Pagination({
  page,
  perPage,
  total,
  estimate,
  onPage,
  pagePath: pathOf,
  onPerPage,
  label = 'Pages',
}: PaginationProps) {
  const last = Math.max(1, Math.ceil(total / perPage));
  const from = total === 0 ? 0 : (page - 1) * perPage + 1;
  const to = estimate ? from + estimate.rows - 1 : Math.min(page * perPage, total);
  const sizes = [...new Set([...PAGE_SIZES, perPage])].sort((a, b) => a - b);
  const turn = (to: number, icon: 'chevron-left' | 'chevron-right', title: string) => {
    const isThere = to >= 1 && (estimate ? to <= page || estimate.rows === perPage : to <= last);
    return pathOf !== undefined && isThere ? (
      <Link
        to={pathOf(to)}
        title={title}
        aria-label={title}
        className={buttonClass({ variant: 'quiet', size: 'small' }, true)}
      >
        <Icon name={icon} />
      </Link>
    ) : (
      <IconButton icon={icon} label={title} size="small" disabled={!isThere} onClick={() => onPage?.(to)} />
    );
  };
  return (
    <nav className={styles.pagination} aria-label={label}>
      <span aria-live="polite">
        {`${formatNumber(from)}–${formatNumber(to)} of ${formatTotal(formatNumber(total), estimate?.accuracy)}`}
      </span>
      {onPerPage && (
        <span className={styles.perPage}>
          <span aria-hidden="true">Rows</span>
          <Select
            aria-label="Rows per page"
            options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
            value={String(perPage)}
            onChange={(event) => onPerPage(Number(event.target.value))}
          />
        </span>
      )}
      <span className={styles.pages}>
        {turn(page - 1, 'chevron-left', 'Previous page')}
        <span>
          Page {formatNumber(page)}
          {!estimate && ` of ${formatNumber(last)}`}
        </span>
        {turn(page + 1, 'chevron-right', 'Next page')}
      </span>
    </nav>
  );
}

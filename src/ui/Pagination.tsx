import { IconButton } from './IconButton.tsx';
import { formatNumber } from './numbers.ts';
import { Select } from './SelectField.tsx';
import styles from './Pagination.module.css';

export const PAGE_SIZES = [10, 25, 50, 100] as const;

export interface PaginationProps {
  /** One-based. */
  page: number;
  perPage: number;
  total: number;
  /** The total is an estimate, and shown as one. */
  isEstimate?: boolean;
  onPage: (page: number) => void;
  /** Enables choosing the page size. */
  onPerPage?: (perPage: number) => void;
  label?: string;
}

export function Pagination({
  page,
  perPage,
  total,
  isEstimate = false,
  onPage,
  onPerPage,
  label = 'Pages',
}: PaginationProps) {
  const last = Math.max(1, Math.ceil(total / perPage));
  const from = total === 0 ? 0 : (page - 1) * perPage + 1;
  const to = Math.min(page * perPage, total);
  const sizes = [...new Set([...PAGE_SIZES, perPage])].sort((a, b) => a - b);
  return (
    <nav className={styles.pagination} aria-label={label}>
      <span aria-live="polite">
        {`${formatNumber(from)}–${formatNumber(to)} of ${isEstimate ? 'about ' : ''}${formatNumber(total)}`}
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
        <IconButton
          icon="chevron-left"
          label="Previous page"
          size="small"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <span>
          Page {formatNumber(page)} of {formatNumber(last)}
        </span>
        <IconButton
          icon="chevron-right"
          label="Next page"
          size="small"
          disabled={page >= last}
          onClick={() => onPage(page + 1)}
        />
      </span>
    </nav>
  );
}

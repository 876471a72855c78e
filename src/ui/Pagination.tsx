import { IconButton } from './IconButton.tsx';
import styles from './Pagination.module.css';

export interface PaginationProps {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  label?: string;
}

export function Pagination({ page, pageSize, total, onPage, label = 'Pages' }: PaginationProps) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const to = Math.min(total, page * pageSize);
  return (
    <nav className={styles.pagination} aria-label={label}>
      <span aria-live="polite">{`${format(from)} to ${format(to)} of ${format(total)}`}</span>
      <span className={styles.steps}>
        <IconButton
          icon="chevron-left"
          label="Previous page"
          variant="secondary"
          size="small"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <IconButton
          icon="chevron-right"
          label="Next page"
          variant="secondary"
          size="small"
          disabled={page >= last}
          onClick={() => onPage(page + 1)}
        />
      </span>
    </nav>
  );
}

function format(count: number): string {
  return count.toLocaleString('en-US');
}

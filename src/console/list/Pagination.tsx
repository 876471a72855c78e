import { IconButton } from '../../ui/IconButton.tsx';
import { Select } from '../../ui/SelectField.tsx';
import { formatNumber } from '../values/formats.ts';
import { PAGE_SIZES } from './useListView.ts';
import styles from './Pagination.module.css';

export interface PaginationProps {
  page: number;
  perPage: number;
  total: number;
  isEstimate: boolean;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
}

export function Pagination({ page, perPage, total, isEstimate, onPage, onPerPage }: PaginationProps) {
  const last = Math.max(1, Math.ceil(total / perPage));
  const from = (page - 1) * perPage + 1;
  const to = Math.min(page * perPage, total);
  const sizes = [...new Set([...PAGE_SIZES, perPage])].sort((a, b) => a - b);
  return (
    <nav className={styles.pagination} aria-label="Pages">
      <span>
        {formatNumber(from)}–{formatNumber(to)} of {isEstimate && 'about '}
        {formatNumber(total)}
      </span>
      <span className={styles.perPage}>
        <span aria-hidden="true">Rows</span>
        <Select
          aria-label="Rows per page"
          options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
          value={String(perPage)}
          onChange={(event) => onPerPage(Number(event.target.value))}
        />
      </span>
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

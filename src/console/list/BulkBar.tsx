import { formatNumber } from '../../../domain/values/formats.ts';
import { BulkActions } from '../../actions/ActionBar.tsx';
import { Button } from '../../ui/Button.tsx';
import { pluralInside } from '../../app/resourceNames.ts';
import type { ListRows } from './listRows.ts';
import { RecipientsLink } from './RecipientsLink.tsx';
import styles from './BulkBar.module.css';

export function BulkBar({ list }: { list: ListRows }) {
  const { resource, rows, selected, total } = list;
  const clear = () => list.onSelect([]);
  const isWholePage = rows.every((row) => selected.includes(row.id));
  const reachable = Math.min(total, list.selectableAtMost);
  return (
    <div className={styles.bulk}>
      <span className={styles.bulkCount} role="status">
        {formatNumber(selected.length)} selected
      </span>
      {isWholePage && selected.length < reachable && (
        <button type="button" className={styles.textButton} onClick={list.selectAllMatching}>
          Select {reachable < total ? `the first ${formatNumber(reachable)}` : `all ${formatNumber(total)}`}{' '}
          {pluralInside(resource)}
        </button>
      )}
      <span className={styles.bulkActions}>
        <BulkActions resource={resource} ids={selected} rows={rows} part="others" onDone={clear} />
        <RecipientsLink resource={resource} filter={{ id: selected }} size="small" />
        {resource.can.update && (
          <Button size="small" icon="pencil" onClick={() => list.onEdit()}>
            Edit
          </Button>
        )}
        <BulkActions resource={resource} ids={selected} rows={rows} part="deletions" onDone={clear} />
        <Button size="small" variant="quiet" onClick={clear}>
          Clear selection
        </Button>
      </span>
    </div>
  );
}

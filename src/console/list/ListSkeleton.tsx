import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { classNames } from '../../ui/classNames.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { pluralInside } from '../../app/resourceNames.ts';
import { ListFrame } from './ListFrame.tsx';
import type { ListView } from './useListView.ts';
import frame from './ListFrame.module.css';
import styles from './ListSkeleton.module.css';

const ROWS = 10;

export function ListSkeleton({
  resource,
  view,
  lead,
  bodyOnly = false,
}: {
  resource: ClientResource;
  view: ListView;
  lead?: string | undefined;
  bodyOnly?: boolean;
}) {
  const columns = Math.min(view.columns.length, 6);
  const body = (
    <div className={frame.frame} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading {pluralInside(resource)}
      </span>
      <div className={styles.head} />
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className={classNames(styles.row, view.compact && styles.compact)}>
          {Array.from({ length: columns }, (_unused, column) => (
            <Skeleton key={column} height={12} width={`${column === 0 ? 78 : 40 + ((row * 7 + column * 13) % 35)}%`} />
          ))}
        </div>
      ))}
    </div>
  );
  if (bodyOnly) return body;
  return (
    <ListFrame resource={resource} total={undefined} lead={lead}>
      {body}
    </ListFrame>
  );
}

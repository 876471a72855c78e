import type { useListController } from 'ra-core';
import { type ReactNode } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { pluralInside } from '../../app/resourceNames.ts';
import { DataTable } from './DataTable.tsx';
import { NewLink } from './ListFrame.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { RowCards } from './RowCards.tsx';
import type { ListRows } from './listRows.ts';
import { type ListRow } from './listSlots.ts';
import styles from './ListFrame.module.css';

interface ListBodyProps {
  resource: ClientResource;
  rows: ListRows;
  list: Pick<ReturnType<typeof useListController<ListRow>>, 'error' | 'isPending' | 'refetch'>;
  hasRows: boolean;
  isPhone: boolean;
  isFiltered: boolean;
  isUsualSort: boolean;
  mainAction: ReactNode;
  onClear: () => void;
}

export function ListBody({
  resource,
  rows,
  list,
  hasRows,
  isPhone,
  isFiltered,
  isUsualSort,
  mainAction,
  onClear,
}: ListBodyProps) {
  if (list.error && !hasRows) {
    return (
      <div className={styles.frame}>
        <ErrorState
          title={`The ${pluralInside(resource)} could not be loaded`}
          onRetry={() => void list.refetch()}
          actions={isFiltered || !isUsualSort ? <Button onClick={onClear}>Clear filter and sorting</Button> : undefined}
        >
          {list.error.message}
        </ErrorState>
      </div>
    );
  }
  if (list.isPending) return <ListSkeleton resource={resource} view={rows.view} bodyOnly />;
  if (rows.rows.length === 0)
    return !isFiltered && rows.slots.emptyState ? (
      <div className={styles.frame}>{rows.slots.emptyState}</div>
    ) : (
      <EmptyList resource={resource} isFiltered={isFiltered} mainAction={mainAction} onClear={onClear} />
    );
  return isPhone ? <RowCards list={rows} /> : <DataTable list={rows} />;
}

function EmptyList({
  resource,
  isFiltered,
  mainAction,
  onClear,
}: Pick<ListBodyProps, 'resource' | 'isFiltered' | 'mainAction' | 'onClear'>) {
  const { empty } = resource.config.list;
  if (isFiltered) {
    return (
      <div className={styles.frame}>
        <EmptyState
          icon="search"
          title={`No ${pluralInside(resource)} match this filter`}
          actions={<Button onClick={onClear}>Clear the filter</Button>}
        >
          Remove a filter or try another search.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={styles.frame}>
      <EmptyState
        icon={resource.config.icon}
        title={
          empty?.title ?? (resource.can.create || mainAction ? `No ${pluralInside(resource)} yet` : 'Nothing here yet')
        }
        actions={mainAction ?? (resource.can.create && <NewLink resource={resource} />)}
      >
        {empty?.text ??
          resource.formSchema.create.description ??
          (resource.can.create || mainAction ? 'Create the first one.' : 'Nothing here yet.')}
      </EmptyState>
    </div>
  );
}

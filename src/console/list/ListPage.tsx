import { useRowActions } from '../actions/ActionBar.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { useListController } from 'ra-core';
import { Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Accuracy } from '../../../domain/declarations/list-total.ts';
import { Button } from '../../ui/Button.tsx';
import { isUnreachable } from '../../app/ApiError.ts';
import { useLastAnswer, type LastAnswer } from '../../app/useLastAnswer.ts';
import { OutdatedNotice } from '../../ui/OutdatedNotice.tsx';
import { showToast } from '../../ui/toasts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { pluralInside, useConsole } from '../engine/consoleContext.ts';
import { canRestore, DELETED_FILTER } from '../engine/deleted.ts';
import { BulkDeleteDialog } from './BulkDeleteDialog.tsx';
import { DataTable } from './DataTable.tsx';
import { DisplaySwitch } from './DisplaySwitch.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { FilterBar } from './FilterBar.tsx';
import type { Filter } from './filterModel.ts';
import { displayIn } from './listDisplay.ts';
import { ListFrame, NewLink } from './ListFrame.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { RecipientsLink } from './RecipientsLink.tsx';
import { RowCards } from './RowCards.tsx';
import type { ListRows } from './listRows.ts';
import { NO_SLOTS, withDeclared, type ListRow, type ListSlots } from './listSlots.ts';
import { useMedia } from '../../ui/useMedia.ts';
import { useListView, type ListView } from './useListView.ts';
import { usualFilter } from './usualFilter.ts';
import { ViewMenu } from './ViewMenu.tsx';
import styles from './ListFrame.module.css';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';

const CalendarList = lazyComponent(() => import('../calendar/CalendarList.tsx').then((module) => module.CalendarList));
const BulkEditDialog = lazyComponent(() => import('./BulkEditDialog.tsx').then((module) => module.BulkEditDialog));

const NO_ROWS: readonly ListRow[] = [];

/** Maximum rows per bulk call. */
const BULK_LIMIT = 1000;

export interface ListPageProps {
  resource: ClientResource;
  /** Secondary actions next to the title. */
  actions?: ReactNode;
  /** Default: a link to create a record. */
  mainAction?: ReactNode;
  slots?: ListSlots;
}

export function ListPage({ resource, actions, mainAction, slots: given = NO_SLOTS }: ListPageProps) {
  const slots = useMemo(() => withDeclared(resource, given), [resource, given]);
  const view = useListView(resource, slots);
  const isCalendar = displayIn(useLocation().search) === 'calendar' && resource.config.calendar !== undefined;
  if (isCalendar)
    return (
      <Suspense fallback={<ListSkeleton resource={resource} view={view} lead={slots.lead} />}>
        <CalendarList key={resource.name} {...{ resource, actions, mainAction, slots }} />
      </Suspense>
    );
  if (!view.ready) return <ListSkeleton resource={resource} view={view} lead={slots.lead} />;
  return <ListContent key={resource.name} {...{ resource, actions, mainAction, slots, view }} />;
}

function ListContent({ resource, actions, mainAction, slots, view }: ContentProps) {
  const { zone } = useConsole();
  const [field, order] = resource.config.list.sort;
  const usual = useMemo(() => usualFilter(resource, zone), [resource, zone]);
  const list = useListController<ListRow>({
    resource: resource.name,
    perPage: view.perPage,
    sort: { field, order },
    filterDefaultValues: usual,
    debounce: 0,
    ...(slots.source ? { storeKey: slots.source } : {}),
    ...(slots.always ? { filter: slots.always } : {}),
    queryOptions: {
      onError: () => undefined,
      // Rows from another source also change outside of this resource's own writes.
      ...(slots.source ? { meta: { source: slots.source }, staleTime: 0 } : {}),
      ...(slots.refreshEvery ? { refetchInterval: slots.refreshEvery } : {}),
    },
  });
  const { shown, isOutdated } = useShownRows(list);
  useWordOnMissingPage(list);
  const [bulk, setBulk] = useState<'edit' | 'delete' | null>(null);
  const isPhone = useMedia('below-medium');
  const filter = list.filterValues as Filter;
  const setFilter = (next: Filter) => list.setFilters(next, {}, false);
  const isUsualSort = list.sort.field === field;
  const clear = () => {
    setFilter({});
    if (!isUsualSort) list.setSort({ field, order });
  };
  const rowActions = useRowActions(resource, shown?.rows ?? NO_ROWS);
  const rows = { ...rowsOf(resource, slots, view, list, shown, setBulk), rowActions: rowActions.draw };
  const closeBulk = (done: boolean) => {
    setBulk(null);
    if (done) list.onSelect([]);
  };
  return (
    <ListFrame
      resource={resource}
      total={shown?.total}
      accuracy={shown?.accuracy}
      lead={slots.lead}
      mainAction={mainAction}
      actions={
        <>
          {actions}
          <RecipientsLink resource={resource} filter={{ ...filter, ...slots.always }} />
          <DisplaySwitch resource={resource} />
          <ExportMenu
            resource={resource}
            filter={{ ...filter, ...slots.always }}
            sort={[list.sort.field, list.sort.order]}
            columns={view.columns}
            disabled={shown?.total === 0}
            {...(slots.exported ? { source: slots.exported } : {})}
          />
          <ViewMenu resource={resource} view={view} />
        </>
      }
    >
      {slots.above}
      <FilterBar
        resource={resource}
        filter={filter}
        onChange={setFilter}
        pinned={slots.pinned}
        switches={
          <>
            {slots.switches}
            {canRestore(resource) && filter['deletedAt_null'] === undefined && (
              <Button
                variant="quiet"
                size="small"
                icon="trash-2"
                onClick={() => setFilter({ ...filter, ...DELETED_FILTER })}
              >
                Show deleted
              </Button>
            )}
          </>
        }
      />
      {isOutdated && (
        <OutdatedNotice title={`These ${pluralInside(resource)} are not current`} onRetry={() => void list.refetch()} />
      )}
      <ListBody
        resource={resource}
        rows={rows}
        list={list}
        hasRows={shown !== undefined}
        isPhone={isPhone}
        isFiltered={Object.keys(filter).length > 0}
        isUsualSort={isUsualSort}
        mainAction={mainAction}
        onClear={clear}
      />
      {(shown?.total ?? 0) > 0 && (
        <Pagination
          page={list.page}
          perPage={list.perPage}
          total={shown?.total ?? 0}
          {...(shown?.accuracy ? { estimate: { accuracy: shown.accuracy, rows: shown.rows.length } } : {})}
          onPage={list.setPage}
          onPerPage={(perPage) => {
            list.setPerPage(perPage);
            view.change({ perPage });
          }}
        />
      )}
      {rowActions.dialog}
      {bulk === 'delete' && <BulkDeleteDialog resource={resource} ids={list.selectedIds} onClose={closeBulk} />}
      {bulk === 'edit' && (
        <CodeBoundary>
          <BulkEditDialog resource={resource} ids={list.selectedIds} onClose={closeBulk} />
        </CodeBoundary>
      )}
    </ListFrame>
  );
}

interface Rows {
  rows: ListRow[];
  total: number | undefined;
  accuracy: Accuracy | undefined;
}

function useShownRows({ data, total, meta, error, isPlaceholderData }: Controller): LastAnswer<Rows> {
  const { accuracy } = (meta ?? {}) as { accuracy?: Accuracy };
  const rows = useMemo(() => data && { rows: data, total, accuracy }, [data, total, accuracy]);
  return useLastAnswer({ data: rows, error, isPlaceholderData: isPlaceholderData === true });
}

/** react-admin returns to the first page from one that has no rows; where the server could not be reached, that needs a word. */
function useWordOnMissingPage({ data, error, page }: Controller): void {
  const missing = page > 1 && data === undefined && isUnreachable(error) ? page : null;
  useEffect(() => {
    if (missing === null) return;
    showToast(`Page ${missing} could not be loaded: the server could not be reached.`, { tone: 'error' });
  }, [missing]);
}

type ContentProps = ListPageProps & { slots: ListSlots; view: ListView };
type Controller = ReturnType<typeof useListController<ListRow>>;

function rowsOf(
  resource: ClientResource,
  slots: ListSlots,
  view: ListView,
  list: Controller,
  shown: Rows | undefined,
  onBulk: (action: 'edit' | 'delete') => void,
): Omit<ListRows, 'rowActions'> {
  const rows = shown?.rows ?? [];
  const onPage = (id: ListRow['id']) => rows.some((row) => row.id === id);
  return {
    resource,
    slots,
    view,
    rows,
    sort: { field: list.sort.field, order: list.sort.order },
    onSort: list.setSort,
    selected: slots.bulkActions ? list.selectedIds.filter(onPage) : list.selectedIds,
    onToggle: list.onToggleItem,
    onSelect: list.onSelect,
    total: shown?.total ?? 0,
    isStale: list.isPlaceholderData === true,
    selectAllMatching: () => list.onSelectAll({ limit: BULK_LIMIT }),
    selectableAtMost: BULK_LIMIT,
    onBulk,
  };
}

interface ListBodyProps {
  resource: ClientResource;
  rows: ListRows;
  list: Controller;
  hasRows: boolean;
  isPhone: boolean;
  isFiltered: boolean;
  isUsualSort: boolean;
  mainAction: ReactNode;
  onClear: () => void;
}

function ListBody({
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
  if (isFiltered) {
    return (
      <div className={styles.frame}>
        <EmptyState
          icon="search"
          title={`No ${pluralInside(resource)} match this filter`}
          actions={<Button onClick={onClear}>Clear the filter</Button>}
        >
          Take a condition away, or look for something else.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={styles.frame}>
      <EmptyState
        icon={resource.config.icon}
        title={resource.can.create || mainAction ? `No ${pluralInside(resource)} yet` : 'Nothing here yet'}
        actions={mainAction ?? (resource.can.create && <NewLink resource={resource} />)}
      >
        {resource.formSchema.create.description ??
          (resource.can.create || mainAction ? 'Create the first one.' : 'What happens will be listed here.')}
      </EmptyState>
    </div>
  );
}

import { useRowActions } from '../../actions/ActionBar.tsx';
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
import { CorrectedNote } from '../../ui/CorrectedNote.tsx';
import { showToast } from '../../ui/toasts.ts';
import { pluralInside } from '../../app/resourceNames.ts';
import { useConsole } from '../engine/consoleContext.ts';
import { canRestore, DELETED_FILTER } from '../engine/deleted.ts';
import { DisplaySwitch } from './DisplaySwitch.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { FilterBar } from './FilterBar.tsx';
import type { Filter } from '../engine/filterModel.ts';
import { displayIn } from './listDisplay.ts';
import { ListBody } from './ListBody.tsx';
import { ListSums } from './ListSums.tsx';
import { ListedRecord } from './ListedRecord.tsx';
import { ListFrame } from './ListFrame.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { RecipientsLink } from './RecipientsLink.tsx';
import type { ListRows } from './listRows.ts';
import { NO_SLOTS, withDeclared, type ListRow, type ListSlots } from './listSlots.ts';
import { useMedia } from '../../ui/useMedia.ts';
import { useListView, type ListView } from './useListView.ts';
import { usualFilter } from '../engine/usualFilter.ts';
import { ViewMenu } from './ViewMenu.tsx';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';

const CalendarList = lazyComponent(() => import('./CalendarList.tsx').then((module) => module.CalendarList));
const BulkEditDialog = lazyComponent(() => import('./BulkEditDialog.tsx').then((module) => module.BulkEditDialog));

const NO_ROWS: readonly ListRow[] = [];

const BULK_LIMIT = 1000;

export interface ListPageProps {
  resource: ClientResource;
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

/** The rows at the address, by the filter and sorting that the list starts with. */
function useRows({ resource, slots, view }: Pick<ContentProps, 'resource' | 'slots' | 'view'>) {
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
  useMissingPageToast(list);
  const isUsualSort = list.sort.field === field;
  const clear = () => {
    list.setFilters({}, {}, false);
    if (!isUsualSort) list.setSort({ field, order });
  };
  return { list, isUsualSort, clear };
}

function ListContent({ resource, actions, mainAction, slots, view }: ContentProps) {
  const { list, isUsualSort, clear } = useRows({ resource, slots, view });
  const { shown, isOutdated } = useShownRows(list);
  const [isEditing, setIsEditing] = useState(false);
  const isPhone = useMedia('below-medium');
  const filter = list.filterValues as Filter;
  const setFilter = (next: Filter) => list.setFilters(next, {}, false);
  const rowActions = useRowActions(resource, shown?.rows ?? NO_ROWS, slots.rowItems);
  const rows = {
    ...selectedRows({ resource, slots, view }, list, shown, () => setIsEditing(true)),
    rowActions: rowActions.draw,
  };
  const closeEditing = (done: boolean) => {
    setIsEditing(false);
    if (done) list.onSelect([]);
  };
  return (
    <ListFrame
      resource={resource}
      total={shown?.total}
      accuracy={shown?.accuracy}
      lead={slots.lead}
      // An empty list has it where its rows would be.
      mainAction={shown?.total === 0 && Object.keys(filter).length === 0 && !slots.emptyState ? false : mainAction}
      actions={<ListTools {...{ resource, actions, slots, view, list, shown }} />}
    >
      <ListedRecord resource={resource} filter={filter} isEmpty={shown?.total === 0}>
        {slots.above}
        <FilterBar
          resource={resource}
          filter={filter}
          onChange={setFilter}
          switches={
            <>
              {slots.switches}
              <DeletedSwitch resource={resource} filter={filter} onChange={setFilter} />
            </>
          }
        />
        {isOutdated && (
          <OutdatedNotice
            title={`The ${pluralInside(resource)} may be out of date`}
            onRetry={() => void list.refetch()}
          />
        )}
        <CorrectedNote text={shown?.corrected} />
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
        <ListEnd {...{ resource, slots, view, list, shown }} />
        {rowActions.dialog}
        {isEditing && (
          <CodeBoundary>
            <BulkEditDialog resource={resource} ids={list.selectedIds} onClose={closeEditing} />
          </CodeBoundary>
        )}
      </ListedRecord>
    </ListFrame>
  );
}

interface ListEndProps extends Pick<ContentProps, 'resource' | 'slots' | 'view'> {
  list: Controller;
  shown: Rows | undefined;
}

/** The sums and the pages, where there are rows. */
function ListEnd({ resource, slots, view, list, shown }: ListEndProps) {
  const { total = 0, accuracy, rows } = shown ?? { rows: NO_ROWS };
  if (total === 0) return null;
  return (
    <>
      <ListSums resource={resource} filter={{ ...(list.filterValues as Filter), ...slots.always }} />
      <Pagination
        page={list.page}
        perPage={list.perPage}
        total={total}
        {...(accuracy ? { estimate: { accuracy, rows: rows.length } } : {})}
        onPage={list.setPage}
        onPerPage={(perPage) => {
          list.setPerPage(perPage);
          view.change({ perPage });
        }}
      />
    </>
  );
}

type ListToolsProps = Pick<ContentProps, 'resource' | 'actions' | 'slots' | 'view'> & {
  list: Controller;
  shown: Rows | undefined;
};

function ListTools({ resource, actions, slots, view, list, shown }: ListToolsProps) {
  const { corrected: q } = shown ?? {};
  const filter = { ...(list.filterValues as Filter), ...(q !== undefined && { q }), ...slots.always };
  return (
    <>
      {actions}
      <RecipientsLink resource={resource} filter={filter} />
      <DisplaySwitch resource={resource} />
      <ExportMenu
        resource={resource}
        filter={filter}
        sort={[list.sort.field, list.sort.order]}
        columns={view.columns}
        disabled={shown?.total === 0}
        {...(slots.exported ? { source: slots.exported } : {})}
      />
      <ViewMenu resource={resource} view={view} />
    </>
  );
}

interface DeletedSwitchProps {
  resource: ClientResource;
  filter: Filter;
  onChange: (filter: Filter) => void;
}

function DeletedSwitch({ resource, filter, onChange }: DeletedSwitchProps) {
  if (!canRestore(resource) || filter['deletedAt_null'] !== undefined) return null;
  return (
    <Button variant="quiet" size="small" icon="trash-2" onClick={() => onChange({ ...filter, ...DELETED_FILTER })}>
      Show deleted
    </Button>
  );
}

interface Rows {
  rows: ListRow[];
  total: number | undefined;
  accuracy: Accuracy | undefined;
  corrected: string | undefined;
}

function useShownRows({ data, total, meta, error, isPlaceholderData }: Controller): LastAnswer<Rows> {
  const { accuracy, corrected } = (meta ?? {}) as { accuracy?: Accuracy; corrected?: string };
  const rows = useMemo(() => data && { rows: data, total, accuracy, corrected }, [data, total, accuracy, corrected]);
  return useLastAnswer({ data: rows, error, isPlaceholderData: isPlaceholderData === true });
}

/** react-admin returns to the first page from one without rows; if the server is unreachable, that needs an explanation. */
function useMissingPageToast({ data, error, page }: Controller): void {
  const missing = page > 1 && data === undefined && isUnreachable(error) ? page : null;
  useEffect(() => {
    if (missing === null) return;
    showToast(`Page ${missing} could not be loaded: the server could not be reached.`, { tone: 'error' });
  }, [missing]);
}

type ContentProps = ListPageProps & { slots: ListSlots; view: ListView };
type Controller = ReturnType<typeof useListController<ListRow>>;

function selectedRows(
  { resource, slots, view }: Pick<ContentProps, 'resource' | 'slots' | 'view'>,
  list: Controller,
  shown: Rows | undefined,
  onEdit: () => void,
): Omit<ListRows, 'rowActions'> {
  const rows = shown?.rows ?? [];
  return {
    resource,
    slots,
    view,
    rows,
    sort: { field: list.sort.field, order: list.sort.order },
    onSort: list.setSort,
    selected: list.selectedIds,
    onToggle: list.onToggleItem,
    onSelect: list.onSelect,
    total: shown?.total ?? 0,
    isStale: list.isPlaceholderData === true,
    selectAllMatching: () => list.onSelectAll({ limit: BULK_LIMIT }),
    selectableAtMost: BULK_LIMIT,
    onEdit,
  };
}

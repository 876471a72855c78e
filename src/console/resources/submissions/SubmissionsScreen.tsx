import { Suspense, useState } from 'react';
import { useResource } from '../../../app/useResources.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Page } from '../../../ui/Page.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ExportMenu } from '../../list/ExportMenu.tsx';
import list from '../../list/ListFrame.module.css';
import skeleton from '../../list/ListSkeleton.module.css';
import { Pagination } from '../../list/Pagination.tsx';
import { usePhone } from '../../list/usePhone.ts';
import { formatNumber } from '../../values/formats.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { FIELD_OF_COLUMN, NO_FILTER, filterOf, isFiltered } from './listQuery.ts';
import { SubmissionFilters } from './SubmissionFilters.tsx';
import { SubmissionCards, SubmissionTable } from './SubmissionRows.tsx';
import { useSubmissionList } from './useSubmissionList.ts';
import type { SubmissionList } from './useSubmissionList.ts';

/** /requests/viewsubmissions: what people have asked for, for those who work on it. */
export function Screen() {
  const submissions = useSubmissionList();
  const { answer, query, itemsPerPage, change, setItemsPerPage } = submissions;
  const total = answer.data?.total;
  return (
    <Page
      width="full"
      title="Requests"
      aside={
        <span role="status">
          {total !== undefined && (
            <>
              {formatNumber(total)}
              <span className="visually-hidden"> {total === 1 ? 'request' : 'requests'}</span>
            </>
          )}
        </span>
      }
      actions={
        <>
          <Suspense fallback={null}>
            <ExportSubmissions submissions={submissions} />
          </Suspense>
          <ColumnsMenu submissions={submissions} />
        </>
      }
    >
      <div className={list.page}>
        <SubmissionFilters submissions={submissions} />
        <Body submissions={submissions} />
        {total !== undefined && total > 0 && (
          <Pagination
            page={query.page}
            perPage={itemsPerPage}
            total={total}
            isEstimate={false}
            onPage={(page) => change({ page })}
            onPerPage={setItemsPerPage}
          />
        )}
      </div>
    </Page>
  );
}

function ExportSubmissions({ submissions: { query, columns, answer } }: { submissions: SubmissionList }) {
  const resource = useResource('submissions');
  if (!resource) return null;
  const shown = columns.flatMap(
    (column) => resource.fields.find((field) => field.name === FIELD_OF_COLUMN[column]) ?? [],
  );
  return (
    <ExportMenu
      resource={resource}
      filter={filterOf(query)}
      sort={[query.sortBy, query.sortOrder]}
      columns={shown}
      disabled={answer.data?.total === 0}
    />
  );
}

function Body({ submissions }: { submissions: SubmissionList }) {
  const { answer } = submissions;
  const isPhone = usePhone();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  if (answer.error && !answer.data) {
    return (
      <div className={list.frame}>
        <ErrorState title="The requests could not be loaded" onRetry={() => void answer.refetch()}>
          {answer.error.message}
        </ErrorState>
      </div>
    );
  }
  if (!answer.data) return <RowsSkeleton />;
  const { rows } = answer.data;
  if (rows.length === 0) return <Emptiness submissions={submissions} />;
  // What is no longer on the page is no longer selected.
  const selected = new Set(rows.map((row) => row.id).filter((id) => chosen.has(id)));
  const Rows = isPhone ? SubmissionCards : SubmissionTable;
  return <Rows submissions={submissions} rows={rows} selected={selected} onSelect={setChosen} />;
}

function Emptiness({ submissions: { query, change, answer } }: { submissions: SubmissionList }) {
  const isPastTheEnd = query.page > 1 && (answer.data?.total ?? 0) > 0;
  if (isPastTheEnd) {
    return (
      <div className={list.frame}>
        <EmptyState
          title="This page is empty"
          actions={<Button onClick={() => change({ page: 1 })}>Go to the first page</Button>}
        >
          There are fewer requests than when this address was made.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={list.frame}>
      {isFiltered(query) ? (
        <EmptyState
          icon="search"
          title="No requests match this filter"
          actions={<Button onClick={() => change(NO_FILTER)}>Clear the filter</Button>}
        >
          Take a condition away, or show those that are done as well.
        </EmptyState>
      ) : (
        <EmptyState
          icon="inbox"
          title={query.showDone ? 'No requests yet' : 'No open requests'}
          actions={
            !query.showDone && <Button onClick={() => change({ showDone: true })}>Show those that are done</Button>
          }
        >
          {query.showDone ? 'What people ask for will stand here.' : 'Everything that was asked for is done.'}
        </EmptyState>
      )}
    </div>
  );
}

function RowsSkeleton() {
  return (
    <div className={list.frame} aria-busy="true">
      {Array.from({ length: 10 }, (_, row) => (
        <div key={row} className={skeleton.row}>
          {Array.from({ length: 5 }, (_cell, cell) => (
            <Skeleton key={cell} width={`${45 + ((row * 7 + cell * 13) % 40)}%`} />
          ))}
        </div>
      ))}
    </div>
  );
}

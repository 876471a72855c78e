import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useResource } from '../../../app/useResources.ts';
import { useLastAnswer } from '../../../app/useLastAnswer.ts';
import { useSession } from '../../../app/useSession.ts';
import { callResponse } from '../../../app/callApi.ts';
import { readRows } from '../../../app/rows.ts';
import { QueryView, type ViewedQuery } from '../../../app/QueryView.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CodeBoundary } from '../../../ui/CodeBoundary.tsx';
import { buttonClass } from '../../../ui/buttonClass.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { formatCount } from '../../../ui/numbers.ts';
import { Page } from '../../../ui/Page.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { Table, type Column } from '../../../ui/Table.tsx';
import type { SubmissionSummary } from '../../../../domain/calls/requests.ts';
import { formatMoney } from '../../../../domain/values/money.ts';
import { When } from '../../../requests/When.tsx';
import { ListFilters } from './ListFilters.tsx';
import { filterOf, PAGE_SIZE, useListState, type ListState } from './listState.ts';
import styles from './MyRequests.module.css';

interface Requests {
  rows: SubmissionSummary[];
  total: number;
}

const COLUMNS: readonly Column<SubmissionSummary>[] = [
  {
    key: 'id',
    header: 'Request',
    sortable: true,
    cell: (row) => (
      <Link className={styles.link} to={`/requests/viewsubmission/${row.id}/Default`}>
        <span className={styles.number}>#{row.id}</span> {row.form.title}
      </Link>
    ),
  },
  { key: 'status', header: 'Status', sortable: true, cell: (row) => <StatusChip status={row.status} /> },
  { key: 'statusSince', header: 'Since', sortable: true, cell: (row) => <When at={row.statusSince} /> },
  { key: 'createdAt', header: 'Submitted', sortable: true, minor: true, cell: (row) => <When at={row.createdAt} /> },
  { key: 'assignedToId', header: 'With', minor: true, cell: (row) => row.assignedTo?.name ?? '–' },
  {
    key: 'costCents',
    header: 'Cost',
    align: 'end',
    sortable: true,
    cell: (row) => (row.costCents === null ? '–' : formatMoney(row.costCents)),
  },
];

/** The current user's requests. Filters, sort order and page are in the address. */
export function Screen() {
  const { state, set, isFiltered } = useListState();
  const { own, query } = useOwnRequests(state);
  const { shown } = useLastAnswer(query);
  const clear = <Button onClick={() => set({ q: '', show: 'all', status: null })}>Clear filters</Button>;
  const make = (
    <ButtonLink to="/requests/navigate" variant="primary" icon="plus">
      Make a request
    </ButtonLink>
  );
  if (shown?.rows.length === 0 && !isFiltered) {
    return (
      <Page title="My requests">
        <EmptyState title="No requests yet" actions={make}>
          Your requests to the makeshop appear here, with their status.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page
      title="My requests"
      aside={shown && counted(shown.total)}
      actions={
        <>
          {own !== undefined && shown !== undefined && shown.total > 0 && (
            <CodeBoundary>
              <Export state={state} own={own} />
            </CodeBoundary>
          )}
          {make}
        </>
      }
    >
      <ListFilters state={state} onChange={set} />
      <QueryView query={query} what="your requests" lines={6} lineHeight={44}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <EmptyState icon="search" title="No request matches" actions={clear}>
              You have none with this status or these words.
            </EmptyState>
          ) : (
            <>
              <Card flush>
                <Table
                  caption="My requests"
                  columns={COLUMNS}
                  rows={rows}
                  rowKey={(row) => row.id}
                  sort={{ key: state.sortBy, order: state.order }}
                  onSort={(key) =>
                    set({ sortBy: key, order: state.sortBy === key && state.order === 'ASC' ? 'DESC' : 'ASC' })
                  }
                />
              </Card>
              {total > PAGE_SIZE && (
                <Pagination
                  page={state.page}
                  perPage={PAGE_SIZE}
                  total={total}
                  onPage={(page) => set({ page })}
                  label="Pages of my requests"
                />
              )}
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

function useOwnRequests(state: ListState) {
  const { userName } = useSession();
  const account = useQuery({
    queryKey: ['account', userName],
    queryFn: async () => (await readRows('users', { filter: { username: userName ?? '' }, limit: 1 }))[0]?.id,
    staleTime: Infinity,
  });
  const own = account.data;
  const list = useQuery({
    queryKey: ['submissions', 'requests', 'mine', own, state],
    queryFn: () => readRequests(state, own ?? 0),
    enabled: own !== undefined,
    placeholderData: keepPreviousData,
  });
  const query: ViewedQuery<Requests> = account.error ? { ...account, data: undefined } : list;
  return { own, query };
}

async function readRequests(state: ListState, own: number): Promise<Requests> {
  const first = (state.page - 1) * PAGE_SIZE;
  const response = await callResponse('GET /api/requests/submissions', {
    query: {
      filter: JSON.stringify(filterOf(state, own)),
      sort: JSON.stringify([state.sortBy, state.order]),
      range: JSON.stringify([first, first + PAGE_SIZE - 1]),
    },
  });
  const rows = (await response.json()) as SubmissionSummary[];
  return { rows, total: Number(response.headers.get('content-range')?.split('/')[1] ?? rows.length) };
}

const EXPORTED = ['id', 'formId', 'status', 'statusSince', 'createdAt', 'costCents', 'expectedOn'];

function Export({ state, own }: { state: ListState; own: number }) {
  if (!useResource('submissions')?.can.export) return null;
  const query = new URLSearchParams({
    filter: JSON.stringify(filterOf(state, own)),
    sort: JSON.stringify([state.sortBy, state.order]),
    fields: EXPORTED.join(','),
    names: 'true',
  });
  return (
    <a className={buttonClass({})} href={`/api/requests/submissions/export?${query}`} download="requests.csv">
      <Icon name="download" />
      Export
    </a>
  );
}

function counted(total: number): string {
  return formatCount(total, 'request', 'requests');
}

import { formatCount } from '../../../../domain/values/formats.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useResource } from '../../../app/useResources.ts';
import { useLastAnswer } from '../../../app/useLastAnswer.ts';
import { useOwnAccount } from '../../../app/useOwnAccount.ts';
import { CORRECTED_HEADER } from '../../../../domain/values/constants.ts';
import { callResponse } from '../../../app/callApi.ts';
import { QueryView, type ViewedQuery } from '../../../app/QueryView.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CodeBoundary } from '../../../ui/CodeBoundary.tsx';
import { buttonClass } from '../../../ui/buttonClass.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { CorrectedNote } from '../../../ui/CorrectedNote.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Page as PageFrame } from '../../../ui/Page.tsx';
import type { SubmissionSummary } from '../../../../domain/calls/requests.ts';
import { OwnDrafts } from '../OwnDrafts.tsx';
import { ListFilters } from './ListFilters.tsx';
import { RequestLists } from './RequestLists.tsx';
import { ownRequestsFilter, PAGE_SIZE, useListState, type ListState } from './listState.ts';

interface Page {
  rows: SubmissionSummary[];
  total: number;
  /** The words that were searched for instead. */
  corrected?: string;
}

interface Requests extends Page {
  /** Those that wait for the user, on top of an unfiltered list. The other rows are without them. */
  needsYou: SubmissionSummary[];
  /** The number of the others; `total` is that of all. */
  others: number;
}

/** Requests that wait for one person are few; the rest of more than so many is not shown. */
const MOST_NEEDING = 100;

/** The current user's requests: first those that wait for them, the longest waiting on top. Filters, sort order and page are in the address. */
export function Screen() {
  const { state, set, isFiltered } = useListState();
  const { own, query } = useOwnRequests(state, isFiltered);
  const { shown } = useLastAnswer(query);
  const clear = <Button onClick={() => set({ q: '', show: 'all', status: null })}>Clear filters</Button>;
  const make = (
    <ButtonLink to="/requests/navigate" variant="primary" icon="plus">
      Make a request
    </ButtonLink>
  );
  if (shown?.total === 0 && !isFiltered) {
    return (
      <PageFrame title="My requests">
        <OwnDrafts />
        <EmptyState title="No requests yet" actions={make}>
          Your requests to the makeshop appear here, with their status.
        </EmptyState>
      </PageFrame>
    );
  }
  return (
    <PageFrame
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
      <OwnDrafts />
      <ListFilters state={state} onChange={set} />
      <QueryView query={query} what="your requests" lines={6} lineHeight={44}>
        {({ rows, total, others, needsYou, corrected }) =>
          total === 0 ? (
            <EmptyState icon="search" title="No request matches" actions={clear}>
              None of your requests have this status or these words.
            </EmptyState>
          ) : (
            <>
              <CorrectedNote text={corrected} />
              <RequestLists
                needsYou={state.page === 1 ? needsYou : []}
                rows={rows}
                others={others}
                state={state}
                onChange={set}
              />
            </>
          )
        }
      </QueryView>
    </PageFrame>
  );
}

function useOwnRequests(state: ListState, isFiltered: boolean) {
  const account = useOwnAccount();
  const own = account.data;
  const list = useQuery({
    queryKey: ['submissions', 'requests', 'mine', own, state],
    queryFn: () => readRequests(state, own ?? 0, isFiltered),
    enabled: own !== undefined,
    placeholderData: keepPreviousData,
  });
  const query: ViewedQuery<Requests> = account.error ? { ...account, data: undefined } : list;
  return { own, query };
}

async function readRequests(state: ListState, own: number, isFiltered: boolean): Promise<Requests> {
  const filter = ownRequestsFilter(state, own);
  const first = (state.page - 1) * PAGE_SIZE;
  const list = { sort: [state.sortBy, state.order], range: [first, first + PAGE_SIZE - 1] };
  if (isFiltered) {
    const found = await readPage({ ...list, filter });
    return { ...found, others: found.total, needsYou: [] };
  }
  const [waiting, others] = await Promise.all([
    readPage({
      filter: { ...filter, waitingFor: 'Customer' },
      sort: ['statusSince', 'ASC'],
      range: [0, MOST_NEEDING - 1],
    }),
    readPage({ ...list, filter: { ...filter, waitingFor_neq: 'Customer' } }),
  ]);
  const { rows, total } = others;
  return { rows, others: total, total: total + waiting.rows.length, needsYou: waiting.rows };
}

async function readPage({ filter, sort, range }: Record<'filter' | 'sort' | 'range', object>): Promise<Page> {
  const query = { filter: JSON.stringify(filter), sort: JSON.stringify(sort), range: JSON.stringify(range) };
  const response = await callResponse('GET /api/requests/submissions', { query });
  const rows = (await response.json()) as SubmissionSummary[];
  const total = Number(response.headers.get('content-range')?.split('/')[1] ?? rows.length);
  const corrected = response.headers.get(CORRECTED_HEADER);
  return { rows, total, ...(corrected !== null && { corrected: decodeURIComponent(corrected) }) };
}

const EXPORTED = [
  'id',
  'subject',
  'formId',
  'status',
  'neededOn',
  'statusSince',
  'createdAt',
  'costCents',
  'expectedOn',
];

function Export({ state, own }: { state: ListState; own: number }) {
  if (!useResource('submissions')?.can.export) return null;
  const query = new URLSearchParams({
    filter: JSON.stringify(ownRequestsFilter(state, own)),
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

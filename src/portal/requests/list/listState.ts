import { useSearchParams } from 'react-router-dom';
import { STATUSES, type Status } from '../../../../domain/requests/workflow.ts';

export const PAGE_SIZE = 25;

export interface ListState {
  q: string;
  show: 'open' | 'done' | 'all';
  status: Status | null;
  sortBy: string;
  order: 'ASC' | 'DESC';
  page: number;
}

const SORTS = ['id', 'status', 'waitingFor', 'neededOn', 'statusSince', 'createdAt', 'costCents'];
const START: ListState = { q: '', show: 'all', status: null, sortBy: 'createdAt', order: 'DESC', page: 1 };

export function readListState(params: URLSearchParams): ListState {
  const show = params.get('show');
  const status = STATUSES.find((one) => one === params.get('status'));
  const sortBy = params.get('sortBy') ?? '';
  const page = Number(params.get('page'));
  return {
    q: params.get('q')?.trim().slice(0, 200) ?? '',
    show: show === 'open' || show === 'done' ? show : START.show,
    status: status ?? null,
    sortBy: SORTS.includes(sortBy) ? sortBy : START.sortBy,
    order: params.get('sortOrder') === 'ASC' ? 'ASC' : START.order,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

export function writeListState(state: ListState): URLSearchParams {
  const params = new URLSearchParams();
  if (state.q !== '') params.set('q', state.q);
  if (state.show !== START.show) params.set('show', state.show);
  if (state.status !== null) params.set('status', state.status);
  if (state.sortBy !== START.sortBy) params.set('sortBy', state.sortBy);
  if (state.order !== START.order) params.set('sortOrder', state.order);
  if (state.page !== START.page) params.set('page', String(state.page));
  return params;
}

/** The state as a filter of the API. */
export function ownRequestsFilter(state: ListState, submittedById: number): Record<string, unknown> {
  return {
    submittedById,
    ...(state.q === '' ? {} : { q: state.q }),
    ...(state.show === 'all' ? {} : { done: state.show === 'done' }),
    ...(state.status === null ? {} : { status: state.status }),
  };
}

export function useListState() {
  const [params, setParams] = useSearchParams();
  const state = readListState(params);
  const set = (part: Partial<ListState>) => setParams(writeListState({ ...state, page: 1, ...part }));
  return { state, set, isFiltered: state.q !== '' || state.show !== START.show || state.status !== null };
}

import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type {
  ClassChoices,
  ClassGrid,
  MarkCells,
  MarkedCells,
  ScheduledForClass,
  ScheduleForClass,
} from '../../../domain/calls/classes.ts';
import type { RowChange } from '../../../domain/values/undo.ts';
import { api } from '../../app/api.ts';

/** The API of domain/class-calls.ts. All calls throw ApiError. */
const ROOT = '/api/events/classes';
/** So that what others mark is there on a page that stays open. In milliseconds. */
const REFRESH = 30_000;

export function useClassChoices() {
  return useQuery({ queryKey: [ROOT], queryFn: ({ signal }) => api<ClassChoices>(ROOT, { signal }), staleTime: 0 });
}

const gridQuery = (id: number) =>
  queryOptions({
    queryKey: [`${ROOT}/${id}`],
    queryFn: ({ signal }) => api<ClassGrid>(`${ROOT}/${id}`, { signal }),
    staleTime: 0,
  });

export function useClassGrid(id: number) {
  return useQuery({
    ...gridQuery(id),
    refetchInterval: ({ state: { error } }) => (error === null ? REFRESH : false),
  });
}

/** The grid as it is now, after a change or a refusal. */
export function refreshClass(client: QueryClient, id: number): Promise<void> {
  return client.invalidateQueries({ queryKey: [`${ROOT}/${id}`] });
}

export function markCells(id: number, json: MarkCells): Promise<MarkedCells> {
  return api(`${ROOT}/${id}/exemptions`, { method: 'POST', json });
}

/** Takes back that these requirements count as done. */
export async function removeExemptions(ids: readonly number[]): Promise<RowChange[]> {
  const query = new URLSearchParams({ filter: JSON.stringify({ id: ids }) });
  const { changes } = await api<{ changes: RowChange[] }>(`/api/classExemptions?${query}`, { method: 'DELETE' });
  return changes;
}

export function undo(changes: readonly RowChange[]): Promise<unknown> {
  return api('/api/undo', { method: 'POST', json: { changes } });
}

export function scheduleSession(id: number, json: ScheduleForClass, key: string): Promise<ScheduledForClass> {
  return api(`${ROOT}/${id}/sessions`, { method: 'POST', json, headers: { 'Idempotency-Key': key } });
}

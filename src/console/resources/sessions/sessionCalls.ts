import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import type { ChangeQuestion, Plan, PlanQuestion, RepeatQuestion } from '../../../../domain/calls/scheduling.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import { api } from '../../../app/api.ts';
import { callApi } from '../../../app/callApi.ts';
import { ApiError } from '../../../app/ApiError.ts';

/** The defaults that an event has for its sessions. */
export interface EventTemplate {
  id: number;
  title: string;
  defaultMinutes: number | null;
  defaultCapacity: number | null;
  defaultLocationId: number | null;
  defaultInstructorIds: number[] | null;
  feeCents: number | null;
}

export function templateQuery(eventId: number | null) {
  return queryOptions({
    queryKey: ['events', 'template', eventId],
    queryFn: ({ signal }) => api<EventTemplate>(`/api/events/${eventId}`, { signal }),
    enabled: eventId !== null,
  });
}

/** Never fresh, because others schedule sessions too. */
const PLAN = { placeholderData: keepPreviousData, staleTime: 0, retry: false } as const;

/** When sessions would take place. */
export function planQuery(body: PlanQuestion | null) {
  return queryOptions({
    queryKey: ['instances', 'plan', body],
    queryFn:
      body === null ? skipToken : ({ signal }) => callApi('POST /api/scheduling/sessions/plan', { body, signal }),
    ...PLAN,
  });
}

export function changePlanQuery(id: number, change: Omit<ChangeQuestion, 'leave'>) {
  return queryOptions({
    queryKey: ['instances', 'plan', id, change],
    queryFn: ({ signal }) => planOfChange(id, change, signal),
    ...PLAN,
  });
}

export function planOfChange(id: number, change: Omit<ChangeQuestion, 'leave'>, signal?: AbortSignal): Promise<Plan> {
  return callApi('POST /api/scheduling/sessions/:id/change/plan', {
    params: { id },
    body: { ...change, leave: [] },
    ...(signal === undefined ? {} : { signal }),
  });
}

/** The current session, where a call was refused because somebody else has changed it; otherwise null. */
export function changedMeanwhile(error: unknown): Row | null {
  if (!(error instanceof ApiError) || error.status !== 412) return null;
  return (error.problem.current as Row | undefined) ?? null;
}

export interface SeriesRow {
  rule: string | null;
  exceptDates: string[] | null;
}

export function seriesQuery(id: number | null) {
  return queryOptions({
    queryKey: ['eventSeries', 'rule', id],
    queryFn: ({ signal }) => api<SeriesRow>(`/api/eventSeries/${id}`, { signal }),
    enabled: id !== null,
    staleTime: 0,
  });
}

export function repeatPlanQuery(id: number, body: RepeatQuestion) {
  return queryOptions({
    queryKey: ['instances', 'repeat', id, body],
    queryFn: ({ signal }) => callApi('POST /api/scheduling/sessions/:id/repeat/plan', { params: { id }, body, signal }),
    ...PLAN,
  });
}

/** What changes of a session depend on. */
export function sessionIn(row: Row): { id: number; version: number; seriesId: number | null } {
  const seriesId = row['seriesId'];
  return {
    id: Number(row['id']),
    version: Number(row['version']),
    seriesId: typeof seriesId === 'number' ? seriesId : null,
  };
}

import { queryOptions, keepPreviousData } from '@tanstack/react-query';
import type { Row } from '../../../../domain/declarations/model.ts';
import type { OccurrenceScope } from '../../../../domain/hours/calendar.ts';
import type { RowChanges } from '../../../../domain/calls/rows.ts';
import type {
  ChangeSessions,
  Plan,
  PlannedAnswer,
  PlanQuestion,
  PlanSessions,
  RepeatPlan,
  RepeatSessions,
} from '../../../../domain/calls/scheduling.ts';
import { api } from '../../../app/api.ts';
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

/** When sessions would take place; never fresh, because others schedule sessions too. */
export function planQuery(question: PlanQuestion | null) {
  return queryOptions({
    queryKey: ['instances', 'plan', question],
    queryFn: ({ signal }) =>
      api<Plan>('/api/scheduling/sessions/plan', { method: 'POST', json: question ?? {}, signal }),
    enabled: question !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
}

export function changePlanQuery(id: number, change: Omit<ChangeSessions, 'overrideReason' | 'leave'>) {
  return queryOptions({
    queryKey: ['instances', 'plan', id, change],
    queryFn: ({ signal }) => planOfChange(id, change, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
}

export function planOfChange(
  id: number,
  change: Omit<ChangeSessions, 'overrideReason' | 'leave'>,
  signal?: AbortSignal,
): Promise<Plan> {
  const json = { ...change, leave: [] };
  return api<Plan>(`/api/scheduling/sessions/${id}/change/plan`, {
    method: 'POST',
    json,
    ...(signal === undefined ? {} : { signal }),
  });
}

export function planSessions(json: PlanSessions, key: string): Promise<PlannedAnswer> {
  return api<PlannedAnswer>('/api/scheduling/sessions', { method: 'POST', json, headers: { 'idempotency-key': key } });
}

export function changeSessions(id: number, version: number, json: ChangeSessions): Promise<RowChanges> {
  const headers = { 'if-match': `"${version}"` };
  return api<RowChanges>(`/api/scheduling/sessions/${id}/change`, { method: 'POST', json, headers });
}

/** The current session, where a call was refused because somebody else has changed it; otherwise null. */
export function changedMeanwhile(error: unknown): Row | null {
  if (!(error instanceof ApiError) || error.status !== 412) return null;
  return (error.problem.current as Row | undefined) ?? null;
}

export function removeSessions(id: number, version: number, scope: OccurrenceScope): Promise<RowChanges> {
  const headers = { 'if-match': `"${version}"` };
  return api<RowChanges>(`/api/scheduling/sessions/${id}/remove`, { method: 'POST', json: { scope }, headers });
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

export function repeatPlanQuery(id: number, question: Omit<RepeatSessions, 'overrideReason'>) {
  return queryOptions({
    queryKey: ['instances', 'repeat', id, question],
    queryFn: ({ signal }) =>
      api<RepeatPlan>(`/api/scheduling/sessions/${id}/repeat/plan`, { method: 'POST', json: question, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
}

export function repeatSessions(id: number, version: number, json: RepeatSessions): Promise<PlannedAnswer> {
  const headers = { 'if-match': `"${version}"` };
  return api<PlannedAnswer>(`/api/scheduling/sessions/${id}/repeat`, { method: 'POST', json, headers });
}

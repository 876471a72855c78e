import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ChangePlan, ChangeQuestion } from '../../../../domain/calls/series.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { callApi } from '../../../app/callApi.ts';

/** A plan is never fresh, because others schedule sessions too. */
export const PLAN = { placeholderData: keepPreviousData, staleTime: 0, retry: false } as const;

export function changePlanQuery(id: number, change: ChangeQuestion) {
  return queryOptions({
    queryKey: ['instances', 'plan', id, change],
    queryFn: ({ signal }) =>
      callApi('POST /api/scheduling/sessions/:id/change/plan', { params: { id }, body: change, signal }),
    ...PLAN,
  });
}

/** Whether the change is confirmed before it is made, although it is of one session alone. */
export function isQuestioned({ sessions, people }: ChangePlan): boolean {
  return people > 0 || sessions.some(({ conflicts }) => conflicts.length > 0);
}

/** The current session, where a call was refused because somebody else has changed it; otherwise null. */
export function changedMeanwhile(error: unknown): Row | null {
  if (!(error instanceof ApiError) || error.status !== 412) return null;
  return (error.problem.current as Row | undefined) ?? null;
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

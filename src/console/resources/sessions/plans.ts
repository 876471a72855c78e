import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ChangeQuestion } from '../../../../domain/calls/scheduling.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { callApi } from '../../../app/callApi.ts';

/** A plan is never fresh, because others schedule sessions too. */
export const PLAN = { placeholderData: keepPreviousData, staleTime: 0, retry: false } as const;

export function changePlanQuery(id: number, change: Omit<ChangeQuestion, 'leave'>) {
  const body = { ...change, leave: [] };
  return queryOptions({
    queryKey: ['instances', 'plan', id, change],
    queryFn: ({ signal }) => callApi('POST /api/scheduling/sessions/:id/change/plan', { params: { id }, body, signal }),
    ...PLAN,
  });
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

import { useState } from 'react';
import { isUnreachable } from './ApiError.ts';

/** What a view needs of a query: TanStack's result, ra-core's, or a part of one. */
export interface QueryState<Data> {
  data: Data | undefined;
  error: Error | null;
  /** `data` belongs to the previous question. */
  isPlaceholderData?: boolean;
}

export interface LastAnswer<Data> {
  shown: Data | undefined;
  isOutdated: boolean;
  error: Error | null;
}

/** A failed refresh keeps the last answer; a refusal (no permission, deleted) replaces it. `data` must be stable. */
export function useLastAnswer<Data extends object>({
  data,
  error,
  isPlaceholderData = false,
}: QueryState<Data>): LastAnswer<Data> {
  const [last, setLast] = useState<Data>();
  if (data !== undefined && !isPlaceholderData && data !== last) setLast(data);
  const shown = isRefusal(error) ? undefined : (data ?? (isUnreachable(error) ? last : undefined));
  const hasFailed = error !== null;
  return { shown, isOutdated: hasFailed && shown !== undefined, error: shown === undefined ? error : null };
}

/** Timeouts and rate limits (408, 429) pass, like faults of the server. */
function isRefusal(error: Error | null): boolean {
  const status = statusOf(error);
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Whether the address names nothing, or nothing that the account can see. */
export function isNotFound(error: Error | null): boolean {
  return [400, 403, 404, 410].includes(statusOf(error));
}

function statusOf(error: Error | null): number {
  return error !== null && 'status' in error ? Number(error.status) : 0;
}

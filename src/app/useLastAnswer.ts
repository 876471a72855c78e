import { useState } from 'react';
import { isUnreachable } from './ApiError.ts';

interface Answer<Data> {
  data: Data | undefined;
  error: unknown;
  /** The data answer an earlier question, until this one is answered. */
  isPlaceholderData?: boolean;
}

export interface LastAnswer<Data> {
  shown: Data | undefined;
  /** The server could not be reached for what is asked: `shown` is as it was last answered. */
  isOutdated: boolean;
}

/** What a query shows: where the server cannot be reached for the next answer, the last one stays. `data` must be stable. */
export function useLastAnswer<Data extends object>({
  data,
  error,
  isPlaceholderData = false,
}: Answer<Data>): LastAnswer<Data> {
  const [last, setLast] = useState<Data>();
  if (data !== undefined && !isPlaceholderData && data !== last) setLast(data);
  const isUnreached = isUnreachable(error);
  const shown = data ?? (isUnreached ? last : undefined);
  return { shown, isOutdated: isUnreached && shown !== undefined };
}

/** The error that stands in place of a query's data: data that are there stay when the server cannot be reached for newer ones. */
export function blockingError<Failure>({ data, error }: { data: unknown; error: Failure }): Failure | null {
  return data !== undefined && isUnreachable(error) ? null : error;
}

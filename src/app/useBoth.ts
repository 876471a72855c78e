import { useMemo } from 'react';
import type { ViewedQuery } from './QueryView.tsx';

export function useBoth<A extends object, B extends object>(
  first: ViewedQuery<A>,
  second: ViewedQuery<B>,
): ViewedQuery<readonly [A, B]> {
  const [a, b] = [first.data, second.data];
  return {
    data: useMemo(() => (a === undefined || b === undefined ? undefined : [a, b]), [a, b]),
    error: first.error ?? second.error,
    refetch: () => void Promise.all([first.refetch(), second.refetch()]),
  };
}

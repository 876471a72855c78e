import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { RouteFilter } from '../../../domain/model.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { resolveFilter } from './routeFilter.ts';

/** Translates an address such as /scheduling/instancestickets/12 into the list's own filter, on the same path. */
export function ListAddress({ wanted }: { wanted: readonly [field: string, source: RouteFilter, value: string][] }) {
  const { pathname, search } = useLocation();
  const [filter, setFilter] = useState<Record<string, unknown> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify(wanted);
  useEffect(() => {
    let isCurrent = true;
    resolveFilter(JSON.parse(key) as typeof wanted).then(
      (found) => {
        if (isCurrent) setFilter(found);
      },
      (failure: unknown) => {
        if (isCurrent) setError(failure);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, attempt]);
  if (filter !== null) {
    const query = new URLSearchParams(search);
    query.set('filter', JSON.stringify(filter));
    return <Navigate replace to={{ pathname, search: `?${query}` }} />;
  }
  if (error === null)
    return (
      <Page title="" width="full">
        <Loading lines={9} lineHeight={44} />
      </Page>
    );
  const retry = () => {
    setError(null);
    setAttempt(attempt + 1);
  };
  return (
    <Page title="">
      <Card>
        <ErrorState onRetry={retry}>{error instanceof Error ? error.message : 'Try again in a moment.'}</ErrorState>
      </Card>
    </Page>
  );
}

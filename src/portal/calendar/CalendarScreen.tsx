import { useQueries } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { WeekHours } from '../../../domain/calls/places.ts';
import { ApiError, isUnreachable } from '../../app/ApiError.ts';
import { NotFound } from '../../app/routing/NotFound.tsx';
import { usePageLook } from '../../app/pageLook.ts';
import { callQuery } from '../../app/callApi.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { PlacesCalendar } from './PlacesCalendar.tsx';
import { placeIds, placesName } from './placeIds.ts';

/** So that a display running all day moves on to the next day. In milliseconds. */
const REFRESH = 5 * 60_000;

/** /calendar/{locationId}: what takes place at a place, and when it is open; with {locationId2}, two places side by side. */
export function Screen() {
  const { locationId, locationId2 } = useParams();
  const ids = placeIds(locationId, locationId2);
  const answers = useQueries({
    queries: ids.map((id) => ({
      ...callQuery('GET /api/locations/:id/hours', { params: { id } }),
      refetchInterval: REFRESH,
      retryOnMount: false,
    })),
  });
  const weeks = answers.flatMap(({ data }) => data ?? []);
  const isWhole = weeks.length === ids.length;
  const failed = answers.find(({ data, error }) => error !== null && (data === undefined || !isUnreachable(error)));
  usePageLook(isWhole ? { record: placesName(weeks) } : null);
  if (failed?.error instanceof ApiError && [400, 404].includes(failed.error.status)) return <NotFound />;
  if (failed && !isWhole)
    return (
      <Page title="Calendar">
        <ErrorState
          title="The calendar could not be loaded"
          onRetry={() => answers.forEach((answer) => void answer.refetch())}
        >
          {failed.error?.message}
        </ErrorState>
      </Page>
    );
  if (!isWhole)
    return (
      <Page title="">
        <Loading label="Loading the calendar" lines={9} lineHeight={40} />
      </Page>
    );
  return <PlacesCalendar weeks={weeks as [WeekHours, ...WeekHours[]]} />;
}

import { useMemo } from 'react';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { CalendarCounts, LocationCalendar, WeekHours } from '../../../domain/calls/places.ts';
import { isUnreachable } from '../../app/ApiError.ts';
import { callQuery } from '../../app/callApi.ts';
import { Calendar } from '../../calendar/Calendar.tsx';
import { ADDRESS_REACH } from '../../calendar/calendarAddress.ts';
import { visibleRange } from '../../calendar/layout/ranges.ts';
import type { CalendarPosition } from '../../calendar/layout/types.ts';
import { calendarItems, type PlaceItem } from '../../content/cards/calendarItems.ts';
import { showEvent } from '../../content/cards/eventDialog.tsx';
import { hourBands } from '../../content/cards/hourBands.ts';
import { useNow } from '../../content/sessions/useNow.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { OutdatedNotice } from '../../ui/OutdatedNotice.tsx';
import { isCounted } from './calendarRange.ts';
import { sumOfCounts } from './sumOfCounts.ts';

export interface PlaceGridProps {
  weeks: readonly [WeekHours, ...WeekHours[]];
  position: CalendarPosition;
  /** Whether the address names the view: then phones have it, too. */
  isViewChosen: boolean;
  words: string;
  onPosition: (position: CalendarPosition) => void;
}

const VIEWS = ['years', 'year', 'month', 'week', 'day', 'agenda'] as const;

export function PlaceGrid({ weeks, position, isViewChosen, words, onPosition }: PlaceGridProps) {
  const { first, last } = visibleRange(position, { views: VIEWS });
  const placeRequest = (id: number) => ({ params: { id }, query: { from: first, to: last } });
  const counted = isCounted(position.view);
  const calendars = useQueries({
    queries: weeks.map(({ locationId }) => ({
      ...callQuery('GET /api/ViewScheduling/GetCalendarFor/:id', placeRequest(locationId)),
      enabled: !counted,
      placeholderData: keepPreviousData<LocationCalendar>,
      retryOnMount: false,
    })),
    combine: combined,
  });
  const counts = useQueries({
    queries: weeks.map(({ locationId }) => ({
      ...callQuery('GET /api/ViewScheduling/GetCalendarCounts/:id', placeRequest(locationId)),
      enabled: counted,
    })),
    combine: combined,
  });
  const now = useNow();
  const answer = counted ? counts : calendars;
  const isSplit = weeks.length > 1;
  const items = useMemo(() => {
    const sought = words.toLowerCase();
    return calendars.data
      .flatMap((calendar) => calendarItems(calendar, isSplit ? String(calendar.location.id) : undefined))
      .filter(({ title }) => title.toLowerCase().includes(sought));
  }, [calendars.data, isSplit, words]);
  const bands = useBands(weeks, calendars.data, counted ? counts.data : null);
  return (
    <>
      {answer.error !== null &&
        (answer.isUnreached ? (
          <OutdatedNotice title="The calendar may be out of date" onRetry={answer.refetch} />
        ) : (
          <Banner
            tone="error"
            title="The events could not be loaded"
            actions={
              <Button size="small" icon="refresh-cw" onClick={answer.refetch}>
                Try again
              </Button>
            }
          >
            {answer.error.message}
          </Banner>
        ))}
      <Calendar
        label={`Calendar of ${weeks.map(({ displayName }) => displayName).join(' and ')}`}
        items={items}
        zone={weeks[0].timezone}
        position={position}
        onPosition={onPosition}
        reach={ADDRESS_REACH}
        now={now}
        views={VIEWS}
        {...(isSplit
          ? {
              splits: weeks.map(({ locationId, displayName, buildingCode, room }) => ({
                id: String(locationId),
                label: displayName,
                detail: `${buildingCode} ${room}`,
              })),
            }
          : {})}
        hoursOf={(date) => bands.get(date) ?? []}
        {...(counted ? sumOfCounts(counts.data) : {})}
        isViewChosen={isViewChosen}
        eventsCountOnYearView
        isLoading={answer.isLoading}
        onOpen={(item) => {
          const { timezone } = weeks.find(({ locationId }) => String(locationId) === item.split) ?? weeks[0];
          showEvent((item as PlaceItem).event, position.view === 'day' ? position.date : null, timezone);
        }}
      />
    </>
  );
}

interface Answer<Data> {
  data: Data | undefined;
  error: Error | null;
  isPending: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

function combined<Data>(answers: readonly Answer<Data>[]) {
  const failed = answers.find((answer) => answer.error !== null);
  return {
    data: answers.flatMap(({ data }) => (data === undefined ? [] : [data])),
    error: failed?.error ?? null,
    isUnreached: failed?.data !== undefined && isUnreachable(failed.error),
    isLoading: answers.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData),
    refetch: () => answers.forEach((answer) => void answer.refetch()),
  };
}

function useBands(
  weeks: readonly WeekHours[],
  calendars: readonly LocationCalendar[],
  counts: readonly CalendarCounts[] | null,
) {
  return useMemo(
    () => (counts === null ? bandsByDate(calendars, weeks.length > 1) : closedBands(counts, weeks)),
    [weeks, calendars, counts],
  );
}

/** Of a year, or of years. */
function closedBands(counts: readonly CalendarCounts[], weeks: readonly WeekHours[]) {
  const bands = new Map<string, ReturnType<typeof hourBands>>();
  // Before all places are loaded it is not known whose these are.
  if (counts.length < weeks.length) return bands;
  for (const [index, { closed }] of counts.entries())
    for (const [date, reason] of Object.entries(closed)) {
      const split = String(weeks[index]?.locationId);
      const band = { from: 0, to: 1440, label: `Closed: ${reason}`, look: 'closed', split } as const;
      bands.set(date, [...(bands.get(date) ?? []), band]);
    }
  return bands;
}

function bandsByDate(calendars: readonly LocationCalendar[], isSplit: boolean) {
  const bands = new Map<string, ReturnType<typeof hourBands>>();
  for (const { days, hours, location } of calendars)
    for (const day of days) {
      // Without usual hours nothing is known but the closures.
      const shown = hours === null ? [] : hourBands(day, isSplit ? String(location.id) : undefined);
      bands.set(day.date, [...(bands.get(day.date) ?? []), ...shown]);
    }
  return bands;
}

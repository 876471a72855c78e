import { useMemo, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { StaffFilter } from '../../../../domain/sessions/scheduling.ts';
import { wallClockOf } from '../../../../domain/values/zoned-time.ts';
import { api } from '../../../app/api.ts';
import type { AnswerTo } from '../../../app/callApi.ts';
import { useLastAnswer } from '../../../app/useLastAnswer.ts';
import { useModel } from '../../../app/useModel.ts';
import { addressIn, withPosition } from '../../../calendar/calendarAddress.ts';
import { visibleRange } from '../../../calendar/layout/ranges.ts';
import type { CalendarPosition, CalendarView } from '../../../calendar/layout/types.ts';
import { clock } from '../../../ui/clock.ts';
import { bandsOf } from './staffItems.ts';

/** Every change of blocks, hours or sessions outdates these queries. */
export const STAFF_CALENDAR_KEY = 'staffCalendar';

export const STAFF_VIEWS = ['month', 'week', 'day', 'agenda'] as const;

export interface StaffCalendarQuestion {
  /** Default: all places. */
  locationId: string | undefined;
  filters: Readonly<Partial<Record<StaffFilter, string>>>;
  /** The view of an address that names none. */
  usualView: CalendarView;
}

/** What a calendar of staff shows at the address's date and view. */
export function useStaffCalendar({ locationId, filters, usualView }: StaffCalendarQuestion) {
  const { timezone } = useModel().site;
  const [search, setSearch] = useSearchParams();
  const [today] = useState(() => wallClockOf(clock.instant(), timezone).slice(0, 10));
  const address = addressIn(search);
  const view = STAFF_VIEWS.find((one) => one === address.view) ?? usualView;
  const position: CalendarPosition = { view, date: address.date ?? today };
  const { first, last } = visibleRange(position, { views: STAFF_VIEWS });
  const query = new URLSearchParams({
    from: first,
    to: last,
    ...(locationId === undefined ? {} : { locationId }),
    ...filters,
  }).toString();
  const answer = useQuery({
    queryKey: [STAFF_CALENDAR_KEY, query],
    queryFn: ({ signal }) =>
      api<AnswerTo<'GET /api/scheduling/calendar'>>(`/api/scheduling/calendar?${query}`, { signal }),
    placeholderData: keepPreviousData,
  });
  const { shown, isOutdated, error } = useLastAnswer(answer);
  const places = useMemo(() => shown?.places ?? [], [shown]);
  const zone = locationId === undefined ? timezone : (places[0]?.timezone ?? timezone);
  const bands = useMemo(() => bandsOf(places, zone), [places, zone]);
  return {
    ...{ shown, isOutdated, error, places, zone, bands, position, first, last },
    isLoading: answer.isPending || answer.isPlaceholderData,
    retry: () => void answer.refetch(),
    isViewChosen: address.view !== null,
    onPosition: (next: CalendarPosition) => setSearch(withPosition(search, next, { view: usualView, date: today })),
  };
}

/** Changes parameters of the address; an empty value removes one. */
export function useAddressParameters(): [URLSearchParams, (values: Readonly<Record<string, string>>) => void] {
  const [search, setSearch] = useSearchParams();
  const change = (values: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(values)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    setSearch(next);
  };
  return [search, change];
}

import { queryOptions } from '@tanstack/react-query';
import type { StaffCalendar } from '../../../../domain/sessions/scheduling.ts';
import { api } from '../../../app/api.ts';

/** All answers about what takes place, which any change of blocks, hours or sessions makes outdated. */
export const STAFF_CALENDAR_KEY = 'staffCalendar';

export interface StaffQuestion {
  from: string;
  to: string;
  locationId: string | undefined;
  filters: Readonly<Record<string, string>>;
}

export function staffCalendarQuery({ from, to, locationId, filters }: StaffQuestion) {
  const query = new URLSearchParams({ from, to, ...(locationId === undefined ? {} : { locationId }), ...filters });
  return queryOptions({
    queryKey: [STAFF_CALENDAR_KEY, query.toString()],
    queryFn: ({ signal }) => api<StaffCalendar>(`/api/scheduling/calendar?${query}`, { signal }),
  });
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AttendanceReport } from '../../../../domain/sessions/attendance.ts';
import { api } from '../../../app/api.ts';
import type { Days } from '../../reports/period.ts';

export const NARROWED = ['eventId', 'categoryId', 'instructorId'] as const;
/** What the report is narrowed to, by id. */
export type Narrowed = Partial<Record<(typeof NARROWED)[number], string>>;

export function narrowedIn(search: URLSearchParams): Narrowed {
  return Object.fromEntries(
    NARROWED.flatMap((name) => {
      const id = search.get(name) ?? '';
      return /^[1-9]\d{0,14}$/.test(id) ? [[name, id]] : [];
    }),
  );
}

export function useAttendance({ from, to }: Days, narrowed: Narrowed, enabled: boolean) {
  const path = `/api/events/attendance?${new URLSearchParams({ from, to, ...narrowed })}`;
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api<AttendanceReport>(path, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  });
}

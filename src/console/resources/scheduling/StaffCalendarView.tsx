import type { ReactNode } from 'react';
import { Calendar } from '../../../calendar/Calendar.tsx';
import { ADDRESS_REACH } from '../../../calendar/calendarAddress.ts';
import type { CalendarProps } from '../../../calendar/layout/types.ts';
import { useNow } from '../../../content/sessions/useNow.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { OutdatedNotice } from '../../../ui/OutdatedNotice.tsx';
import { splitsOf } from './staffItems.ts';
import { STAFF_VIEWS, type useStaffCalendar } from './useStaffCalendar.ts';

export interface StaffCalendarViewProps extends Pick<
  CalendarProps,
  'label' | 'items' | 'onOpen' | 'writes' | 'snapToTime'
> {
  calendar: ReturnType<typeof useStaffCalendar>;
  /** Shown instead of the calendar. */
  empty?: ReactNode;
}

/** The places side by side in the day view, each with its hours. */
export function StaffCalendarView({ calendar, empty, ...rest }: StaffCalendarViewProps) {
  const { places, bands, position, error, retry } = calendar;
  const now = useNow();
  const isSplit = places.length > 1 && position.view === 'day';
  return (
    <>
      {calendar.isOutdated && <OutdatedNotice title="The calendar may be out of date" onRetry={retry} />}
      {error !== null ? (
        <ErrorState title="The calendar could not be loaded" onRetry={retry}>
          {error.message}
        </ErrorState>
      ) : (
        (empty ?? (
          <Calendar
            {...rest}
            zone={calendar.zone}
            position={position}
            onPosition={calendar.onPosition}
            reach={ADDRESS_REACH}
            now={now}
            views={STAFF_VIEWS}
            isViewChosen={calendar.isViewChosen}
            {...(isSplit ? { splits: splitsOf(places) } : {})}
            hoursOf={(date) => (places.length > 1 && !isSplit ? [] : (bands.get(date) ?? []))}
            isLoading={calendar.isLoading}
          />
        ))
      )}
    </>
  );
}

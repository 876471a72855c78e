import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { UpcomingSessions } from '../../../domain/ticket-calls.ts';
import { SESSIONS_PER_PAGE } from '../../../domain/ticket-calls.ts';
import { createLazyModule, useLazyModule } from '../../app/lazyModule.ts';
import { useLastAnswer } from '../../app/useLastAnswer.ts';
import { useSession } from '../../app/useSession.ts';
import { withPosition } from '../../calendar/calendarAddress.ts';
import type { CalendarPosition } from '../../calendar/types.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { formatCount } from '../../ui/numbers.ts';
import { OutdatedNotice } from '../../ui/OutdatedNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { PartNotLoaded } from '../../ui/PartNotLoaded.tsx';
import type { SessionCalendarProps } from './SessionCalendar.tsx';
import { sessionsQuery, type SessionFilter } from './signupCalls.ts';
import { SessionList } from './SessionList.tsx';
import { calendarIn, filterIn, pageIn } from './upcomingAddress.ts';
import { UpcomingFilters } from './UpcomingFilters.tsx';

/** So that seats left are current on a page that stays open. In milliseconds. */
const REFRESH = 60_000;

/** /signup/upcomingworkshops: what anybody can sign up for. */
export function Screen() {
  const [search, setSearch] = useSearchParams();
  const filter = filterIn(search);
  const page = pageIn(search);
  const calendar = calendarIn(search);
  const list = useQuery({
    ...sessionsQuery(filter, { page }),
    placeholderData: keepPreviousData<UpcomingSessions>,
    refetchInterval: REFRESH,
    retryOnMount: false,
  });
  const { isLoggedIn } = useSession();
  const { shown, isOutdated } = useLastAnswer(list);
  const retry = () => void list.refetch();
  const set = (changes: Partial<SessionFilter> & { page?: number }) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries({ page: 1, ...changes }))
      if (value === null || (name === 'page' && value === 1)) next.delete(name);
      else next.set(name, String(value));
    setSearch(next);
  };
  const move = (position: CalendarPosition | null) => {
    const usual = { view: null, date: shown?.today ?? '' };
    const next = new URLSearchParams(search);
    next.delete('page');
    for (const name of position === null ? ['view', 'date'] : []) next.delete(name);
    setSearch(position === null ? next : withPosition(next, position, usual));
  };
  return (
    <Page
      title="Upcoming events"
      aside={shown && shown.total > 0 ? formatCount(shown.total, 'session', 'sessions') : undefined}
      lead="Workshops and trainings that you can sign up for."
      actions={
        isLoggedIn ? (
          <ButtonLink to="/signup/myevents" icon="calendar-check">
            My events
          </ButtonLink>
        ) : undefined
      }
    >
      {shown !== undefined && (
        <UpcomingFilters
          filter={filter}
          sessions={shown}
          onChange={set}
          isCalendar={calendar !== null}
          onCalendar={(isCalendar) => move(isCalendar ? { view: 'month', date: shown.today } : null)}
        />
      )}
      {isOutdated && <OutdatedNotice title="The events may not be current" onRetry={retry} />}
      {list.error !== null && shown === undefined && (
        <ErrorState title="The events could not be loaded" onRetry={retry}>
          {list.error.message}
        </ErrorState>
      )}
      {list.error === null && shown === undefined && <Loading label="Loading the events" lines={6} lineHeight={72} />}
      {shown !== undefined && calendar !== null && (
        <LazyCalendar
          filter={filter}
          position={{ view: calendar.view, date: calendar.date ?? shown.today }}
          onPosition={move}
        />
      )}
      {calendar === null && shown?.sessions.length === 0 && (
        <Nothing
          isFiltered={filter.eventId !== null || filter.categoryId !== null || page > 1}
          onClear={() => set({ eventId: null, categoryId: null })}
        />
      )}
      {calendar === null && shown !== undefined && shown.sessions.length > 0 && (
        <SessionList sessions={shown.sessions} today={shown.today} />
      )}
      {calendar === null && shown !== undefined && shown.total > SESSIONS_PER_PAGE && (
        <Pagination
          page={page}
          perPage={SESSIONS_PER_PAGE}
          total={shown.total}
          onPage={(next) => set({ page: next })}
          label="Pages of upcoming events"
        />
      )}
    </Page>
  );
}

const calendarModule = createLazyModule(() => import('./SessionCalendar.tsx'));

/** The list needs none of its code. */
function LazyCalendar(props: SessionCalendarProps) {
  const { module, hasFailed } = useLazyModule(calendarModule, true);
  if (module !== null) return <module.SessionCalendar {...props} />;
  return hasFailed ? (
    <PartNotLoaded onRetry={calendarModule.load} />
  ) : (
    <Loading label="Loading the calendar" lines={9} lineHeight={40} />
  );
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        icon="search"
        title="No upcoming event matches"
        actions={<Button onClick={onClear}>Show all events</Button>}
      >
        None is scheduled with what you chose.
      </EmptyState>
    );
  return (
    <EmptyState icon="calendar-days" title="No events are scheduled">
      Workshops and trainings are here as soon as they can be signed up for.
    </EmptyState>
  );
}

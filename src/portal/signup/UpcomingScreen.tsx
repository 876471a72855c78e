import { Suspense, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { NO_FILTER, type SessionFilter } from '../../../domain/session-filter.ts';
import { SESSIONS_PER_PAGE, type SessionChoices, type UpcomingSessions } from '../../../domain/ticket-calls.ts';
import { createLazyModule, useLazyModule } from '../../app/lazyModule.ts';
import { useLastAnswer } from '../../app/useLastAnswer.ts';
import { useSession } from '../../app/useSession.ts';
import { withPosition } from '../../calendar/calendarAddress.ts';
import type { CalendarPosition } from '../../calendar/types.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { formatCount } from '../../ui/numbers.ts';
import { OutdatedNotice } from '../../ui/OutdatedNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { PartNotLoaded } from '../../ui/PartNotLoaded.tsx';
import type { SessionCalendarProps } from './SessionCalendar.tsx';
import { choicesQuery, sessionsQuery, upcomingFeedPath } from './signupCalls.ts';
import { SessionList } from './SessionList.tsx';
import { calendarIn, filterIn, pageIn, withFilter } from './upcomingAddress.ts';
import { UpcomingFilters } from './UpcomingFilters.tsx';
import { widerFilters } from './upcomingWords.ts';
import styles from './Upcoming.module.css';

/** So that seats left are current on a page that stays open. In milliseconds. */
const REFRESH = 60_000;
const NO_CHOICES: SessionChoices = { events: [], categories: [], places: [] };

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
  const [isSubscribing, setSubscribing] = useState(false);
  const { isLoggedIn } = useSession();
  const { shown, isOutdated } = useLastAnswer(list);
  const { data: choices = NO_CHOICES } = useQuery(choicesQuery);
  const retry = () => void list.refetch();
  const choose = (next: SessionFilter) => setSearch(withFilter(search, next));
  const turnTo = (next: number) => {
    const address = withFilter(search, filter);
    if (next > 1) address.set('page', String(next));
    setSearch(address);
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
        <>
          <Button icon="calendar-plus" className={styles.scripted} onClick={() => setSubscribing(true)}>
            Subscribe
          </Button>
          {isLoggedIn && (
            <ButtonLink to="/signup/myevents" icon="calendar-check">
              My events
            </ButtonLink>
          )}
        </>
      }
    >
      {shown !== undefined && (
        <UpcomingFilters
          filter={filter}
          choices={choices}
          today={shown.today}
          onChange={choose}
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
      {calendar !== null && shown !== undefined && (
        <noscript>
          <SessionList sessions={shown.sessions} today={shown.today} />
        </noscript>
      )}
      {shown !== undefined && calendar !== null && (
        <LazyCalendar
          filter={filter}
          position={{ view: calendar.view, date: calendar.date ?? shown.today }}
          onPosition={move}
        />
      )}
      {calendar === null && shown?.sessions.length === 0 && (
        <Nothing filter={filter} isFurtherPage={page > 1} onChange={choose} />
      )}
      {calendar === null && shown !== undefined && shown.sessions.length > 0 && (
        <SessionList sessions={shown.sessions} today={shown.today} />
      )}
      {calendar === null && shown !== undefined && shown.total > SESSIONS_PER_PAGE && (
        <Pagination
          page={page}
          perPage={SESSIONS_PER_PAGE}
          total={shown.total}
          onPage={turnTo}
          label="Pages of upcoming events"
        />
      )}
      {isSubscribing && (
        <Suspense>
          <SubscribeDialog
            feeds={[{ name: 'upcoming events', path: upcomingFeedPath(filter) }]}
            lead={
              widerFilters(filter).length === 0
                ? 'Your calendar program then shows all upcoming events, and follows every change by itself.'
                : 'Your calendar program then shows the upcoming events that you filter by now, also those that are scheduled later.'
            }
            onClose={() => setSubscribing(false)}
          />
        </Suspense>
      )}
    </Page>
  );
}

const SubscribeDialog = lazyComponent(() => import('../calendar/SubscribeDialog.tsx').then((module) => module.default));
const calendarModule = createLazyModule(() => import('./SessionCalendar.tsx'));

/** The list needs none of its code. */
function LazyCalendar(props: SessionCalendarProps) {
  const { module, hasFailed } = useLazyModule(calendarModule, true);
  if (module !== null) return <module.SessionCalendar {...props} />;
  return hasFailed ? (
    <PartNotLoaded onRetry={calendarModule.load} />
  ) : (
    <div className={styles.scripted}>
      <Loading label="Loading the calendar" lines={9} lineHeight={40} />
    </div>
  );
}

interface NothingProps {
  filter: SessionFilter;
  isFurtherPage: boolean;
  onChange: (filter: SessionFilter) => void;
}

/** Each filter can be given up alone, unless there is only one. */
function Nothing({ filter, isFurtherPage, onChange }: NothingProps) {
  const wider = widerFilters(filter);
  if (isFurtherPage)
    return (
      <EmptyState
        icon="search"
        title="There is no such page"
        actions={<Button onClick={() => onChange(filter)}>First page</Button>}
      >
        Fewer events are listed than there were.
      </EmptyState>
    );
  if (wider.length > 0)
    return (
      <EmptyState
        icon="search"
        title="No upcoming event matches"
        actions={
          <div className={styles.widen}>
            {wider.length > 1 &&
              wider.map(({ label, filter: next }) => (
                <Button key={label} onClick={() => onChange(next)}>
                  {label}
                </Button>
              ))}
            <Button variant="primary" onClick={() => onChange(NO_FILTER)}>
              Show all events
            </Button>
          </div>
        }
      >
        {wider.length > 1 ? 'Look for more:' : 'None is scheduled with what you chose.'}
      </EmptyState>
    );
  return (
    <EmptyState icon="calendar-days" title="No events are scheduled">
      Workshops and trainings are here as soon as they can be signed up for.
    </EmptyState>
  );
}

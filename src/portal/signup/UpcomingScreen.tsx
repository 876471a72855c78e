import { formatCount } from '../../../domain/values/formats.ts';
import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { NO_FILTER, type SessionFilter } from '../../../domain/sessions/session-filter.ts';
import type { SessionChoices, UpcomingSessions } from '../../../domain/calls/sessions.ts';
import { SESSIONS_PER_PAGE } from '../../../domain/sessions/signup.ts';
import { createLazyModule, useLazyModule } from '../../app/lazyModule.ts';
import { useLastAnswer } from '../../app/useLastAnswer.ts';
import { useSession } from '../../app/useSession.ts';
import { callQuery } from '../../app/callApi.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { withPosition } from '../../calendar/calendarAddress.ts';
import type { CalendarPosition } from '../../calendar/layout/types.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { classNames } from '../../ui/classNames.ts';
import { CorrectedNote } from '../../ui/CorrectedNote.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { PartNotLoaded } from '../../ui/PartNotLoaded.tsx';
import type { SessionCalendarProps } from './SessionCalendar.tsx';
import { sessionsQuery, upcomingFeedPath } from '../../content/sessions/sessionsQuery.ts';
import { SessionList } from './SessionList.tsx';
import { calendarIn, filterIn, pageIn, withFilter } from './upcomingAddress.ts';
import { UpcomingFilters } from './UpcomingFilters.tsx';
import { widerFilters } from './filterTexts.ts';
import styles from './Upcoming.module.css';

/** So that seats left are current on a page that stays open. In milliseconds. */
const REFRESH = 60_000;
const NO_CHOICES: SessionChoices = { events: [], categories: [], places: [] };

/** /signup/upcomingworkshops: what anyone can sign up for. */
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
  const { kioskSession } = useSession();
  const { shown } = useLastAnswer(list);
  const { data: choices = NO_CHOICES } = useQuery(callQuery('GET /api/events/sessions/choices'));
  const filterPath = (next: SessionFilter) => `?${withFilter(search, next)}`;
  const pagePath = (next: number) => {
    const address = withFilter(search, filter);
    if (next > 1) address.set('page', String(next));
    return `?${address}`;
  };
  const move = (position: CalendarPosition) =>
    setSearch(withPosition(withFilter(search, filter), position, { view: null, date: shown?.today ?? '' }));
  const choose = (next: SessionFilter, isCalendar: boolean) => {
    const address = withFilter(search, next);
    if (!isCalendar) for (const name of ['view', 'date']) address.delete(name);
    if (isCalendar && calendar === null) address.set('view', 'month');
    setSearch(address);
  };
  return (
    <Page
      title="Upcoming events"
      aside={
        shown && (
          <span role="status" className="phone-hidden">
            {formatCount(shown.total, 'session', 'sessions')}
          </span>
        )
      }
      lead={<span className={styles.lead}>Workshops and trainings you can sign up for.</span>}
      // Of no use at a kiosk, which is everyone's.
      actions={kioskSession ? undefined : <OwnActions filter={filter} />}
    >
      {shown !== undefined && (
        <UpcomingFilters
          filter={filter}
          choices={choices}
          today={shown.today}
          isCalendar={calendar !== null}
          onChange={choose}
          clearedAddress={filterPath(NO_FILTER)}
        />
      )}
      <QueryView query={list} what="the events" lines={6} lineHeight={72}>
        {(answer) => {
          const rows = answer.sessions.length > 0 && <SessionPages answer={answer} page={page} pagePath={pagePath} />;
          if (calendar === null)
            return rows || <Nothing filter={filter} isFurtherPage={page > 1} filterPath={filterPath} />;
          return (
            <>
              <noscript>{rows}</noscript>
              <LazyCalendar
                filter={filter}
                position={{ view: calendar.view, date: calendar.date ?? answer.today }}
                onPosition={move}
              />
            </>
          );
        }}
      </QueryView>
      <noscript>
        <p>
          <a href={upcomingFeedPath(filter)}>Subscribe to these events</a> in a calendar app (iCalendar).
        </p>
      </noscript>
    </Page>
  );
}

function OwnActions({ filter }: { filter: SessionFilter }) {
  const { isLoggedIn } = useSession();
  const [isSubscribing, setSubscribing] = useState(false);
  return (
    <>
      <Button
        icon="calendar-plus"
        className={classNames(styles.action, styles.scripted)}
        onClick={() => setSubscribing(true)}
      >
        <span className="phone-hidden">Subscribe</span>
      </Button>
      {isLoggedIn && (
        <ButtonLink to="/signup/myevents" icon="calendar-check" className={styles.action ?? ''}>
          <span className="phone-hidden">My events</span>
        </ButtonLink>
      )}
      {isSubscribing && (
        <CodeBoundary>
          <SubscribeDialog
            feeds={[{ name: 'upcoming events', path: upcomingFeedPath(filter) }]}
            lead={
              widerFilters(filter).length === 0
                ? 'Your calendar app shows all upcoming events and updates automatically.'
                : 'Your calendar app shows the upcoming events that match your filters, including ones scheduled later.'
            }
            onClose={() => setSubscribing(false)}
          />
        </CodeBoundary>
      )}
    </>
  );
}

interface SessionPagesProps {
  answer: UpcomingSessions;
  page: number;
  pagePath: (page: number) => string;
}

function SessionPages({ answer: { sessions, today, total, corrected }, page, pagePath }: SessionPagesProps) {
  return (
    <>
      <CorrectedNote text={corrected} />
      <SessionList sessions={sessions} today={today} />
      {total > SESSIONS_PER_PAGE && (
        <Pagination
          page={page}
          perPage={SESSIONS_PER_PAGE}
          total={total}
          pagePath={pagePath}
          label="Pages of upcoming events"
        />
      )}
    </>
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
  filterPath: (filter: SessionFilter) => string;
}

function Nothing({ filter, isFurtherPage, filterPath }: NothingProps) {
  const wider = widerFilters(filter);
  if (isFurtherPage)
    return (
      <EmptyState
        icon="search"
        title="There is no such page"
        actions={<ButtonLink to={filterPath(filter)}>First page</ButtonLink>}
      >
        Some events are no longer listed.
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
                <ButtonLink key={label} to={filterPath(next)}>
                  {label}
                </ButtonLink>
              ))}
            <ButtonLink variant="primary" to={filterPath(NO_FILTER)}>
              Show all events
            </ButtonLink>
          </div>
        }
      >
        {wider.length > 1 ? 'Widen your search:' : 'No events match these filters.'}
      </EmptyState>
    );
  return (
    <EmptyState icon="calendar-days" title="No events are scheduled">
      Workshops and trainings appear here when sign-up opens.
    </EmptyState>
  );
}

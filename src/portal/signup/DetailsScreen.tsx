import { formatDay } from '../../../domain/values/formats.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { isActiveTicket } from '../../../domain/sessions/tickets.ts';
import type { OwnSession } from '../../../domain/calls/tickets.ts';
import type { SessionDetails } from '../../../domain/calls/sessions.ts';
import { callQuery } from '../../app/callApi.ts';
import { usePageLook } from '../../app/pageLook.ts';
import { useLastAnswer } from '../../app/useLastAnswer.ts';
import { useModel } from '../../app/useModel.ts';
import { useSession } from '../../app/useSession.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { HtmlContent } from '../../content/cards/HtmlContent.tsx';
import { ZoneNote } from '../../content/sessions/ZoneNote.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FactList, type Fact } from '../../ui/FactList.tsx';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { OutdatedNotice } from '../../ui/OutdatedNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import { useStableFocus } from '../../ui/useStableFocus.ts';
import { isSeat } from './isSeat.ts';
import { ofSession, sessionQuery } from './session/sessionRequests.ts';
import { HowToGetThere, WhatToBring } from './questions/PlaceAndBring.tsx';
import { useAnswering } from './questions/useAnswering.ts';
import { SignupPanel } from './SignupPanel.tsx';
import { timesText } from '../../content/sessions/listTexts.ts';
import { audienceText } from './session/conditionTexts.ts';
import { dateLines, seatsText, seriesPriceText, waitingText } from './session/sessionTexts.ts';
import styles from './Details.module.css';

const QuestionsCard = lazyComponent(() =>
  import('./questions/QuestionsCard.tsx').then((module) => module.QuestionsCard),
);
const PrerequisiteList = lazyComponent(() =>
  import('./PrerequisiteList.tsx').then((module) => module.PrerequisiteList),
);
const CanceledNotice = lazyComponent(() => import('./CanceledNotice.tsx').then((module) => module.CanceledNotice));
const SignupRules = lazyComponent(() => import('./SignupRules.tsx').then((module) => module.SignupRules));
const SeriesCard = lazyComponent(() => import('./SeriesCard.tsx').then((module) => module.SeriesCard));

/** An offer, or a seat that others take, shows on a page that stays open. In milliseconds. */
const REFRESH = 30_000;
const BACK = { to: '/signup/upcomingworkshops', label: 'Upcoming events' };

/** /signup/details/{id}: a session, and one's ticket for it. */
export function Screen() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const link = search.get('link');
  const details = useQuery({ ...sessionQuery(Number(id), link), refetchInterval: REFRESH, retryOnMount: false });
  return (
    <QueryView
      query={details}
      what="the session"
      lines={9}
      lineHeight={36}
      hasNotice={false}
      frame={(state, error) => (
        <Page title={error === null ? '' : 'Event'} back={BACK}>
          {state}
        </Page>
      )}
      missing={<NotFound />}
    >
      {(session) => <SessionPage session={session} link={link} details={details} />}
    </QueryView>
  );
}

function NotFound() {
  return (
    <EmptyState
      icon="calendar-off"
      title="Session not found"
      actions={
        <ButtonLink to={BACK.to} variant="primary">
          Upcoming events
        </ButtonLink>
      }
    >
      It does not exist or is not open for sign-up.
    </EmptyState>
  );
}

interface SessionPageProps {
  session: SessionDetails;
  link: string | null;
  details: { error: Error | null; refetch: () => unknown };
}

function SessionPage({ session, link, details }: SessionPageProps) {
  const { isLoggedIn } = useSession();
  const own = useQuery({
    ...callQuery('GET /api/events/sessions/:id/own', ofSession(session.id, link)),
    enabled: isLoggedIn,
    refetchInterval: REFRESH,
  });
  const { shown, error, isOutdated } = useLastAnswer(own);
  const known = isLoggedIn ? shown : null;
  const answering = useAnswering(session, known, link);
  const panel = useRef<HTMLElement>(null);
  const stableFocus = useStableFocus(panel);
  usePageLook({ record: session.title });
  return (
    <Page title={session.title} back={BACK} {...(session.summary === '' ? {} : { lead: session.summary })}>
      {(details.error !== null || isOutdated) && (
        <OutdatedNotice
          title="This page may be out of date"
          onRetry={() => void Promise.all([details.refetch(), own.refetch()])}
        />
      )}
      {session.state === 'cancelled' && (
        <CodeBoundary>
          <CanceledNotice session={session} />
        </CodeBoundary>
      )}
      <div className={styles.columns} {...stableFocus}>
        <div className={styles.first}>
          <WhenAndWhere session={session} />
        </div>
        <div className={styles.side}>
          <Card ref={panel} tabIndex={-1} data-takes-focus aria-label="Sign-up">
            {error === null || !isLoggedIn ? (
              <SignupPanel session={session} own={known} link={link} answering={answering} />
            ) : (
              <ErrorState title="Your registration could not be loaded" onRetry={() => void own.refetch()}>
                {error.message}
              </ErrorState>
            )}
          </Card>
        </div>
        <div className={styles.main}>
          {known != null && answering.isOpen && (
            <CodeBoundary fallback={<Loading label="Loading the questions" lines={5} />}>
              <QuestionsCard session={session} own={known} answering={answering} />
            </CodeBoundary>
          )}
          <Facts session={session} />
          <HowToGetThere session={session} />
          <WhatToBring session={session} />
          {session.series !== null && (
            <CodeBoundary>
              <SeriesCard session={session} />
            </CodeBoundary>
          )}
          {session.prerequisites.length > 0 && (
            <CodeBoundary>
              <PrerequisiteList
                groups={session.prerequisites}
                missing={known == null || isSettled(known) ? null : known.missing}
                booked={known?.dependsOn ?? []}
                hasSeat={known?.ticket != null && isActiveTicket(known.ticket.status) && isSeat(known.ticket)}
              />
            </CodeBoundary>
          )}
          {session.description !== '' && (
            <Card title="About this event">
              <HtmlContent html={session.description} under={2} />
            </Card>
          )}
          <CodeBoundary>
            <SignupRules session={session} />
          </CodeBoundary>
        </div>
      </div>
    </Page>
  );
}

/** With a ticket, prerequisites are of no interest, unless they are still missing or only booked. */
function isSettled({ outcome, missing, dependsOn }: OwnSession): boolean {
  return outcome === null && missing.length === 0 && dependsOn.length === 0;
}

function WhenAndWhere({ session }: { session: SessionDetails }) {
  const { site } = useModel();
  const { start, place, locationNote, locationId, isOnline, timezone } = session;
  const isOneYear = new Set(session.dates.map((date) => date.start.slice(0, 4))).size === 1;
  const lines = dateLines(session, site.timezone, isOneYear ? 'weekday' : 'dated');
  const facts: Fact[] = [];
  if (lines.length === 0)
    facts.push(
      { key: 'day', label: 'Day', value: formatDay(start, 'full') },
      { key: 'times', label: 'Time', value: timesText(session, site.timezone) },
    );
  const where = locationId === null ? place : <Link to={`/calendar/${locationId}`}>{place}</Link>;
  if (place !== '') facts.push({ key: 'place', label: 'Place', value: where });
  if (locationNote !== '') facts.push({ key: 'note', label: 'Where exactly', value: locationNote });
  if (isOnline) facts.push({ key: 'online', label: 'Online', value: 'Shown once you have a seat' });
  return (
    <Card aria-label="When and where">
      <ZoneNote timezone={timezone} />
      {lines.length > 0 && (
        <ul className={styles.dates} aria-label="Dates">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <FactList facts={facts} inline />
    </Card>
  );
}

/** What else there is to know before one signs up. */
function Facts({ session }: { session: SessionDetails }) {
  const { instructors, waiting, category, audience, minimumAge } = session;
  const facts: Fact[] = [];
  if (instructors.length > 0) facts.push({ key: 'who', label: 'With', value: instructors.join(', ') });
  if (session.state !== 'cancelled')
    facts.push(
      { key: 'price', label: 'Price', value: seriesPriceText(session) },
      {
        key: 'seats',
        label: 'Seats',
        value: waiting === 0 ? seatsText(session) : `${seatsText(session)}, ${waitingText(waiting)}`,
      },
    );
  if (audience !== undefined) facts.push({ key: 'audience', label: 'Open to', value: audienceText(audience) });
  if (minimumAge !== null) facts.push({ key: 'age', label: 'Age', value: `${minimumAge} or over` });
  if (category !== null)
    facts.push({
      key: 'category',
      label: 'Category',
      value: <Link to={`/signup/upcomingworkshops?categoryId=${category.id}`}>{category.name}</Link>,
    });
  if (facts.length === 0) return null;
  return (
    <Card aria-label="Details">
      <FactList facts={facts} inline />
    </Card>
  );
}

import { formatDay, formatInstant, formatInstantDay } from '../../../domain/values/formats.ts';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { PublicSession } from '../../../domain/calls/sessions.ts';
import type { OwnTickets, TicketCredential } from '../../../domain/calls/tickets.ts';
import { SESSIONS_PER_PAGE } from '../../../domain/sessions/signup.ts';
import { callPath } from '../../app/callApi.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { useModel } from '../../app/useModel.ts';
import { ZoneNote } from '../../content/sessions/ZoneNote.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { buttonClass } from '../../ui/buttonClass.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import layout from '../../ui/layout.module.css';
import { Page } from '../../ui/Page.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { useStableFocus } from '../../ui/useStableFocus.ts';
import { MovedNotice } from './MovedNotice.tsx';
import { SeatNotice } from './SeatNotice.tsx';
import { AnswerLink } from './questions/AnswerLink.tsx';
import { TicketChip } from './TicketChip.tsx';
import { ofSession } from './session/sessionRequests.ts';
import { timesText } from '../../content/sessions/listTexts.ts';
import { dateLines, deadlineText } from './session/sessionTexts.ts';
import { TicketButton } from './ticket/TicketButton.tsx';
import { useTicketList } from './ticket/useTicketList.ts';
import { cancelLabel, useTicketActions } from './session/useTicketActions.ts';
import { TabLinks } from '../../ui/TabLinks.tsx';
import styles from './MyEvents.module.css';

const ROOT = '/signup/myevents';
const OwnFeedDialog = lazyComponent(() => import('./ownFeed/OwnFeedDialog.tsx').then((module) => module.default));
const PARTS = { upcoming: 'Upcoming', past: 'Past and canceled' } as const;
const TABS = [
  { key: 'upcoming', label: PARTS.upcoming, to: ROOT },
  { key: 'past', label: PARTS.past, to: `${ROOT}/past` },
];
const UPCOMING = { to: '/signup/upcomingworkshops', label: 'Find an event' };

/** /signup/myevents: the current user's tickets. */
export function Screen() {
  const { pathname } = useLocation();
  const when = pathname.endsWith('/past') ? 'past' : 'upcoming';
  return <Tickets key={when} when={when} />;
}

function Tickets({ when }: { when: 'upcoming' | 'past' }) {
  const [page, setPage] = useState(1);
  const { site } = useModel();
  const list = useTicketList(when, page);
  const [isSubscribing, setSubscribing] = useState(false);
  const stableFocus = useStableFocus();
  const find = (
    <>
      <Button icon="calendar-plus" onClick={() => setSubscribing(true)}>
        Subscribe
      </Button>
      <ButtonLink to={UPCOMING.to} icon="calendar-range" {...(list.data?.total === 0 ? { variant: 'primary' } : {})}>
        {UPCOMING.label}
      </ButtonLink>
    </>
  );
  return (
    <Page title="My events" actions={find}>
      <TabLinks label="My events" tabs={TABS} selected={when} className={styles.parts} />
      <section tabIndex={-1} data-takes-focus aria-label={PARTS[when]} {...stableFocus}>
        <QueryView query={list} what="your events" lines={4} lineHeight={96}>
          {({ tickets, total }) => (
            <>
              {total === 0 && (
                <EmptyState icon="ticket" title={when === 'upcoming' ? 'Nothing coming up' : 'Nothing yet'}>
                  {when === 'upcoming'
                    ? 'Events you sign up for appear here, including waitlists.'
                    : 'Events you attended or canceled appear here.'}
                </EmptyState>
              )}
              {tickets.length > 0 && (
                <>
                  <ZoneNote timezone={site.timezone} />
                  <ul className={layout.stack3}>
                    {tickets.map((one, index) => (
                      <TicketCard key={one.ticket.id} of={one} isNext={index === 0 && when === 'upcoming'} />
                    ))}
                  </ul>
                </>
              )}
              {total > SESSIONS_PER_PAGE && (
                <Pagination
                  page={page}
                  perPage={SESSIONS_PER_PAGE}
                  total={total}
                  onPage={setPage}
                  label="Pages of my events"
                />
              )}
            </>
          )}
        </QueryView>
      </section>
      {isSubscribing && (
        <CodeBoundary>
          <OwnFeedDialog onClose={() => setSubscribing(false)} />
        </CodeBoundary>
      )}
    </Page>
  );
}

interface TicketCardProps {
  of: OwnTickets['tickets'][number];
  /** Its ticket is the page's main action. */
  isNext: boolean;
}

function TicketCard({ of, isNext }: TicketCardProps) {
  const { ticket, session, canCancel, asks, reason, credential, dependsOn, otherSeats } = of;
  const { busy, fault, forget, accept, cancel, see } = useTicketActions(session);
  const stableFocus = useStableFocus();
  const { status, position, until } = ticket;
  const deadline = deadlineText(ticket, until === null ? '' : formatInstant(until, session.timezone, 'day'));
  return (
    <li className={styles.ticket} tabIndex={-1} data-takes-focus {...stableFocus}>
      <div className={styles.what}>
        <h2 className={styles.title}>
          <Link to={`/signup/details/${session.id}`}>{session.title}</Link>
        </h2>
        <TicketDates session={session} />
        {session.place !== '' && <p className={styles.quiet}>{session.place}</p>}
        {deadline !== null && <p>{deadline}</p>}
        {ticket.payment !== undefined && <p>{ticket.payment}</p>}
        {status !== 'waitlisted' && <SeatNotice kind="conditionLine" seats={dependsOn} />}
        <SeatNotice kind="givenUp" seats={otherSeats} />
        <MovedNotice ticket={ticket} onSeen={() => void see(ticket.id)} />
        {credential !== undefined && <p>{credentialText(credential, session.timezone)}</p>}
        {status === 'cancelled' && reason !== null && <p className={styles.quiet}>{reason}</p>}
      </div>
      <div className={styles.side}>
        <TicketChip status={status} position={position} />
        <div className={styles.buttons}>
          <TicketButton ticket={ticket} session={session} size="small" variant={isNext ? 'primary' : 'secondary'} />
          {(status === 'attended' || status === 'late') && (
            <ButtonLink size="small" icon="award" to={`/signup/myevents/certificate/${ticket.id}`}>
              Certificate
              <span className="visually-hidden">: {session.title}</span>
            </ButtonLink>
          )}
          {status === 'offered' && (
            <Button size="small" variant="primary" busy={busy !== null} onClick={() => void accept(ticket.id)}>
              {busy === 'accept' ? 'Accepting' : 'Accept the seat'}
              <span className="visually-hidden">: {session.title}</span>
            </Button>
          )}
          <AnswerLink session={session} asks={asks} />
          {canCancel && status !== 'waitlisted' && <CalendarLink session={session} />}
          {canCancel && (
            <Button size="small" variant="quiet" busy={busy !== null} onClick={() => void cancel(ticket)}>
              {busy === 'cancel' ? 'Canceling' : cancelLabel(ticket, session.series?.isBookedAsWhole === true)}
              <span className="visually-hidden">: {session.title}</span>
            </Button>
          )}
        </div>
      </div>
      {fault !== null && (
        <div className={styles.fault}>
          <Banner tone="error" onDismiss={forget}>
            {fault}
          </Banner>
        </div>
      )}
    </li>
  );
}

function TicketDates({ session }: { session: PublicSession }) {
  const { timezone } = useModel().site;
  if (session.dates.length === 0)
    return (
      <p>
        {formatDay(session.start, 'full')}, {timesText(session, timezone)}
      </p>
    );
  return (
    <ul>
      {dateLines(session, timezone).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function CalendarLink({ session }: { session: PublicSession }) {
  return (
    <a
      className={buttonClass({ size: 'small' })}
      href={callPath('GET /api/events/sessions/:id/session.ics', ofSession(session.id))}
      download
    >
      <Icon name="calendar-plus" />
      Add to calendar
      <span className="visually-hidden">: {session.title}</span>
    </a>
  );
}

function credentialText({ name, expiresAt, isExpired }: TicketCredential, zone: string): string {
  if (expiresAt === null) return `You have earned: ${name}.`;
  return `You have earned: ${name}, ${isExpired ? 'which expired on' : 'valid until'} ${formatInstantDay(expiresAt, zone, 'long')}.`;
}

import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { HomeTicket, PersonalHome as Home } from '../../../domain/calls/home.ts';
import { formatDay, formatInstant } from '../../../domain/values/formats.ts';
import { callQuery } from '../../app/callApi.ts';
import { useModel } from '../../app/useModel.ts';
import { timesText } from '../../content/sessions/listTexts.ts';
import { Drafts } from '../../requests/Drafts.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { dateLines, deadlineText } from '../signup/session/sessionTexts.ts';
import { TicketButton } from '../signup/ticket/TicketButton.tsx';
import { TicketChip } from '../signup/TicketChip.tsx';
import layout from '../../ui/layout.module.css';
import styles from './PersonalHome.module.css';

/** So that an offer shows on a page that stays open. In milliseconds. */
const REFRESH = 60_000;

/** What the user has to do, and their next session; nothing where there is neither. */
export function PersonalHome() {
  const { data, isError, refetch } = useQuery({
    ...callQuery('GET /api/home'),
    refetchInterval: REFRESH,
  });
  if (isError && data === undefined)
    return (
      <section aria-label="For you" className={styles.home}>
        <Banner
          tone="warning"
          actions={
            <Button size="small" icon="refresh-cw" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          Your sessions and requests could not be loaded.
        </Banner>
      </section>
    );
  if (data === undefined || isEmpty(data)) return null;
  const { deadlines, next, requests, drafts } = data;
  return (
    <section aria-label="For you" className={styles.home}>
      {deadlines.map((one) => (
        <Deadline key={one.ticket.id} {...one} />
      ))}
      {next !== null && (
        <Card title="Your next session" className={layout.stack3 ?? ''}>
          <SessionFacts {...next} />
          <div className={styles.buttons}>
            <TicketButton {...next} size="small" />
            <ButtonLink to="/signup/myevents" size="small">
              My events
            </ButtonLink>
          </div>
        </Card>
      )}
      {requests.length > 0 && (
        <Card title="Requests that need you" className={layout.stack3 ?? ''}>
          <ul className={styles.list}>
            {requests.map(({ id, subject, form, status }) => (
              <li key={id} className={styles.row}>
                <Link to={`/requests/viewsubmission/${id}/Default`}>{subject ?? form.title}</Link>
                <StatusChip status={status} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {drafts.length > 0 && (
        <Card title="Drafts" className={layout.stack3 ?? ''}>
          <Drafts drafts={drafts} />
        </Card>
      )}
    </section>
  );
}

/** A seat that is lost unless it is accepted or paid in time. */
function Deadline({ ticket, session }: HomeTicket) {
  const { status, until } = ticket;
  const time = until === null ? '' : formatInstant(until, session.timezone, 'day');
  return (
    <Card
      title={status === 'offered' ? 'A seat is offered to you' : 'A seat is held for you'}
      className={layout.stack3 ?? ''}
    >
      <SessionFacts ticket={ticket} session={session} />
      <p>
        <strong>{deadlineText(ticket, time)}</strong>
      </p>
      {ticket.payment !== undefined && <p>{ticket.payment}</p>}
      <div className={styles.buttons}>
        <ButtonLink to={`/signup/details/${session.id}`} variant="primary" size="small">
          {status === 'offered' ? 'Answer the offer' : 'Open the session'}
        </ButtonLink>
      </div>
    </Card>
  );
}

function SessionFacts({ ticket, session }: HomeTicket) {
  const { site } = useModel();
  const lines =
    session.dates.length > 0
      ? dateLines(session, site.timezone)
      : [`${formatDay(session.start, 'full')}, ${timesText(session, site.timezone)}`];
  return (
    <div>
      <p className={styles.row}>
        <Link to={`/signup/details/${session.id}`}>{session.title}</Link>
        <TicketChip status={ticket.status} position={ticket.position} />
      </p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {session.place !== '' && <p className={styles.quiet}>{session.place}</p>}
    </div>
  );
}

function isEmpty({ deadlines, next, requests, drafts }: Home): boolean {
  return next === null && deadlines.length + requests.length + drafts.length === 0;
}

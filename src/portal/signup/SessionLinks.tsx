import type { ReactNode } from 'react';
import type { SessionDetails } from '../../../domain/calls/sessions.ts';
import { formatDay } from '../../../domain/values/formats.ts';
import { callPath } from '../../app/callApi.ts';
import { buttonClass } from '../../ui/buttonClass.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ofSession } from './session/sessionRequests.ts';
import styles from './Details.module.css';

interface SessionLinksProps {
  session: SessionDetails;
  joinUrl: string | null;
  link: string | null;
}

export function SessionLinks({ session, joinUrl, link }: SessionLinksProps) {
  const { id, state, dates, calendarLinks } = session;
  return (
    <>
      {joinUrl !== null && (
        <OutsideLink to={joinUrl} className={buttonClass({ variant: 'primary', block: true })}>
          <Icon name="external-link" />
          Join online
        </OutsideLink>
      )}
      {state !== 'cancelled' && state !== 'over' && (
        <a
          className={buttonClass({ block: true })}
          href={callPath('GET /api/events/sessions/:id/session.ics', ofSession(id, link))}
          download
        >
          <Icon name="calendar-plus" />
          Add to calendar
        </a>
      )}
      {calendarLinks.map(({ google, outlook }, index) => (
        <p key={google} className={styles.calendars}>
          {dates.length > 1 && `${formatDay((dates[index] ?? session).start, 'named')}: `}
          <OutsideLink to={google}>Google Calendar</OutsideLink>
          <OutsideLink to={outlook}>Outlook</OutsideLink>
        </p>
      ))}
    </>
  );
}

interface OutsideLinkProps {
  to: string;
  className?: string;
  children: ReactNode;
}

function OutsideLink({ to, className, children }: OutsideLinkProps) {
  return (
    <a className={className} href={to} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}

import { formatDay } from '../../../domain/values/formats.ts';
import { Link } from 'react-router-dom';
import type { OwnSession } from '../../../domain/calls/tickets.ts';
import type { PublicSession } from '../../../domain/calls/sessions.ts';
import { useModel } from '../../app/useModel.ts';
import { Card } from '../../ui/Card.tsx';
import layout from '../../ui/layout.module.css';
import { SeatNotice } from './SeatNotice.tsx';
import { SessionChip } from '../../content/sessions/SessionChip.tsx';
import { timesText } from '../../content/sessions/listTexts.ts';
import styles from './Details.module.css';

export interface PrerequisiteListProps {
  /** In words; of each group one is enough. */
  groups: readonly (readonly string[])[];
  /** What the reader lacks of them; null while that is not known. */
  missing: OwnSession['missing'] | null;
  booked?: OwnSession['dependsOn'];
  /** With a seat nothing is missing: it was given without it. */
  hasSeat: boolean;
}

/** What the event asks for beforehand: what is missing, with the next sessions at which one gets it, and what is not. */
export function PrerequisiteList({ groups, missing, booked = [], hasSeat }: PrerequisiteListProps) {
  const lacking = new Map((missing ?? []).map((group) => [group.anyOf.join(' or '), group.sessions]));
  return (
    <Card title="What you need beforehand" id="needed">
      <ul className={layout.stack4}>
        {groups.map((anyOf) => {
          const text = anyOf.join(' or ');
          const sessions = lacking.get(text);
          const isMissing = sessions !== undefined;
          const seats = booked.filter(({ anyOf: named }) => named.join(' or ') === text);
          const label = seats.length > 0 ? 'Booked: ' : 'You have it: ';
          return (
            <li key={text}>
              <p className={styles.need}>
                {missing !== null && !(isMissing && hasSeat) && <strong>{isMissing ? 'Missing: ' : label}</strong>}
                {text}
              </p>
              <SeatNotice kind="booked" seats={seats} />
              {isMissing && hasSeat && <p className={styles.quiet}>You have a seat without it.</p>}
              {isMissing && !hasSeat && <NextSessions sessions={sessions} />}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function NextSessions({ sessions }: { sessions: readonly PublicSession[] }) {
  const { site } = useModel();
  if (sessions.length === 0)
    return <p className={styles.quiet}>No session that grants it is open for sign-up right now.</p>;
  return (
    <>
      <p className={styles.quiet}>Get it at one of these:</p>
      <ul className={styles.next}>
        {sessions.map((session) => (
          <li key={session.id}>
            <span>
              <Link to={`/signup/details/${session.id}`}>{session.title}</Link>
              <span className={styles.quiet}>
                {' '}
                {formatDay(session.start, 'full')}, {timesText(session, site.timezone)}
              </span>
            </span>
            <SessionChip session={session} />
          </li>
        ))}
      </ul>
    </>
  );
}

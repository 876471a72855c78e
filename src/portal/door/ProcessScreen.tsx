import { Link } from 'react-router-dom';
import type { DoorSession } from '../../../domain/door-calls.ts';
import { useLastAnswer } from '../../app/useLastAnswer.ts';
import { useModel } from '../../app/useModel.ts';
import { useSession } from '../../app/useSession.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { OutdatedNotice } from '../../ui/OutdatedNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import { fullDay, timesText } from '../signup/sessionTexts.ts';
import styles from './Door.module.css';
import { useDoorSessions } from './doorCalls.ts';
import { PHASES } from './doorWords.ts';

/** /scheduling/process: the sessions of today, then the next ones. */
export function Screen() {
  const answer = useDoorSessions();
  const { kioskSession } = useSession();
  const { shown, isOutdated } = useLastAnswer(answer);
  const retry = () => void answer.refetch();
  return (
    <Page
      title="Process event"
      lead="Choose a session to mark who comes to it."
      actions={
        !kioskSession && (
          <ButtonLink to="/scheduling/processbyclass" icon="graduation-cap">
            By class
          </ButtonLink>
        )
      }
    >
      {isOutdated && <OutdatedNotice title="The counts may not be current" onRetry={retry} />}
      {answer.error !== null && shown === undefined && (
        <ErrorState title="The sessions could not be loaded" onRetry={retry}>
          {answer.error.message}
        </ErrorState>
      )}
      {answer.error === null && shown === undefined && (
        <Loading label="Loading the sessions" lines={6} lineHeight={72} />
      )}
      {shown !== undefined && (
        <>
          <section aria-labelledby="today">
            <h2 id="today" className={styles.heading}>
              Today
            </h2>
            {shown.today.length === 0 ? (
              <EmptyState icon="calendar-check" title="Nothing today">
                {shown.coming.length === 0 ? 'No session is scheduled.' : 'The next sessions are below.'}
              </EmptyState>
            ) : (
              <Sessions sessions={shown.today} />
            )}
          </section>
          {shown.coming.length > 0 && (
            <section aria-labelledby="coming">
              <h2 id="coming" className={styles.heading}>
                Coming
              </h2>
              <Sessions sessions={shown.coming} hasDay />
            </section>
          )}
        </>
      )}
    </Page>
  );
}

function Sessions({ sessions, hasDay = false }: { sessions: readonly DoorSession[]; hasDay?: boolean }) {
  return (
    <ul className={styles.tickets}>
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} hasDay={hasDay} />
      ))}
    </ul>
  );
}

function SessionRow({ session, hasDay }: { session: DoorSession; hasDay: boolean }) {
  const { site } = useModel();
  const { id, title, start, place, phase, counts, taken, capacity } = session;
  const { words, ...look } = PHASES[phase];
  return (
    <li className={styles.session}>
      <div className={styles.who}>
        <h3 className={styles.title}>
          <Link to={`/scheduling/processinstance/${id}`}>{title}</Link>
        </h3>
        <span>
          {hasDay && `${fullDay(start)}, `}
          {timesText(session, site.timezone)}
        </span>
        {place !== '' && <span className={styles.facts}>{place}</span>}
      </div>
      <p className={styles.tally}>
        <span>
          {taken} of {capacity} seats
        </span>
        <span>{counts.came} came</span>
        <span>{counts.expected} expected</span>
        {counts.waiting > 0 && <span>{counts.waiting} waiting</span>}
      </p>
      {!hasDay && <Chip {...look}>{words}</Chip>}
    </li>
  );
}

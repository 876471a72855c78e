import { formatLocal } from '../../../domain/values/formats.ts';
import { Link } from 'react-router-dom';
import type { SessionDetails } from '../../../domain/calls/sessions.ts';
import type { SignupState } from '../../../domain/sessions/signup.ts';
import { momentText } from '../../content/sessions/localTimeText.ts';
import { Card } from '../../ui/Card.tsx';
import styles from './Details.module.css';

const STATES: Partial<Record<SignupState, string>> = {
  waitlist: 'Waitlist',
  full: 'Full',
  over: 'Over',
  begun: 'Has begun',
};

export function SeriesCard({ session }: { session: SessionDetails }) {
  const { series, seriesSessions, id } = session;
  if (series === null || seriesSessions.length < 2) return null;
  return (
    <Card
      title={`A series of ${seriesSessions.length} sessions`}
      description={
        series.isBookedAsWhole
          ? 'One sign-up reserves a seat in every session.'
          : 'Sign up for each session separately.'
      }
    >
      <ol className={styles.series}>
        {seriesSessions.map(({ id: other, start, end, state }) => {
          const text = `${formatLocal(start, 'day')} – ${momentText(end, start.slice(0, 10))}`;
          const note = series.isBookedAsWhole && state !== 'over' ? undefined : STATES[state];
          return (
            <li key={other}>
              {other === id ? (
                <span aria-current="page">
                  <strong>{text}</strong>
                </span>
              ) : (
                <Link to={`/signup/details/${other}`}>{text}</Link>
              )}
              {note !== undefined && <span className={styles.quiet}>{note}</span>}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

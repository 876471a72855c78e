import { Link } from 'react-router-dom';
import type { NotedPlace, PlanNote } from '../../domain/calls/action-parts.ts';
import { Banner } from '../ui/Banner.tsx';
import styles from './actions.module.css';

/** What follows from an action. Places open in a new tab, so that the question stays. */
export function PlanNotes({ notes }: { notes: readonly PlanNote[] }) {
  return notes.map((note) => {
    if (typeof note === 'string') return <p key={note}>{note}</p>;
    const { text, places, tone } = note;
    const about = (
      <div key={text} className={styles.places}>
        <p>{text}</p>
        {places.length > 0 && <Places places={places} />}
      </div>
    );
    return tone ? (
      <Banner key={text} tone={tone === 'refusal' ? 'error' : tone} role="none">
        {about}
      </Banner>
    ) : (
      about
    );
  });
}

function Places({ places }: { places: readonly NotedPlace[] }) {
  return (
    <ul>
      {places.map(({ label, detail, to }, index) => (
        <li key={index}>
          {to === null ? (
            label
          ) : (
            <Link to={to} target="_blank">
              {label}
              <span className="visually-hidden"> (opens in a new tab)</span>
            </Link>
          )}{' '}
          <small>{detail}</small>
        </li>
      ))}
    </ul>
  );
}

import { formatDay } from '../../../domain/values/formats.ts';
import { Link } from 'react-router-dom';
import type { DoorSession } from '../../../domain/calls/door.ts';
import { useModel } from '../../app/useModel.ts';
import { Chip } from '../../ui/Chip.tsx';
import { timesText } from '../../content/sessions/listTexts.ts';
import styles from './Door.module.css';
import { PHASES } from './marks/doorTexts.ts';
import area from '../../ui/linkArea.module.css';
import { classNames } from '../../ui/classNames.ts';

export function Sessions({ sessions, hasDay = false }: { sessions: readonly DoorSession[]; hasDay?: boolean }) {
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
  const { label, ...look } = PHASES[phase];
  return (
    <li className={classNames(styles.session, area.area)}>
      <div className={styles.who}>
        <h3 className={classNames(styles.title, area.title)}>
          <Link to={`/scheduling/processinstance/${id}`}>{title}</Link>
        </h3>
        <span>
          {hasDay && `${formatDay(start, 'full')}, `}
          {timesText(session, site.timezone)}
        </span>
        {place !== '' && <span className={styles.facts}>{place}</span>}
      </div>
      <p className={styles.tally}>
        <span>
          {taken} of {capacity} seats
        </span>
        <span>{counts.attended} attended</span>
        <span>{counts.expected} expected</span>
        {counts.waiting > 0 && <span>{counts.waiting} waiting</span>}
      </p>
      {!hasDay && <Chip {...look}>{label}</Chip>}
    </li>
  );
}

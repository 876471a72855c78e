import { formatCount, formatInstant } from '../../../../domain/values/formats.ts';
import type { HoursConflicts } from '../../../../domain/calls/staff-calendar.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './scheduling.module.css';

export interface ConflictsDialogProps {
  collisions: HoursConflicts;
  onAnswer: (saves: boolean) => void;
}

/** The sessions that would take place in closed hours, by name, before the change is saved. */
export function ConflictsDialog({ collisions: { sessions, total }, onAnswer }: ConflictsDialogProps) {
  const places = new Set(sessions.map(({ place }) => place));
  return (
    <Dialog
      role="alertdialog"
      title={formatCount(total, 'session is in the way', 'sessions are in the way')}
      width={560}
      onClose={() => onAnswer(false)}
      cancel="Back"
      answer={{ label: 'Save anyway', onAnswer: () => onAnswer(true) }}
    >
      <div className={layout.stack3}>
        <p>
          {places.size > 1
            ? `In ${formatCount(places.size, 'place', 'places')}. They stay as they are until somebody moves or cancels them.`
            : 'They stay as they are until somebody moves or cancels them.'}
        </p>
        <ul className={styles.collisions} aria-label="Sessions in the way">
          {sessions.map(({ instanceId, title, start, place, timezone, taken, capacity, state }) => (
            <li key={instanceId}>
              <strong>{title}</strong>
              {state === 'draft' && ' (draft)'}
              <span className={styles.quiet}>
                {formatInstant(start, timezone)} · {place} · {taken} of {capacity} seats taken
              </span>
            </li>
          ))}
        </ul>
        {total > sessions.length && <p>and {formatCount(total - sessions.length, 'more', 'more')}</p>}
      </div>
    </Dialog>
  );
}

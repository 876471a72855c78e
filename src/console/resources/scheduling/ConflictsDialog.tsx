import { formatCount, formatInstant } from '../../../../domain/values/formats.ts';
import { formatSpecialHours } from '../../../../domain/hours/special-hours-text.ts';
import type { HoursConflictQuestion, HoursConflicts } from '../../../../domain/calls/staff-calendar.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './scheduling.module.css';

export interface ConflictsDialogProps {
  collisions: HoursConflicts;
  question: HoursConflictQuestion;
  onAnswer: (saves: boolean) => void;
}

/** The sessions that a change of hours affects, by name, before it is saved. */
export function ConflictsDialog({ collisions: { sessions, total }, question, onAnswer }: ConflictsDialogProps) {
  const places = new Set(sessions.map(({ place }) => place));
  return (
    <Dialog
      role="alertdialog"
      title={conflictsTitle(question, total)}
      width={560}
      onClose={() => onAnswer(false)}
      cancel="Back"
      answer={{ label: isDeletion(question) ? 'Delete anyway' : 'Save anyway', onAnswer: () => onAnswer(true) }}
    >
      <div className={layout.stack3}>
        <p>
          {places.size > 1 && `They are in ${formatCount(places.size, 'place', 'places')}. `}Sessions do not change
          until someone moves or cancels them. {noticeText(question)}
        </p>
        <ul className={styles.collisions} aria-label="Sessions">
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

function conflictsTitle(question: HoursConflictQuestion, total: number): string {
  const sessions = formatCount(total, 'session takes place', 'sessions take place');
  if ('special' in question) {
    const { special } = question;
    if (isDeletion(question)) return `Delete these special hours? ${sessions} at that time`;
    return `${formatSpecialHours(special)}: ${sessions} ${special.closed ? 'then' : 'outside those hours'}`;
  }
  return 'usual' in question ? `${sessions} outside these hours` : `${sessions} during this block`;
}

function isDeletion(question: HoursConflictQuestion): boolean {
  return 'special' in question && question.special.isDeleted === true;
}

/** Who is notified once it is saved. */
function noticeText(question: HoursConflictQuestion): string {
  if ('usual' in question) return '';
  const people = 'special' in question ? 'Attendees, instructors' : 'Instructors';
  return `${people} and schedulers will be notified in half a minute.`;
}

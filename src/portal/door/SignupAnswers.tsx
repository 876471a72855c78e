import type { DoorList, DoorTicket } from '../../../domain/calls/door.ts';
import { Chip } from '../../ui/Chip.tsx';
import styles from './SignupAnswers.module.css';

export function SignupAnswers({ ticket: { name, answers, wishes, files, answersMissing } }: { ticket: DoorTicket }) {
  if (answers === null && wishes === null && !answersMissing) return null;
  return (
    <div className={styles.answers}>
      {answersMissing && (
        <Chip tone="orange" icon="triangle-alert">
          Answers missing
        </Chip>
      )}
      {wishes !== null && (
        <p className={styles.text}>
          <strong>Accessibility needs:</strong> {wishes}
        </p>
      )}
      {answers !== null && (
        <details>
          <summary>
            Answers<span className="visually-hidden"> of {name}</span>
          </summary>
          <p className={styles.text}>{answers}</p>
          {files.map((file) => (
            <p key={file.id}>
              <a href={file.url} download>
                {file.name}
              </a>
            </p>
          ))}
        </details>
      )}
    </div>
  );
}

/** How many attendees have wishes, and how many have not answered. */
export function SignupAnswerCounts({ list: { tickets } }: { list: DoorList }) {
  const coming = tickets.filter(({ status }) => !['cancelled', 'waitlisted', 'noShow'].includes(status));
  const wishes = coming.filter((ticket) => ticket.wishes !== null).length;
  const missing = coming.filter(({ answersMissing }) => answersMissing).length;
  if (wishes === 0 && missing === 0) return null;
  const facts = [
    wishes === 0 ? null : `${wishes} ${wishes === 1 ? 'person has' : 'people have'} accessibility needs.`,
    missing === 0 ? null : `${missing} ${missing === 1 ? 'person has' : 'people have'} not answered the questions.`,
  ];
  return <p className={styles.counts}>{facts.filter((part) => part !== null).join(' ')}</p>;
}

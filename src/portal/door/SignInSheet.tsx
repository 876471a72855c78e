import { formatMoney } from '../../../domain/values/formats.ts';
import type { DoorList, DoorTicket } from '../../../domain/calls/door.ts';
import { momentText } from '../../content/sessions/localTimeText.ts';
import { GROUPS, isInGroup } from './marks/doorTexts.ts';
import styles from './SignInSheet.module.css';

/** Empty rows for walk-ins: one for each free seat, within these. */
const ROWS = { least: 4, most: 12 };
const [EXPECTED, WAITING, ATTENDED] = GROUPS;

export interface SignInSheetProps {
  list: DoorList;
  rows: readonly DoorTicket[];
  hasAnswers: boolean;
}

/** Whether anyone said something at sign-up that staff need. */
export function hasAnswersOf(rows: readonly DoorTicket[]): boolean {
  return rows.some(({ answers, wishes }) => answers !== null || wishes !== null);
}

/** On paper only, in place of the page: the people by name, each with room for a signature. */
export function SignInSheet({ list: { session }, rows, hasAnswers }: SignInSheetProps) {
  const coming = rows.filter((ticket) => isInGroup(ticket, EXPECTED) || isInGroup(ticket, ATTENDED));
  const waiting = rows
    .filter((ticket) => isInGroup(ticket, WAITING))
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
  const free = Math.min(ROWS.most, Math.max(ROWS.least, session.capacity - coming.length));
  const hasNotes = hasAnswers && hasAnswersOf([...coming, ...waiting]);
  const columns = { hasNotes, today: session.start.slice(0, 10) };
  return (
    <div className={styles.sheet}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Number</span>
            </th>
            <th scope="col">Name</th>
            {hasNotes && <th scope="col">Answers and needs</th>}
            <th scope="col" className={styles.signature}>
              Signature
            </th>
          </tr>
        </thead>
        <tbody>
          {coming.map((ticket, index) => (
            <Row key={ticket.id} ticket={ticket} mark={String(index + 1)} {...columns} />
          ))}
          {Array.from({ length: free }, (_, index) => (
            <tr key={`free ${index}`}>
              <td>{coming.length + index + 1}</td>
              <td />
              {hasNotes && <td />}
              <td />
            </tr>
          ))}
        </tbody>
        {waiting.length > 0 && (
          <tbody>
            <tr>
              <th scope="rowgroup" colSpan={hasNotes ? 4 : 3} className={styles.part}>
                Waitlist
              </th>
            </tr>
            {waiting.map((ticket) => (
              <Row key={ticket.id} ticket={ticket} mark={String(ticket.position ?? '')} {...columns} />
            ))}
          </tbody>
        )}
      </table>
      <p>Instructor or staff: ________________________________</p>
    </div>
  );
}

interface RowProps {
  ticket: DoorTicket;
  mark: string;
  hasNotes: boolean;
  today: string;
}

function Row({ ticket, mark, hasNotes, today }: RowProps) {
  const { name, answers, wishes } = ticket;
  const facts = paperFacts(ticket, today);
  return (
    <tr>
      <td>{mark}</td>
      <td>
        <strong>{name}</strong>
        {facts !== '' && <span className={styles.facts}>{facts}</span>}
      </td>
      {hasNotes && (
        <td className={styles.notes}>
          {wishes !== null && <p>Needs: {wishes}</p>}
          {answers !== null && <p>{answers}</p>}
        </td>
      )}
      <td />
    </tr>
  );
}

/** What is still to be done about a ticket, or when its holder came. */
function paperFacts(ticket: DoorTicket, today: string): string {
  const { status, priceCents, termsMissing, since, isProvisional } = ticket;
  return [
    status === 'held' ? `${formatMoney(priceCents ?? 0)} to pay` : '',
    status === 'offered' ? 'seat offered' : '',
    isInGroup(ticket, ATTENDED) ? `checked in ${momentText(since, today)}` : '',
    termsMissing ? 'terms not accepted' : '',
    isProvisional ? 'without an account' : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

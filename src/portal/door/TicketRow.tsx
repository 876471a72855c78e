import type { DoorTicket } from '../../../domain/calls/door.ts';
import type { TicketStatus } from '../../../domain/sessions/tickets.ts';
import { momentText } from '../../content/localTimeText.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, type ButtonProps } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Door.module.css';
import { STATUSES, ticketFacts } from './doorTexts.ts';
import { SignupAnswers } from './SignupAnswers.tsx';
import type { DoorMarks, DoorRow } from './useDoorMarks.ts';

interface Mark {
  to: TicketStatus;
  label: string;
  variant?: NonNullable<ButtonProps['variant']>;
  icon?: NonNullable<ButtonProps['icon']>;
}

const ATTENDED: Mark = { to: 'attended', label: 'Attended', variant: 'primary', icon: 'user-check' };
const LATE: Mark = { to: 'late', label: 'Late' };
const NO_SHOW: Mark = { to: 'noShow', label: 'No-show' };
const UNDO: Mark = { to: 'confirmed', label: 'Undo', icon: 'undo-2', variant: 'quiet' };
const CANCEL: Mark = { to: 'cancelled', label: 'Cancel', variant: 'quiet' };
const SEAT: Mark = { to: 'confirmed', label: 'Give the seat' };

/** In the order of the buttons; those are there that the server admits now. Who has not paid is not marked before. */
const MARKS: Readonly<Record<TicketStatus, readonly Mark[]>> = {
  held: [{ ...SEAT, label: 'Paid', variant: 'primary', icon: 'wallet' }, CANCEL],
  confirmed: [ATTENDED, LATE, NO_SHOW, CANCEL],
  offered: [SEAT, CANCEL],
  waitlisted: [SEAT, CANCEL],
  attended: [LATE, UNDO],
  late: [{ ...ATTENDED, variant: 'secondary' }, UNDO],
  noShow: [{ ...ATTENDED, variant: 'secondary' }, LATE, UNDO],
  cancelled: [],
};

const MOVABLE: readonly TicketStatus[] = ['confirmed', 'noShow', 'waitlisted', 'offered'];

/** A person who is still expected: the arrow keys go from one to the next. */
export function isDue({ status, nextStatuses }: DoorTicket): boolean {
  return (
    (status === 'confirmed' && nextStatuses.includes('attended')) ||
    (status === 'held' && nextStatuses.includes('confirmed'))
  );
}

export interface TicketRowProps {
  ticket: DoorRow;
  today: string;
  marks: DoorMarks;
  onMove: ((ticket: DoorTicket) => void) | undefined;
  onAgree: (ticket: DoorTicket) => void;
  onMarked: () => void;
}

export function TicketRow({
  ticket,
  today,
  marks: { queue, fault, clearFault, mark },
  onAgree,
  onMarked,
  onMove,
}: TicketRowProps) {
  const { id, name, status, nextStatuses, isPending } = ticket;
  const { label, ...look } = STATUSES[status];
  const shown = MARKS[status].filter(({ to }) => nextStatuses.includes(to));
  const isBusy = isPending && !queue.isWaiting;
  return (
    <li className={styles.ticket}>
      <div className={styles.who}>
        <span className={styles.name}>{name}</span>
        <span className={styles.facts}>
          {isPending && queue.isWaiting ? 'not sent yet' : ticketFacts(ticket, today)}
        </span>
        <SignupAnswers ticket={ticket} />
        {ticket.dependsOn.map(({ sessionId, title, start }) => (
          <span key={sessionId} className={styles.depends}>
            <Icon name="link" size={14} />
            <span>
              Depends on {title}, {momentText(start, today)}
            </span>
          </span>
        ))}
        {ticket.termsMissing && (
          <span className={styles.terms}>
            <Chip tone="orange" icon="triangle-alert">
              Has not agreed to the terms
            </Chip>
            <Button
              size="small"
              variant="quiet"
              aria-label={`Record agreement: ${name}`}
              onClick={() => onAgree(ticket)}
            >
              Record agreement
            </Button>
          </span>
        )}
      </div>
      <Chip {...look}>{label}</Chip>
      <div className={styles.buttons}>
        {shown.map(({ to, label, ...button }, index) => (
          <Button
            key={to}
            size="small"
            {...button}
            {...(index === 0 && isDue(ticket) ? { 'data-due': true } : {})}
            busy={isBusy}
            aria-label={`${label}: ${name}`}
            onClick={({ detail }) =>
              void mark(ticket, to).then(() => {
                if (detail === 0) onMarked();
              })
            }
          >
            {label}
          </Button>
        ))}
        {onMove !== undefined && MOVABLE.includes(status) && !isPending && (
          <Button size="small" variant="quiet" aria-label={`Move: ${name}`} onClick={() => onMove(ticket)}>
            Move
          </Button>
        )}
      </div>
      {fault?.ticketId === id && (
        <div className={styles.fault}>
          <Banner tone="error" onDismiss={clearFault}>
            {fault.text}
          </Banner>
        </div>
      )}
    </li>
  );
}

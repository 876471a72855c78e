import type { DoorTicket } from '../../../domain/calls/door.ts';
import type { TicketStatus } from '../../../domain/sessions/tickets.ts';
import { momentText } from '../../content/sessions/localTimeText.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, type ButtonProps } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import styles from './Door.module.css';
import { STATUSES, ticketFacts } from './marks/doorTexts.ts';
import { SignupAnswers } from './SignupAnswers.tsx';
import type { DoorMarks, DoorRow } from './marks/useDoorMarks.ts';

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
const SEAT: Mark = { to: 'confirmed', label: 'Give the seat' };

/** In the order of the buttons; those are there that the server admits now. Who has not paid is not marked before. */
const MARKS: Readonly<Record<TicketStatus, readonly Mark[]>> = {
  held: [{ ...SEAT, label: 'Paid', variant: 'primary', icon: 'wallet' }],
  confirmed: [ATTENDED, LATE, NO_SHOW],
  offered: [SEAT],
  waitlisted: [SEAT],
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
  isSecondTap: (ticketId: number, tap: TapPlace) => boolean;
  /** After a mark by keyboard. */
  onMarked: () => void;
}

export type TapPlace = Pick<MouseEvent, 'timeStamp' | 'clientX' | 'clientY'>;

export function TicketRow({ ticket, today, marks, onAgree, onMarked, isSecondTap, onMove }: TicketRowProps) {
  const { queue, fault, clearFault, mark } = marks;
  const { id, name, status, nextStatuses, isPending } = ticket;
  const { label, ...look } = STATUSES[status];
  const shown = MARKS[status].filter(({ to }) => nextStatuses.includes(to));
  const isBusy = isPending && !queue.isWaiting;
  return (
    <li className={styles.ticket}>
      <Who ticket={ticket} today={today} isWaiting={queue.isWaiting} onAgree={onAgree} />
      <Chip {...look}>{label}</Chip>
      <div className={styles.buttons}>
        {shown.map(({ to, label: text, ...button }, index) => (
          <Button
            key={to}
            size="small"
            {...button}
            {...(index === 0 && isDue(ticket) ? { 'data-due': true } : {})}
            busy={isBusy}
            aria-label={`${text}: ${name}`}
            onClick={(event) => {
              const isByKeyboard = event.detail === 0;
              if (isByKeyboard || !isSecondTap(id, event.nativeEvent))
                void mark(ticket, to).then(() => {
                  if (isByKeyboard) onMarked();
                });
            }}
          >
            {text}
          </Button>
        ))}
        <RowMenu ticket={ticket} marks={marks} onMove={onMove} />
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

interface WhoProps extends Pick<TicketRowProps, 'ticket' | 'today' | 'onAgree'> {
  isWaiting: boolean;
}

function Who({ ticket, today, isWaiting, onAgree }: WhoProps) {
  const { name, isPending, dependsOn, termsMissing } = ticket;
  return (
    <div className={styles.who}>
      <span className={styles.name}>{name}</span>
      <span className={styles.facts}>{isPending && isWaiting ? 'not sent yet' : ticketFacts(ticket, today)}</span>
      <SignupAnswers ticket={ticket} />
      {dependsOn.map(({ sessionId, title, start }) => (
        <span key={sessionId} className={styles.depends}>
          <Icon name="link" size={14} />
          <span>
            Depends on {title}, {momentText(start, today)}
          </span>
        </span>
      ))}
      {termsMissing && (
        <span className={styles.terms}>
          <Chip tone="orange" icon="triangle-alert">
            Has not agreed to the terms
          </Chip>
          <Button size="small" variant="quiet" aria-label={`Record agreement: ${name}`} onClick={() => onAgree(ticket)}>
            Record agreement
          </Button>
        </span>
      )}
    </div>
  );
}

/** What is rarely done with a ticket. */
function RowMenu({ ticket, marks, onMove }: Pick<TicketRowProps, 'ticket' | 'marks' | 'onMove'>) {
  const { name, status, nextStatuses, isPending } = ticket;
  const items: MenuItem[] = [];
  if (onMove !== undefined && MOVABLE.includes(status) && !isPending)
    items.push({ key: 'move', label: 'Move to another session', icon: 'arrow-right', onSelect: () => onMove(ticket) });
  if (nextStatuses.includes('cancelled'))
    items.push({
      ...{ key: 'cancel', label: 'Cancel sign-up', icon: 'ban', danger: true },
      onSelect: () => void marks.mark(ticket, 'cancelled'),
    });
  if (items.length === 0) return null;
  return (
    <Menu
      label={`More: ${name}`}
      align="end"
      items={items}
      trigger={(props) => <IconButton {...props} size="small" icon="ellipsis" label={`More: ${name}`} />}
    />
  );
}

import { formatCount } from '../../../domain/values/formats.ts';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { DoorList, DoorTicket } from '../../../domain/calls/door.ts';
import { parseTicketCode } from '../../../domain/sessions/ticket-code.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Door.module.css';
import { isMatch } from './doorTexts.ts';
import { isDue, TicketRow, type TicketRowProps } from './TicketRow.tsx';
import type { DoorMarks, DoorRow } from './useDoorMarks.ts';

const PARTS: readonly [heading: string, of: (ticket: DoorTicket) => boolean][] = [
  ['People', ({ status }) => status !== 'waitlisted' && status !== 'cancelled'],
  ['Waitlist', ({ status }) => status === 'waitlisted'],
  ['Canceled', ({ status }) => status === 'cancelled'],
];

export interface TicketListProps {
  session: DoorList['session'];
  tickets: readonly DoorRow[];
  marks: DoorMarks;
  onMove: ((ticket: DoorTicket) => void) | undefined;
  onAgree: (ticket: DoorTicket) => void;
  onScan: (text: string) => void;
}

/** All tickets of a session, found by name: type, arrow down, Enter. */
export function TicketList({ session, tickets, marks, onMove, onAgree, onScan }: TicketListProps) {
  const [text, setText] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const found = text.trim() === '' ? tickets : tickets.filter((ticket) => isMatch(ticket, text));
  const due = found.filter(isDue).length;

  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>('[data-due]') ?? [])];
    const { activeElement } = document;
    const row = activeElement?.closest('li');
    const at = activeElement === search.current ? -1 : buttons.findIndex((button) => button.closest('li') === row);
    event.preventDefault();
    if (at + step < 0) search.current?.focus();
    else buttons[at + step]?.focus();
  };
  const rows = {
    ...{ today: session.start.slice(0, 10), marks, onMove, onAgree },
    onMarked: () => {
      search.current?.focus();
      search.current?.select();
    },
  };

  return (
    <div ref={box} onKeyDown={move} role="presentation" className={styles.list}>
      <div className={styles.search} role="search" aria-label="People of this session">
        <TextField
          ref={search}
          data-door="search"
          type="search"
          label="Find a name"
          help="Press ↓ to reach the first expected person, Enter to check them in."
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') setText('');
            // The field has focus after each mark by keyboard, so a scanner types into it.
            if (key !== 'Enter' || found.length > 0 || (parseTicketCode(text) === null && !/\d/.test(text))) return;
            onScan(text);
            setText('');
          }}
        />
        <p role="status" className={styles.matches}>
          {text.trim() !== '' && `${formatCount(found.length, 'match', 'matches')}, ${due} still to come`}
        </p>
      </div>
      {tickets.length === 0 && (
        <EmptyState icon="users" title="Nobody has signed up">
          People who sign up or are added appear here.
        </EmptyState>
      )}
      {tickets.length > 0 && found.length === 0 && (
        <EmptyState
          icon="search"
          title="No matches"
          actions={<Button onClick={() => setText('')}>Show everybody</Button>}
        >
          Try fewer letters, or add the person.
        </EmptyState>
      )}
      {PARTS.map(([heading, isOf]) => (
        <Part key={heading} heading={heading} tickets={found.filter(isOf)} {...rows} />
      ))}
    </div>
  );
}

interface PartProps extends Omit<TicketRowProps, 'ticket'> {
  heading: string;
  tickets: DoorRow[];
}

function Part({ heading, tickets, ...row }: PartProps) {
  if (tickets.length === 0) return null;
  if (heading === 'Waitlist') tickets.sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  return (
    <section aria-label={heading}>
      <h2 className={styles.heading}>{heading}</h2>
      <ul className={styles.tickets}>
        {tickets.map((ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} {...row} />
        ))}
      </ul>
    </section>
  );
}

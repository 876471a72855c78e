import { formatCount } from '../../../domain/values/formats.ts';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { DoorList, DoorTicket } from '../../../domain/calls/door.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Door.module.css';
import { GROUPS, isInGroup, isMatch, type DoorGroup } from './marks/doorTexts.ts';
import { isScannable } from './scan/scanHashes.ts';
import { isDue, TicketRow, type TapPlace, type TicketRowProps } from './TicketRow.tsx';
import type { DoorMarks, DoorRow } from './marks/useDoorMarks.ts';

/** Within so many milliseconds and pixels, a tap on another person is the second one of the person before, in whose place they have moved up. */
const DOUBLE_TAP = { ms: 400, distance: 24 };

export interface TicketListProps {
  session: DoorList['session'];
  tickets: readonly DoorRow[];
  marks: DoorMarks;
  text: string;
  onText: (text: string) => void;
  /** Only these are listed while nothing is sought. */
  group: DoorGroup | null;
  onEveryone: () => void;
  onMove: ((ticket: DoorTicket) => void) | undefined;
  onAgree: (ticket: DoorTicket) => void;
  onScan: (text: string) => void;
  /** Absent where no one can be added. */
  onAdd: (() => void) | undefined;
  camera: { isOn: boolean; onSwitch: () => void };
  /** Between the field and the list. */
  children: ReactNode;
}

/** All tickets of a session, found by scanning or by name: type, arrow down, Enter. */
export function TicketList(props: TicketListProps) {
  const { session, tickets, marks, text, onText, group, onScan, onMove, onAgree, children } = props;
  const search = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const tap = useRef({ ticketId: 0, at: -Infinity, x: 0, y: 0 });
  const isSought = text.trim() !== '';
  const found = tickets.filter((ticket) =>
    isSought ? isMatch(ticket, text) : group === null || isInGroup(ticket, group),
  );
  const due = found.filter(isDue).length;
  const enter = (): void => {
    // The field has focus after each mark by keyboard, so a scanner types into it.
    if (isScannable(text) || (isSought && found.length === 0 && /\d/.test(text))) {
      onScan(text);
      onText('');
    } else if (isSought) box.current?.querySelector<HTMLElement>('[data-due]')?.focus();
  };
  const rows = {
    ...{ today: session.start.slice(0, 10), marks, onMove, onAgree },
    isSecondTap: (ticketId: number, { timeStamp: at, clientX: x, clientY: y }: TapPlace) => {
      const before = tap.current;
      tap.current = { ticketId, at, x, y };
      const distance = Math.hypot(x - before.x, y - before.y);
      return ticketId !== before.ticketId && at - before.at < DOUBLE_TAP.ms && distance < DOUBLE_TAP.distance;
    },
    onMarked: () => {
      search.current?.focus();
      search.current?.select();
    },
  };
  return (
    <div
      ref={box}
      onKeyDown={(event) => moveFocus(event, box.current, search.current)}
      role="presentation"
      className={styles.list}
    >
      <div className={styles.search} role="search" aria-label="People in this session">
        <TextField
          ref={search}
          data-door="search"
          type="search"
          label="Scan or find a name"
          placeholder="Name, ticket, card or ID"
          autoComplete="off"
          autoCapitalize="off"
          enterKeyHint="go"
          spellCheck={false}
          value={text}
          onChange={({ target }) => onText(target.value)}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Escape') onText('');
            if (key === 'Enter' && !nativeEvent.isComposing) enter();
          }}
        />
        <IconButton
          icon="camera"
          variant="secondary"
          label={props.camera.isOn ? 'Camera off' : 'Scan with the camera'}
          aria-pressed={props.camera.isOn}
          onClick={props.camera.onSwitch}
        />
      </div>
      {children}
      <p role="status" className={styles.matches}>
        {isSought && `${formatCount(found.length, 'match', 'matches')}, ${due} still to come`}
      </p>
      {found.length === 0 && <NoTickets {...props} isSought={isSought} />}
      {GROUPS.map((one) => (
        <Part key={one.key} heading={one.label} tickets={found.filter((ticket) => isInGroup(ticket, one))} {...rows} />
      ))}
    </div>
  );
}

/** Arrow keys lead from the field through the people who are still expected, and back. */
function moveFocus(event: KeyboardEvent, box: HTMLElement | null, search: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { activeElement } = document;
  const row = activeElement?.closest('li');
  if (step === undefined || (activeElement !== search && row == null)) return;
  const buttons = [...(box?.querySelectorAll<HTMLElement>('[data-due]') ?? [])];
  const at = activeElement === search ? -1 : buttons.findIndex((button) => button.closest('li') === row);
  event.preventDefault();
  if (at + step < 0) search?.focus();
  else buttons[at + step]?.focus();
}

function NoTickets({
  tickets,
  text,
  group,
  onText,
  onEveryone,
  onAdd,
  isSought,
}: TicketListProps & { isSought: boolean }) {
  if (tickets.length === 0 && !isSought)
    return (
      <EmptyState icon="users" title="No one has signed up">
        People who sign up or are added appear here.
      </EmptyState>
    );
  const everyone = isSought ? () => onText('') : onEveryone;
  return (
    <EmptyState
      icon="search"
      title={isSought ? 'No matches' : `${group?.label ?? ''}: no one`}
      actions={
        <>
          {isSought && onAdd !== undefined && (
            <Button variant="primary" icon="user-plus" onClick={onAdd}>
              Add “{text.trim()}”
            </Button>
          )}
          <Button onClick={everyone}>Show everyone</Button>
        </>
      }
    >
      {isSought
        ? `Try a shorter search${onAdd === undefined ? '' : ', or add the person'}.`
        : 'No one has this status now.'}
    </EmptyState>
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

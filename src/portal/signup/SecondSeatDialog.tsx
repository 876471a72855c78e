import { formatLocal } from '../../../domain/values/formats.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isSeat } from './isSeat.ts';
import type { OtherSeat, OwnSession } from '../../../domain/calls/tickets.ts';
import type { SessionDetails } from '../../../domain/calls/sessions.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import layout from '../../ui/layout.module.css';
import { SelectField } from '../../ui/SelectField.tsx';
import { showUndoable } from '../../ui/showUndoable.ts';
import { dependentsText } from './session/cancelTexts.ts';
import { refreshSessions, signUp } from './session/sessionRequests.ts';
import type { useTicketActions } from './session/useTicketActions.ts';

export interface SecondSeatDialogProps {
  session: SessionDetails;
  own: OwnSession;
  link: string | null;
  act: ReturnType<typeof useTicketActions>['act'];
  onBoth: () => void;
  onClose: () => void;
}

/** Before a second ticket in upcoming sessions of an event: moves the first one, or adds this one. */
export default function SecondSeatDialog({ session, own, link, act, onBoth, onClose }: SecondSeatDialogProps) {
  const { otherSeats, isOneSeat, outcome } = own;
  const isFull = outcome?.kind === 'waitlisted';
  const movable = isFull ? [] : otherSeats.filter(({ canMove }) => canMove);
  const [chosenId, setChosenId] = useState(movable[0]?.ticketId);
  const chosen = movable.find(({ ticketId }) => ticketId === chosenId);
  const hasSeat = otherSeats.some(isSeat);
  const canAdd = isFull || !(isOneSeat && hasSeat);
  const client = useQueryClient();

  const move = async ({ ticketId, sessionId }: OtherSeat): Promise<void> => {
    onClose();
    const ticket = await act('signUp', () => signUp(session, link, { moveFrom: ticketId }));
    if (ticket === undefined) return;
    const back = { id: sessionId, series: null };
    const undo = () => signUp(back, null, { moveFrom: ticket.id }).then(() => refreshSessions(client));
    showUndoable(`Your seat is moved to ${formatLocal(session.start, 'day')}`, undo);
  };

  const add = (): void => {
    onClose();
    onBoth();
  };

  const addText = isFull ? 'Join the waitlist' : 'Sign up for both';
  return (
    <Dialog
      title={dialogTitle(canAdd, isFull)}
      width={460}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          {canAdd && (
            <Button variant={chosen === undefined ? 'primary' : 'secondary'} onClick={add}>
              {addText}
            </Button>
          )}
          {chosen !== undefined && (
            <Button variant="primary" onClick={() => void move(chosen)}>
              {isSeat(chosen) ? 'Move my seat' : 'Move my place'}
            </Button>
          )}
        </>
      }
    >
      <div className={layout.stack3}>
        {otherSeats.map((seat) => (
          <p key={seat.ticketId}>{seatText(seat)}</p>
        ))}
        {isFull && <p>This session is full. You keep {hasSeat ? 'your seat' : 'your place'} while you wait.</p>}
        {isOneSeat && hasSeat && <p>{oneSeatText(isFull, movable.length > 0)}</p>}
        {movable.length > 1 && (
          <SelectField
            label="Move"
            value={String(chosenId)}
            options={movable.map(({ ticketId, start }) => ({
              value: String(ticketId),
              label: formatLocal(start, 'day'),
            }))}
            onChange={({ target }) => setChosenId(Number(target.value))}
          />
        )}
        {chosen !== undefined && chosen.releases.length > 0 && <p>{dependentsText(chosen.releases)}</p>}
        {chosen?.isLate === true && (
          <p>The cancellation deadline has passed, so moving it counts as a late cancellation.</p>
        )}
      </div>
    </Dialog>
  );
}

function dialogTitle(canAdd: boolean, isFull: boolean): string {
  if (!canAdd) return 'Move your seat?';
  return isFull ? 'Join the waitlist?' : 'Sign up for a second session?';
}

function oneSeatText(isFull: boolean, canMove: boolean): string {
  if (isFull) return 'This event allows one seat per person. Accepting the offer gives up your current seat.';
  const rule = 'This event allows one seat per person.';
  return canMove ? rule : `${rule} Cancel your current seat to sign up for this session.`;
}

function seatText({ status, start }: OtherSeat): string {
  const date = formatLocal(start, 'day');
  if (status === 'waitlisted') return `You are on the waitlist for ${date}.`;
  return status === 'offered' ? `You are offered a seat on ${date}.` : `You already have a seat on ${date}.`;
}

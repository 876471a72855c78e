import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DoorTicket } from '../../../domain/door-calls.ts';
import { formatMoney } from '../../../domain/money.ts';
import type { TicketStatus } from '../../../domain/tickets.ts';
import { ApiError } from '../../app/ApiError.ts';
import { useDialogs } from '../../app/useDialogs.ts';
import { showToast, showUndoable } from '../../ui/toasts.ts';
import { markTicket, refreshDoor } from './doorCalls.ts';
import { doneWords, STATUSES } from './doorWords.ts';

export interface DoorFault {
  ticketId: number;
  words: string;
}

export interface DoorMarks {
  /** The ticket that is on its way to the server. */
  busy: number | null;
  /** Why the last mark was not made. */
  fault: DoorFault | null;
  forget: () => void;
  /** Marks a ticket; asks before what cannot be taken back. */
  mark: (ticket: DoorTicket, to: TicketStatus) => Promise<void>;
}

/** What staff do with the tickets of a session. Nothing is shown as done before the server has done it. */
export function useDoorMarks(sessionId: number): DoorMarks {
  const client = useQueryClient();
  const { confirm, show } = useDialogs();
  const [busy, setBusy] = useState<number | null>(null);
  const [fault, setFault] = useState<DoorFault | null>(null);

  const send = async ({ id, status, name }: DoorTicket, to: TicketStatus, reason?: string): Promise<void> => {
    setFault(null);
    setBusy(id);
    try {
      await markTicket(id, { from: status, to, ...(reason === undefined ? {} : { reason }) });
      await refreshDoor(client, sessionId);
      const canUndo = to !== 'cancelled' && ['confirmed', 'attended', 'late', 'noShow'].includes(status);
      if (canUndo)
        showUndoable(doneWords(name, status, to), async () => {
          await markTicket(id, { from: to, to: status });
          await refreshDoor(client, sessionId);
        });
      else showToast(doneWords(name, status, to));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const list = error.status === 409 ? await refreshDoor(client, sessionId) : undefined;
      const now = list?.tickets.find((ticket) => ticket.id === id)?.status;
      const changed = now !== undefined && now !== status ? ` ${name} is now: ${STATUSES[now].words}.` : '';
      setFault({ ticketId: id, words: `${name} was not marked. ${error.message}${changed}` });
    } finally {
      setBusy(null);
    }
  };

  const mark = async (ticket: DoorTicket, to: TicketStatus): Promise<void> => {
    const { name, status, priceCents } = ticket;
    if (to === 'cancelled') {
      const { actionTaken, inputValue } = await show({
        type: 'Input',
        header: status === 'waitlisted' ? `Take ${name} off the waiting list?` : `Cancel the seat of ${name}?`,
        message: `This cannot be taken back. ${name} is told, with the reason.`,
        inputLabel: 'Reason',
        confirmButtonText: status === 'waitlisted' ? 'Take off the list' : 'Cancel the seat',
        cancelButtonText: 'Keep it',
        isDangerous: true,
      });
      const reason = inputValue.trim();
      if (actionTaken === 'Confirm') await send(ticket, to, reason === '' ? undefined : reason.slice(0, 500));
      return;
    }
    if (to === 'confirmed' && !['attended', 'late', 'noShow'].includes(status)) {
      const isSure = await confirm({
        header: status === 'held' ? `Has ${name} paid ${formatMoney(priceCents ?? 0)}?` : `Give the seat to ${name}?`,
        message: 'The seat is then confirmed. This cannot be taken back, but the seat can be cancelled.',
        confirmButtonText: status === 'held' ? 'Paid' : 'Give the seat',
        cancelButtonText: 'Not yet',
      });
      if (!isSure) return;
    }
    await send(ticket, to);
  };

  return { busy, fault, forget: () => setFault(null), mark };
}

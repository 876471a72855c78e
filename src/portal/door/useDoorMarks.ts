import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Deliberately, DoorTicket } from '../../../domain/calls/door.ts';
import { DOOR_MARKS, isAttended, type DoorMarkStatus } from '../../../domain/sessions/door-marks.ts';
import { formatMoney } from '../../../domain/values/money.ts';
import type { TicketStatus } from '../../../domain/sessions/tickets.ts';
import { ApiError } from '../../app/ApiError.ts';
import { useStore } from '../../app/createStore.ts';
import { useDialogs } from '../../app/useDialogs.ts';
import { useSession } from '../../app/useSession.ts';
import { randomId } from '../../ui/browserApis.ts';
import { clock } from '../../ui/clock.ts';
import { formatCount } from '../../ui/numbers.ts';
import { showUndoable } from '../../ui/showUndoable.ts';
import { showToast } from '../../ui/toasts.ts';
import { useBackOnline } from '../../ui/useBackOnline.ts';
import { markTicket, refreshDoor, sendMarks } from './doorCalls.ts';
import { doneWords, STATUSES } from './doorWords.ts';
import { MarkQueue, queueName, type QueuedMark, type QueueState, type RefusedMark } from './markQueue.ts';

export interface DoorFault {
  ticketId: number;
  words: string;
}

/** A ticket with the marks that are on their way. */
export interface DoorRow extends DoorTicket {
  isPending: boolean;
}

/** Somebody comes who has not agreed to the event's terms. */
export interface AskedTerms {
  ticket: DoorTicket;
  /** They agree, or come in without, for a reason; null: the mark is not made. */
  answer: (how: Deliberately | null) => void;
}

export interface DoorMarks {
  queue: QueueState;
  /** Whose mark waits for an answer. */
  asked: AskedTerms | null;
  /** The ticket that is on its way to the server. */
  busy: number | null;
  /** Why the last mark was not made. */
  fault: DoorFault | null;
  forget: () => void;
  /** Sends what waits, now. */
  retry: () => void;
  /** Somebody has dealt with a mark that was refused. */
  settle: (mark: RefusedMark) => void;
  /**
   * Marks a ticket; asks before what cannot be taken back, and for the terms. `codeHash`: of the code that was scanned. True when it is done,
   * or waits for a connection.
   */
  mark: (ticket: DoorTicket, to: TicketStatus, codeHash?: string) => Promise<boolean>;
  /** Marks all of them, after a question. */
  markNoShows: (tickets: readonly DoorTicket[]) => Promise<void>;
}

const KEPT = 'This is kept on this device until the connection is back';

/** What staff do with the tickets of a session. What the server has not answered for is shown as pending, never as done. */
export function useDoorMarks(sessionId: number): DoorMarks {
  const client = useQueryClient();
  const { confirm, show } = useDialogs();
  const { userName } = useSession();
  const [fault, setFault] = useState<DoorFault | null>(null);
  const [asked, setAsked] = useState<AskedTerms | null>(null);

  const refuse = async (ticketId: number, name: string, status: TicketStatus, words: string): Promise<void> => {
    const list = await refreshDoor(client, sessionId);
    const now = list?.tickets.find((ticket) => ticket.id === ticketId)?.status;
    const changed = now !== undefined && now !== status ? ` ${name} is now: ${STATUSES[now].words}.` : '';
    setFault({ ticketId, words: `${name} was not marked. ${words}${changed}` });
  };

  const [queue] = useState(() => {
    const marks: MarkQueue = new MarkQueue({
      name: queueName(userName ?? '', sessionId),
      send: async (sent) => {
        const { results } = await sendMarks(sessionId, { marks: sent });
        await refreshDoor(client, sessionId).catch(() => undefined);
        return results;
      },
      onRefused: ({ ticketId, name, from, words }) => void refuse(ticketId, name, from, words),
    });
    return marks;
  });
  const state = useStore(queue.state);
  useEffect(() => {
    void queue.flush();
    return () => queue.stop();
  }, [queue]);
  const retry = (): void => void queue.flush();
  useBackOnline(retry);

  /** Those of the marks that are done, or wait. */
  const put = async (marks: readonly QueuedMark[]): Promise<QueuedMark[]> => {
    setFault(null);
    const refused = await queue.add(marks);
    return marks.filter(({ key }) => !refused.has(key));
  };
  const back = (marks: readonly QueuedMark[]) => async () => {
    const undone = await put(
      marks.map((one) => markOf({ ...one, id: one.ticketId, status: one.to }, one.from as DoorMarkStatus)),
    );
    if (undone.length < marks.length) throw new Error('Not everything could be taken back.');
  };
  const say = (words: string, marks: readonly QueuedMark[], canReturn = true): void => {
    if (queue.state.get().isWaiting) showToast(`${words}. ${KEPT}.`, { tone: 'warning' });
    else if (canReturn) showUndoable(words, back(marks));
    else showToast(words);
  };

  const ask = (ticket: DoorTicket): Promise<Deliberately | null> =>
    new Promise((resolve) => {
      const answer = (how: Deliberately | null): void => {
        setAsked(null);
        resolve(how);
      };
      setAsked({ ticket, answer });
    });

  /** The reason for passing over people who wait longer; null: the seat is not given. */
  const requestReason = async (ticket: DoorTicket, words: string): Promise<string | null> => {
    const { actionTaken, inputValue } = await show({
      type: 'Input',
      header: `Give the seat to ${ticket.name}?`,
      message: words,
      inputLabel: 'Reason',
      confirmButtonText: 'Give the seat',
      cancelButtonText: 'Not yet',
    });
    const reason = inputValue.trim();
    return actionTaken === 'Confirm' && reason !== '' ? reason.slice(0, 500) : null;
  };

  const sendMark = async (ticket: DoorTicket, to: TicketStatus, reason?: string): Promise<boolean> => {
    const { id, status, name } = ticket;
    setFault(null);
    try {
      await markTicket(id, { from: status, to, ...(reason === undefined ? {} : { reason }) });
      await refreshDoor(client, sessionId);
      showToast(doneWords(name, status, to));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.problem.code === 'events.reason-needed') {
        const given = await requestReason(ticket, error.message);
        return given !== null && (await sendMark(ticket, to, given));
      }
      if (error.status === 409) await refuse(id, name, status, error.message);
      else setFault({ ticketId: id, words: `${name} was not marked. ${error.message}` });
      return false;
    }
  };
  // Not a command: on a slow line one ticket must not hold up the others.
  const sending = useMutation({ mutationFn: (args: Parameters<typeof sendMark>) => sendMark(...args) });
  const send = (...args: Parameters<typeof sendMark>): Promise<boolean> => sending.mutateAsync(args);

  const mark = async (ticket: DoorTicket, to: TicketStatus, codeHash?: string): Promise<boolean> => {
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
      return actionTaken === 'Confirm' && send(ticket, to, reason === '' ? undefined : reason.slice(0, 500));
    }
    if (isDoorMark(status) && isDoorMark(to)) {
      const how = needsTerms(ticket, to) ? await ask(ticket) : {};
      if (how === null) return false;
      const done = await put([{ ...markOf(ticket, to), ...how, ...(codeHash === undefined ? {} : { codeHash }) }]);
      if (done.length > 0) say(doneWords(name, status, to), done, !needsTerms({ ...ticket, status: to }, status));
      return done.length > 0;
    }
    const isSure = await confirm({
      header: status === 'held' ? `Has ${name} paid ${formatMoney(priceCents ?? 0)}?` : `Give the seat to ${name}?`,
      message: 'The seat is then confirmed. This cannot be taken back, but the seat can be cancelled.',
      confirmButtonText: status === 'held' ? 'Paid' : 'Give the seat',
      cancelButtonText: 'Not yet',
    });
    return isSure && send(ticket, to);
  };

  const markNoShows = async (tickets: readonly DoorTicket[]): Promise<void> => {
    const people = formatCount(tickets.length, 'person', 'people');
    const isSure = await confirm({
      header: `Mark ${people} as no-show?`,
      message: 'All who are still expected are marked. This can be taken back.',
      confirmButtonText: 'Mark as no-show',
      cancelButtonText: 'Not yet',
    });
    if (!isSure) return;
    const done = await put(tickets.map((ticket) => markOf(ticket, 'noShow')));
    if (done.length > 0) say(`${formatCount(done.length, 'person', 'people')}: no-show`, done);
  };

  const settle = ({ key }: RefusedMark): void => queue.settle(key);
  const busy = sending.isPending ? sending.variables[0].id : null;
  return { queue: state, asked, busy, fault, forget: () => setFault(null), retry, settle, mark, markNoShows };
}

/** Who comes agrees to the event's terms first; nothing is asked of who was marked as there already. */
export function needsTerms({ termsMissing, status }: DoorTicket, to: TicketStatus): boolean {
  return termsMissing && isAttended(to) && !isAttended(status);
}

/** The tickets as they are once everything that is on its way is done. */
export function withPending(tickets: readonly DoorTicket[], pending: readonly QueuedMark[]): DoorRow[] {
  const last = new Map(pending.map((mark) => [mark.ticketId, mark.to]));
  const agreed = new Set(pending.flatMap(({ ticketId, agreedTo }) => (agreedTo === undefined ? [] : [ticketId])));
  return tickets.map((ticket) => {
    const status = last.get(ticket.id);
    if (status === undefined) return { ...ticket, isPending: false };
    const may = DOOR_MARKS.filter((to) => to !== status);
    const termsMissing = ticket.termsMissing && !agreed.has(ticket.id);
    return { ...ticket, status, may, termsMissing, isPending: true };
  });
}

function markOf({ id, status, name }: Pick<DoorTicket, 'id' | 'status' | 'name'>, to: DoorMarkStatus): QueuedMark {
  return { key: randomId(), ticketId: id, from: status, to, at: clock.instant(), name };
}

function isDoorMark(status: TicketStatus): status is DoorMarkStatus {
  return DOOR_MARKS.some((one) => one === status);
}

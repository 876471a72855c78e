import { formatCount } from '../../../../domain/values/formats.ts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createElement, useEffect, useState } from 'react';
import type { Deliberately, DoorTicket } from '../../../../domain/calls/door.ts';
import { DOOR_MARKS, isAttended, type DoorMarkStatus } from '../../../../domain/sessions/door.ts';
import type { TicketStatus } from '../../../../domain/sessions/tickets.ts';
import { runRecordCommand } from '../../../actions/runRecordCommand.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { callApi } from '../../../app/callApi.ts';
import { useStore } from '../../../app/createStore.ts';
import { confirmModal } from '../../../app/dialogs/modalQueue.ts';
import { prompt } from '../../../app/dialogs/prompts.tsx';
import { useSession } from '../../../app/useSession.ts';
import { randomId } from '../../../ui/browserApis.ts';
import { clock } from '../../../ui/clock.ts';
import { showUndoable } from '../../../ui/showUndoable.ts';
import { showToast } from '../../../ui/toasts.ts';
import { useBackOnline } from '../../../ui/useBackOnline.ts';
import { PATIENCE, refreshDoor } from './doorQueries.ts';
import { formatMark, STATUSES } from './doorTexts.ts';
import { MarkQueue, queueName, type QueuedMark, type QueueState, type RefusedMark } from './markQueue.ts';
import { TermsDialog } from './TermsDialog.tsx';

export interface DoorFault {
  ticketId: number;
  text: string;
}

export interface DoorRow extends DoorTicket {
  isPending: boolean;
}

export interface DoorMarks {
  queue: QueueState;
  fault: DoorFault | null;
  clearFault: () => void;
  retry: () => void;
  /** Removes a refused mark that staff have dealt with. */
  dismiss: (mark: RefusedMark) => void;
  /** Asks before changes without undo, and for the terms. `codeHash`: of the scanned code. True when the mark is done or pending. */
  mark: (ticket: DoorTicket, to: TicketStatus, codeHash?: string) => Promise<boolean>;
  /** Marks all of them, after a question. */
  markNoShows: (tickets: readonly DoorTicket[]) => Promise<void>;
}

interface Door {
  client: QueryClient;
  sessionId: number;
  setFault: (fault: DoorFault | null) => void;
}

interface Marking extends Door {
  queue: MarkQueue;
}

export function useDoorMarks(sessionId: number): DoorMarks {
  const client = useQueryClient();
  const { userName } = useSession();
  const [fault, setFault] = useState<DoorFault | null>(null);
  const door: Door = { client, sessionId, setFault };
  const [queue] = useState(() => markQueueOf(door, userName ?? ''));
  const state = useStore(queue.state);
  useEffect(() => {
    void queue.flush();
    return () => queue.stop();
  }, [queue]);
  const retry = (): void => void queue.flush();
  useBackOnline(retry);
  const marking: Marking = { ...door, queue };
  return {
    queue: state,
    fault,
    clearFault: () => setFault(null),
    retry,
    dismiss: ({ key }) => queue.dismiss(key),
    mark: (ticket, to, codeHash) => mark(marking, ticket, to, codeHash),
    markNoShows: (tickets) => markNoShows(marking, tickets),
  };
}

function markQueueOf(door: Door, userName: string): MarkQueue {
  const { client, sessionId } = door;
  return new MarkQueue({
    name: queueName(userName, sessionId),
    send: async (marks) => {
      const { results } = await callApi('POST /api/events/door/:instanceId/marks', {
        params: { instanceId: sessionId },
        body: { marks },
        signal: AbortSignal.timeout(PATIENCE),
      });
      await refreshDoor(client, sessionId).catch(() => undefined);
      return results;
    },
    onRefused: (marks) => {
      const ticketOf = ({ ticketId: id, name, from: status }: RefusedMark) => ({ id, name, status });
      const asking = marks.filter(({ needsQuestion }) => needsQuestion === true);
      if (asking.length > 0) void runAction(door, 'noShow', asking.map(ticketOf));
      for (const mark of marks) if (!asking.includes(mark)) void showRefusal(door, ticketOf(mark), mark.words);
    },
  });
}

type Marked = Pick<DoorTicket, 'id' | 'status' | 'name'>;

/** Shows why a mark was refused, and the ticket's current status. */
async function showRefusal({ client, sessionId, setFault }: Door, ticket: Marked, reason: string): Promise<void> {
  const { id: ticketId, name, status } = ticket;
  const list = await refreshDoor(client, sessionId);
  const now = list?.tickets.find(({ id }) => id === ticketId)?.status;
  const changed = now !== undefined && now !== status ? ` ${name} is now: ${STATUSES[now].label}.` : '';
  setFault({ ticketId, text: `${name} was not marked. ${reason}${changed}` });
}

async function mark(
  marking: Marking,
  ticket: DoorTicket,
  to: TicketStatus,
  codeHash: string | undefined,
): Promise<boolean> {
  if (isDoorMark(ticket.status) && isDoorMark(to)) return markAttendance(marking, ticket, to, codeHash);
  if (to === 'cancelled') return runAction(marking, 'cancel', [ticket]);
  return runAction(marking, ticket.status === 'held' ? 'paid' : 'seat', [ticket]);
}

/** Runs a declared action of tickets, after its question. It needs the connection. */
async function runAction({ client, sessionId, setFault }: Door, name: string, tickets: readonly Marked[]) {
  setFault(null);
  try {
    const isDone = await runRecordCommand(client, { resource: 'tickets', action: name, records: tickets });
    await refreshDoor(client, sessionId);
    return isDone;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const [first] = tickets;
    if (first) setFault({ ticketId: first.id, text: `${first.name} was not marked. ${error.message}` });
    return false;
  }
}

async function markAttendance(
  marking: Marking,
  ticket: DoorTicket,
  to: DoorMarkStatus,
  codeHash: string | undefined,
): Promise<boolean> {
  const { name, status } = ticket;
  const { sessionId } = marking;
  const terms = needsTerms(ticket, to)
    ? await prompt<Deliberately>((onAnswer) => createElement(TermsDialog, { ticket, sessionId, onAnswer }))
    : {};
  if (terms === null) return false;
  const done = await enqueue(marking, [
    { ...markOf(ticket, to), ...terms, ...(codeHash === undefined ? {} : { codeHash }) },
  ]);
  if (done.length > 0)
    announce(marking, formatMark(name, status, to), done, !needsTerms({ ...ticket, status: to }, status));
  return done.length > 0;
}

async function markNoShows(marking: Marking, tickets: readonly DoorTicket[]): Promise<void> {
  const people = formatCount(tickets.length, 'person', 'people');
  const isSure = await confirmModal({
    header: `Mark ${people} as no-show?`,
    message: 'Everyone who is still expected is marked. You can undo this.',
    confirmButtonText: 'Mark as no-show',
    cancelButtonText: 'Not yet',
  });
  if (!isSure) return;
  const done = await enqueue(
    marking,
    tickets.map((ticket) => markOf(ticket, 'noShow')),
  );
  if (done.length > 0) announce(marking, `${formatCount(done.length, 'person', 'people')}: no-show`, done);
}

/** Resolves with the marks that are done or pending. */
async function enqueue({ queue, setFault }: Marking, marks: readonly QueuedMark[]): Promise<QueuedMark[]> {
  setFault(null);
  const refused = await queue.add(marks);
  return marks.filter(({ key }) => !refused.has(key));
}

function announce(marking: Marking, text: string, marks: readonly QueuedMark[], canUndo = true): void {
  if (marking.queue.state.get().isWaiting)
    showToast(`${text}. This is stored on this device until you are back online.`, { tone: 'warning' });
  else if (canUndo) showUndoable(text, () => undoMarks(marking, marks));
  else showToast(text);
}

async function undoMarks(marking: Marking, marks: readonly QueuedMark[]): Promise<void> {
  const undone = await enqueue(
    marking,
    marks.map((one) => markOf({ ...one, id: one.ticketId, status: one.to }, one.from as DoorMarkStatus)),
  );
  if (undone.length < marks.length) throw new Error('Not everything could be undone.');
}

/** Attendees accept the event's terms first, unless they were marked as attended already. */
export function needsTerms({ termsMissing, status }: DoorTicket, to: TicketStatus): boolean {
  return termsMissing && isAttended(to) && !isAttended(status);
}

/** The tickets as they will be once all pending marks are done. */
export function withPending(tickets: readonly DoorTicket[], pending: readonly QueuedMark[]): DoorRow[] {
  const last = new Map(pending.map((mark) => [mark.ticketId, mark.to]));
  const accepted = new Set(pending.flatMap(({ ticketId, agreedTo }) => (agreedTo === undefined ? [] : [ticketId])));
  return tickets.map((ticket) => {
    const status = last.get(ticket.id);
    if (status === undefined) return { ...ticket, isPending: false };
    const nextStatuses = DOOR_MARKS.filter((to) => to !== status);
    const termsMissing = ticket.termsMissing && !accepted.has(ticket.id);
    return { ...ticket, status, nextStatuses, termsMissing, isPending: true };
  });
}

function markOf({ id, status, name }: Marked, to: DoorMarkStatus): QueuedMark {
  return { key: randomId(), ticketId: id, from: status, to, at: clock.instant(), name };
}

function isDoorMark(status: TicketStatus): status is DoorMarkStatus {
  return DOOR_MARKS.some((one) => one === status);
}

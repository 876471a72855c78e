import { formatMoney } from '../../../../domain/values/formats.ts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DoorList, DoorScan } from '../../../../domain/calls/door.ts';
import { parseTicketCode } from '../../../../domain/sessions/ticket-code.ts';
import { ApiError, isUnreachable } from '../../../app/ApiError.ts';
import { callApi } from '../../../app/callApi.ts';
import { momentText } from '../../../content/localTimeText.ts';
import { moveTicket, refreshDoor } from '../doorQueries.ts';
import { sha256 } from '../../../ui/browserApis.ts';
import { STATUSES } from '../doorTexts.ts';
import { needsTerms, type DoorMarks, type DoorRow } from '../useDoorMarks.ts';
import { signal, type SignalTone } from './signal.ts';

export interface Scanned {
  /** Counts up, so that the same text is announced again. */
  number: number;
  tone: SignalTone;
  title: string;
  text: string;
  actions: ScanAction[];
}

interface ScanAction {
  label: string;
  act: () => void;
}

export interface Scans {
  last: Scanned | null;
  isBusy: boolean;
  take: (text: string) => void;
  /** The same text once more, immediately. */
  again: (text: string) => void;
}

/** A camera sees the same code in many frames. In milliseconds. */
const SAME = 4_000;

export interface ScanDialogs {
  onLink: (text: string) => void;
  onAdd: () => void;
}

/** Refusals that a dialog resolves: by a reason, or by accepting the event's terms. */
const RESOLVABLE = ['events.reason-needed', 'events.terms'];

interface Scanning extends ScanDialogs {
  client: QueryClient;
  list: DoorList;
  rows: () => readonly DoorRow[];
  marks: () => DoorMarks;
  show: (tone: SignalTone, title: string, text: string, actions?: ScanAction[]) => void;
  run: (work: () => Promise<void>) => void;
}

/** Checks people in by a code, a card or an id. `rows`: the tickets with their pending marks. */
export function useScans(
  list: DoorList,
  rows: readonly DoorRow[],
  marks: DoorMarks,
  { onLink, onAdd }: ScanDialogs,
): Scans {
  const client = useQueryClient();
  const [last, setLast] = useState<Scanned | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const seen = useRef({ text: '', at: Number.NEGATIVE_INFINITY });
  const latest = useRef({ rows, marks, list });
  useEffect(() => {
    latest.current = { rows, marks, list };
  });
  const show: Scanning['show'] = (tone, title, text, actions = []) => {
    signal(tone);
    setLast((before) => ({ number: (before?.number ?? 0) + 1, tone, title, text, actions }));
  };
  const run = (work: () => Promise<void>): void => {
    setIsBusy(true);
    void work()
      .catch((error: unknown) => showFailure(show, onAdd, error))
      .finally(() => setIsBusy(false));
  };
  const scanning = (): Scanning => ({
    ...{ client, list: latest.current.list, onLink, onAdd, show, run },
    rows: () => latest.current.rows,
    marks: () => latest.current.marks,
  });
  const take = (raw: string): void => {
    const text = raw.trim();
    const at = performance.now();
    const isSame = seen.current.text === text && at - seen.current.at < SAME;
    if (text === '') return;
    seen.current = { text, at };
    if (!isSame) run(() => takeText(scanning(), text));
  };
  const again = (text: string): void => {
    seen.current.text = '';
    take(text);
  };
  return { last, isBusy, take, again };
}

function showFailure(show: Scanning['show'], onAdd: () => void, error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  if (isUnreachable(error))
    show('error', 'No connection', 'Offline, only ticket codes on this list are recognized. Find the person by name.');
  else if (RESOLVABLE.includes(error.problem.code))
    show('warning', 'Not added yet', error.message, [{ label: 'Add a person', act: onAdd }]);
  else show('error', 'Not checked in', error.message);
}

async function takeText(scanning: Scanning, text: string): Promise<void> {
  const hash = await codeHashOf(text);
  const known = scanning.rows().find(({ codes }) => hash !== null && codes.includes(hash));
  if (known !== undefined) await checkIn(scanning, known, hash ?? undefined);
  else {
    const params = { instanceId: scanning.list.session.id };
    const answer = await callApi('POST /api/events/door/:instanceId/scan', { params, body: { text } });
    await showAnswer(scanning, text, answer);
  }
}

/** `codeHash`: of the code that was scanned, where this device knows it. */
async function checkIn(scanning: Scanning, ticket: DoorRow, codeHash?: string): Promise<void> {
  const { show, run, marks, list } = scanning;
  const { name, status, nextStatuses } = ticket;
  if (status === 'attended' || status === 'late') {
    const since = momentText(ticket.since, list.session.start.slice(0, 10));
    return show('warning', name, ticket.isPending ? 'Already checked in just now.' : `Already checked in at ${since}.`);
  }
  if (!nextStatuses.includes('attended')) return showObstacle(scanning, ticket);
  const mark = async (): Promise<boolean> => {
    const isDone = await marks().mark(ticket, 'attended', codeHash);
    if (isDone) show('success', name, 'Checked in.');
    return isDone;
  };
  if (needsTerms(ticket, 'attended'))
    return show('warning', name, 'Not checked in yet: has not agreed to the terms of this event.', [
      { label: 'Show the terms', act: () => run(async () => void (await mark())) },
    ]);
  if (!(await mark())) show('error', name, 'Not checked in. The list below says why.');
}

/** Why a ticket cannot be checked in now, and what staff can do. */
function showObstacle(scanning: Scanning, ticket: DoorRow): void {
  const { show, run } = scanning;
  const { name, status, nextStatuses, position, priceCents } = ticket;
  const confirming = (label: string): ScanAction[] =>
    nextStatuses.includes('confirmed') ? [{ label, act: () => run(() => confirmAndCheckIn(scanning, ticket)) }] : [];
  switch (status) {
    case 'held':
      return show('warning', name, `Not paid yet: ${formatMoney(priceCents ?? 0)} to pay.`, confirming('Paid'));
    case 'waitlisted':
      return show('warning', name, `On the waitlist, number ${position ?? 1}.`, confirming('Give the seat'));
    case 'offered':
      return show('warning', name, 'A seat was offered but not accepted yet.', confirming('Give the seat'));
    case 'cancelled':
      return show('error', name, 'This ticket is canceled.', addActions(scanning, ticket.userId, name));
    default:
      return show('error', name, `${STATUSES[status].label}. Check-in opens one hour before the session.`);
  }
}

/** Paid or seated by hand, then checked in. */
async function confirmAndCheckIn(scanning: Scanning, ticket: DoorRow): Promise<void> {
  if (await scanning.marks().mark(ticket, 'confirmed')) await checkInById(scanning, ticket.id);
}

async function checkInById(scanning: Scanning, ticketId: number): Promise<void> {
  const { client, list, show } = scanning;
  const fresh = await refreshDoor(client, list.session.id);
  const found = fresh?.tickets.find((one) => one.id === ticketId);
  if (found === undefined) return show('error', 'Not in the list', 'This ticket was moved to another session.');
  return checkIn(scanning, { ...found, isPending: false });
}

function addActions(scanning: Scanning, userId: number, name: string): ScanAction[] {
  const { client, list, show, run } = scanning;
  const { id } = list.session;
  const to = list.adds[0];
  if (to === undefined) return [];
  const add = async (): Promise<void> => {
    const { ticketId, status } = await callApi('POST /api/events/door/:instanceId/tickets', {
      params: { instanceId: id },
      body: { userId, to },
    });
    if (status !== 'attended') return checkInById(scanning, ticketId);
    await refreshDoor(client, id);
    show('success', name, 'Added as a walk-in and checked in.');
  };
  return [{ label: to === 'attended' ? 'Add as a walk-in' : 'Add to this session', act: () => run(add) }];
}

/** What the server knows of a text that is in no ticket of the list. */
async function showAnswer(scanning: Scanning, text: string, answer: DoorScan): Promise<void> {
  const { list, show, run, onLink } = scanning;
  if (answer.kind === 'here') return checkInById(scanning, answer.ticketId);
  if (answer.kind === 'person') {
    const refusal = list.addRefusal === null ? '' : ` ${list.addRefusal}`;
    const actions = addActions(scanning, answer.userId, answer.name);
    return show('warning', answer.name, `No ticket for this session.${refusal}`, actions);
  }
  if (answer.kind === 'unknown') {
    const link = { label: 'Link this card to a person', act: () => onLink(text) };
    return show('error', 'Not known', answer.words, answer.canLink ? [link] : []);
  }
  const { session, name, ticketId } = answer;
  const { id, taken, capacity } = list.session;
  const isFull = !answer.canMove && taken >= capacity;
  const move = async (): Promise<void> => checkInById(scanning, await moveTicket(ticketId, id));
  return show(
    'warning',
    name,
    `This ticket is for another session: ${session.title}, ${momentText(session.start, null)} (${STATUSES[answer.status].label.toLowerCase()}).${isFull ? ' No seat is left here.' : ''}`,
    answer.canMove ? [{ label: 'Move to this session and check in', act: () => run(move) }] : [],
  );
}

/** As the server stores codes. Null for other texts, and where the browser cannot hash: in pages that were not loaded by HTTPS. */
async function codeHashOf(text: string): Promise<string | null> {
  const code = parseTicketCode(text);
  const bytes = code === null ? null : await sha256(new TextEncoder().encode(code));
  if (bytes === null) return null;
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

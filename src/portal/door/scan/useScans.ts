import { formatMoney } from '../../../../domain/values/formats.ts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DoorList, DoorScan } from '../../../../domain/calls/door.ts';
import type { DoorAdd } from '../../../../domain/sessions/door.ts';
import { ApiError, isUnreachable } from '../../../app/ApiError.ts';
import { callApi } from '../../../app/callApi.ts';
import { momentText } from '../../../content/sessions/localTimeText.ts';
import { clock } from '../../../ui/clock.ts';
import { useBackOnline } from '../../../ui/useBackOnline.ts';
import { PATIENCE, refreshDoor } from '../marks/doorQueries.ts';
import { isFull, STATUSES } from '../marks/doorTexts.ts';
import { movePerson } from '../marks/movePerson.ts';
import { needsTerms, type DoorMarks, type DoorRow } from '../marks/useDoorMarks.ts';
import { codeHashOf, ticketsOfCard } from './scanHashes.ts';
import { signal, type SignalTone } from '../../../ui/signal.ts';

export interface Scanned {
  /** Counts up, so that the same text is announced again. */
  number: number;
  tone: SignalTone;
  title: string;
  text: string;
  actions: ScanAction[];
  /** Shown for lack of a connection: since when, in epoch milliseconds. Null for all others. */
  offlineAt: number | null;
}

interface ScanAction {
  label: string;
  act: () => void;
}

type Show = (tone: SignalTone, title: string, text: string, actions?: ScanAction[], isOffline?: boolean) => void;

export interface Scans {
  last: Scanned | null;
  isBusy: boolean;
  take: (text: string) => void;
  show: Show;
  /** Removes the last result: it no longer tells the latest. */
  clear: () => void;
  /** The same text once more, immediately. */
  again: (text: string) => void;
}

/** A camera sees the same code in many frames. In milliseconds. */
const SAME = 4_000;

export interface ScanOptions {
  onLink: (text: string) => void;
  onAdd: () => void;
  /** Known to have no connection: the list on this device answers. */
  isOffline: boolean;
  /** When the server last answered with the list. */
  answeredAt: number;
}

/** An answer so many milliseconds later shows that the connection is back; an earlier one may have been on its way before. */
const BACK = 2_500;

/** Refusals that a dialog resolves: by a reason, or by accepting the event's terms. */
const RESOLVABLE = ['events.reason-needed', 'events.terms'];

interface Scanning extends ScanOptions {
  client: QueryClient;
  list: DoorList;
  rows: () => readonly DoorRow[];
  marks: () => DoorMarks;
  show: Show;
  run: (work: () => Promise<void>) => void;
}

/** Checks people in by a code, a card or an ID. `rows`: the tickets with their pending marks. */
export function useScans(list: DoorList, rows: readonly DoorRow[], marks: DoorMarks, options: ScanOptions): Scans {
  const client = useQueryClient();
  const [last, setLast] = useState<Scanned | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const seen = useRef({ text: '', at: Number.NEGATIVE_INFINITY });
  const latest = useRef({ rows, marks, list, options });
  useEffect(() => {
    latest.current = { rows, marks, list, options };
  });
  const show: Show = (tone, title, text, actions = [], isOffline = false) => {
    signal(tone);
    const offlineAt = isOffline ? clock.now() : null;
    setLast((before) => ({ number: (before?.number ?? 0) + 1, tone, title, text, actions, offlineAt }));
  };
  useBackOnline(() => setLast((now) => (now?.offlineAt == null ? now : null)));
  const run = (work: () => Promise<void>): void => {
    setIsBusy(true);
    void work()
      .catch((error: unknown) => showFailure(show, latest.current.options.onAdd, error))
      .finally(() => setIsBusy(false));
  };
  const scanning = (): Scanning => ({
    ...{ client, list: latest.current.list, ...latest.current.options, show, run },
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
  const shown = last !== null && isPast(last, options.answeredAt) ? null : last;
  return { last: shown, isBusy, take, again, show, clear: () => setLast(null) };
}

/** Whether the server has answered since. */
function isPast({ offlineAt }: Scanned, answeredAt: number): boolean {
  return offlineAt !== null && answeredAt > offlineAt + BACK;
}

function showFailure(show: Show, onAdd: () => void, error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  if (isUnreachable(error)) show('error', 'No connection', 'This needs a connection. Try again later.', [], true);
  else if (RESOLVABLE.includes(error.problem.code))
    show('warning', 'Not added yet', error.message, [{ label: 'Add a person', act: onAdd }]);
  else show('error', 'Not checked in', error.message);
}

async function takeText(scanning: Scanning, text: string): Promise<void> {
  const hash = await codeHashOf(text);
  const known = scanning.rows().find(({ codes }) => hash !== null && codes.includes(hash));
  if (known !== undefined) return checkIn(scanning, known, hash ?? undefined);
  if (scanning.isOffline) return takeOffline(scanning, text);
  let answer: DoorScan;
  try {
    answer = await callApi('POST /api/events/door/:instanceId/scan', {
      params: { instanceId: scanning.list.session.id },
      body: { text },
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return takeOffline(scanning, text);
  }
  await showAnswer(scanning, text, answer);
}

/** By the cards and student IDs that the list knows. */
async function takeOffline(scanning: Scanning, text: string): Promise<void> {
  const { list, rows, show } = scanning;
  const [ticket, other] = await ticketsOfCard(rows(), list.scanKey, text);
  if (ticket !== undefined && other === undefined) return checkIn(scanning, ticket);
  const words =
    other === undefined
      ? 'Offline, only people on this list are recognized.'
      : 'Offline, this could belong to several people.';
  show('error', 'No connection', `${words} Find the person by name.`, [], true);
}

/** `codeHash`: of the code that was scanned, where this device knows it. */
async function checkIn(scanning: Scanning, ticket: DoorRow, codeHash?: string): Promise<void> {
  const { show, run, marks, list } = scanning;
  const { name, status, nextStatuses } = ticket;
  if (status === 'attended' || status === 'late') {
    const since = momentText(ticket.since, list.session.start.slice(0, 10));
    return show('warning', name, ticket.isPending ? 'Checked in just now.' : `Already checked in at ${since}.`);
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
  if (found === undefined) return show('error', 'Not on the list', 'This ticket was moved to another session.');
  return checkIn(scanning, { ...found, isPending: false });
}

function addActions(scanning: Scanning, userId: number, name: string): ScanAction[] {
  const { client, list, show, run } = scanning;
  const { id } = list.session;
  const add = async (to: DoorAdd): Promise<void> => {
    const { ticketId, status } = await callApi('POST /api/events/door/:instanceId/tickets', {
      params: { instanceId: id },
      body: { userId, to },
    });
    if (status === 'confirmed') return checkInById(scanning, ticketId);
    await refreshDoor(client, id);
    if (status === 'attended') show('success', name, 'Added as a walk-in and checked in.');
    else show('warning', name, 'Added to the waitlist.');
  };
  return waysToAdd(list).map((to) => ({ label: SCAN_ADDS[to], act: () => run(() => add(to)) }));
}

const SCAN_ADDS: Readonly<Record<DoorAdd, string>> = {
  attended: 'Add as a walk-in',
  confirmed: 'Add to this session',
  waitlisted: 'Add to the waitlist',
};

/** The usual one; in a full session all, so that staff choose between the waitlist and a seat above the capacity. */
function waysToAdd(list: DoorList): readonly DoorAdd[] {
  return isFull(list) ? list.adds : list.adds.slice(0, 1);
}

/** What the server knows of a text that is in no ticket of the list. */
async function showAnswer(scanning: Scanning, text: string, answer: DoorScan): Promise<void> {
  const { list, show, run, onLink } = scanning;
  if (answer.kind === 'here') return checkInById(scanning, answer.ticketId);
  if (answer.kind === 'person') {
    const refusal = list.addRefusal ?? (isFull(list) ? 'All seats are taken.' : '');
    const actions = addActions(scanning, answer.userId, answer.name);
    return show('warning', answer.name, `No ticket for this session. ${refusal}`.trim(), actions);
  }
  if (answer.kind === 'unknown') {
    const link = { label: 'Link this card to a person', act: () => onLink(text) };
    return show('error', 'Unknown', answer.words, answer.canLink ? [link] : []);
  }
  const { session, name, ticketId } = answer;
  const { id } = list.session;
  const move = async (): Promise<void> => {
    const moved = await movePerson({ ticketId, name, toInstanceId: id });
    if (moved !== null) await checkInById(scanning, moved);
  };
  return show(
    'warning',
    name,
    `This ticket is for another session: ${session.title}, ${momentText(session.start, null)} (${STATUSES[answer.status].label.toLowerCase()}).${!answer.canMove && isFull(list) ? ' No seat is left here.' : ''}`,
    answer.canMove ? [{ label: 'Move to this session and check in', act: () => run(move) }] : [],
  );
}

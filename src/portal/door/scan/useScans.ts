import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DoorList } from '../../../../domain/calls/door.ts';
import type { DoorScan } from '../../../../domain/calls/door.ts';
import { formatMoney } from '../../../../domain/values/money.ts';
import { parseTicketCode } from '../../../../domain/sessions/ticket-code.ts';
import { ApiError, isUnreachable } from '../../../app/ApiError.ts';
import { momentText } from '../../../content/localTimeText.ts';
import { addPerson, moveTicket, refreshDoor, scan } from '../doorCalls.ts';
import { sha256 } from '../../../ui/browserApis.ts';
import { STATUSES } from '../doorWords.ts';
import { needsTerms, type DoorMarks, type DoorRow } from '../useDoorMarks.ts';
import { signal, type SignalTone } from './signal.ts';

/** What became of the last scan, in words. */
export interface Scanned {
  /** Counts up, so that the same words are announced again. */
  number: number;
  tone: SignalTone;
  title: string;
  words: string;
  actions: { label: string; act: () => void }[];
}

export interface Scans {
  last: Scanned | null;
  isBusy: boolean;
  take: (text: string) => void;
  /** The same text once more, at once. */
  again: (text: string) => void;
}

/** A camera sees the same code in many frames. In milliseconds. */
const SAME = 4_000;

/** What a scan leads to that is done in a dialog. */
export interface ScanDialogs {
  onLink: (text: string) => void;
  onAdd: () => void;
}

/** Added with an answer: a reason, or that the person agrees to the event's terms. */
const ASKING = ['events.reason-needed', 'events.terms'];

/** Whom a code, a card or an id checks in. `rows`: the tickets with the marks that are on their way. */
export function useScans(
  list: DoorList,
  rows: readonly DoorRow[],
  marks: DoorMarks,
  { onLink, onAdd }: ScanDialogs,
): Scans {
  const client = useQueryClient();
  const { id, start } = list.session;
  const [last, setLast] = useState<Scanned | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const seen = useRef({ text: '', at: Number.NEGATIVE_INFINITY });
  const now = useRef({ rows, marks, session: list.session });
  useEffect(() => {
    now.current = { rows, marks, session: list.session };
  });

  const say = (tone: SignalTone, title: string, words: string, actions: Scanned['actions'] = []): void => {
    signal(tone);
    setLast((before) => ({ number: (before?.number ?? 0) + 1, tone, title, words, actions }));
  };
  const failed = (error: unknown): void => {
    if (!(error instanceof ApiError)) throw error;
    if (isUnreachable(error))
      say(
        'error',
        'No connection',
        'Without one only the codes of tickets in this list are known. Find the person by name.',
      );
    else if (ASKING.includes(error.problem.code))
      say('warning', 'Not added yet', error.message, [{ label: 'Add a person', act: onAdd }]);
    else say('error', 'Not checked in', error.message);
  };
  const run = (work: () => Promise<void>): void => {
    setIsBusy(true);
    void work()
      .catch(failed)
      .finally(() => setIsBusy(false));
  };

  /** `codeHash`: of the code that was shown, where this device knows it. */
  const checkIn = async (ticket: DoorRow, codeHash?: string): Promise<void> => {
    const { name, status, may, position, priceCents } = ticket;
    const day = start.slice(0, 10);
    if (status === 'attended' || status === 'late')
      return say(
        'warning',
        name,
        ticket.isPending ? 'Already checked in just now.' : `Already checked in at ${momentText(ticket.since, day)}.`,
      );
    if (may.includes('attended')) {
      const mark = async (): Promise<boolean> => {
        const isDone = await now.current.marks.mark(ticket, 'attended', codeHash);
        if (isDone) say('success', name, 'Checked in.');
        return isDone;
      };
      if (needsTerms(ticket, 'attended'))
        return say('warning', name, 'Not checked in yet: has not agreed to the terms of this event.', [
          { label: 'Show the terms', act: () => run(async () => void (await mark())) },
        ]);
      if (!(await mark())) say('error', name, 'Not checked in. The list below says why.');
      return undefined;
    }
    const pay = { label: 'Paid', act: () => run(async () => settle(ticket)) };
    const seat = { label: 'Give the seat', act: () => run(async () => settle(ticket)) };
    if (status === 'held')
      return say(
        'warning',
        name,
        `Not paid yet: ${formatMoney(priceCents ?? 0)} to pay.`,
        may.includes('confirmed') ? [pay] : [],
      );
    if (status === 'waitlisted')
      return say(
        'warning',
        name,
        `On the waiting list, number ${position ?? 1}.`,
        may.includes('confirmed') ? [seat] : [],
      );
    if (status === 'offered')
      return say('warning', name, 'A seat is offered and not taken yet.', may.includes('confirmed') ? [seat] : []);
    if (status === 'cancelled') return say('error', name, 'This ticket is cancelled.', adding(ticket.userId, name));
    return say('error', name, `${STATUSES[status].words}. Who comes can be marked from an hour before it begins.`);
  };
  /** Paid or seated by hand, then checked in. */
  const settle = async (ticket: DoorRow): Promise<void> => {
    if (!(await now.current.marks.mark(ticket, 'confirmed'))) return;
    await checkInById(ticket.id);
  };
  const checkInById = async (ticketId: number): Promise<void> => {
    const fresh = await refreshDoor(client, id);
    const found = fresh?.tickets.find((one) => one.id === ticketId);
    if (found === undefined) return say('error', 'Not in the list', 'This ticket is not of this session any more.');
    return checkIn({ ...found, isPending: false });
  };
  const adding = (userId: number, name: string): Scanned['actions'] => {
    const to = list.adds[0];
    if (to === undefined) return [];
    const add = async (): Promise<void> => {
      const { ticketId, status } = await addPerson(id, { userId, to });
      if (status === 'attended') {
        await refreshDoor(client, id);
        say('success', name, 'Added as a walk-in and checked in.');
      } else await checkInById(ticketId);
    };
    return [{ label: to === 'attended' ? 'Add as a walk-in' : 'Add to this session', act: () => run(add) }];
  };
  const tell = async (text: string, answer: DoorScan): Promise<void> => {
    if (answer.kind === 'here') return checkInById(answer.ticketId);
    if (answer.kind === 'person')
      return say(
        'warning',
        answer.name,
        `No ticket for this session.${list.addRefusal === null ? '' : ` ${list.addRefusal}`}`,
        adding(answer.userId, answer.name),
      );
    if (answer.kind === 'unknown')
      return say(
        'error',
        'Not known',
        answer.words,
        answer.canLink ? [{ label: 'Link this card to a person', act: () => onLink(text) }] : [],
      );
    const { session, name, ticketId } = answer;
    const { taken, capacity } = now.current.session;
    const isFull = !answer.canMove && taken >= capacity;
    const move = async (): Promise<void> => {
      const moved = await moveTicket(ticketId, id);
      await checkInById(moved.ticketId);
    };
    return say(
      'warning',
      name,
      `This ticket is for another session: ${session.title}, ${momentText(session.start, null)} (${STATUSES[answer.status].words.toLowerCase()}).${isFull ? ' No seat is left here.' : ''}`,
      answer.canMove ? [{ label: 'Move to this session and check in', act: () => run(move) }] : [],
    );
  };

  const take = (raw: string): void => {
    const text = raw.trim();
    const at = performance.now();
    if (text === '' || (seen.current.text === text && at - seen.current.at < SAME)) {
      if (text !== '') seen.current.at = at;
      return;
    }
    seen.current = { text, at };
    run(async () => {
      const hash = await hashOf(text);
      const known = now.current.rows.find(({ codes }) => hash !== null && codes.includes(hash));
      if (known !== undefined) await checkIn(known, hash ?? undefined);
      else await tell(text, await scan(id, text));
    });
  };
  const again = (text: string): void => {
    seen.current.text = '';
    take(text);
  };
  return { last, isBusy, take, again };
}

/** As the server keeps codes. Null for what is none, and where the browser does not hash: in pages that were not loaded by https. */
async function hashOf(text: string): Promise<string | null> {
  const code = parseTicketCode(text);
  const bytes = code === null ? null : await sha256(new TextEncoder().encode(code));
  if (bytes === null) return null;
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

import { createStore, useStore } from '../../../app/createStore.ts';
import { persist, readPersisted } from '../../../app/persisted.ts';
import { TICKETS } from '../../../app/deviceCopy.ts';
import { sessionStore } from '../../../app/sessionStore.ts';
import { clock } from '../../../ui/clock.ts';
import { currentBuild } from '../../../app/currentBuild.ts';
import type { IssuedCode, OwnTickets } from '../../../../domain/calls/tickets.ts';

export interface StoredTickets {
  userName: string;
  /** The build that wrote the list: another one may expect more of it. */
  build: string;
  /** The first page of what is coming up. */
  list: OwnTickets;
  codes: Readonly<Record<string, string>>;
}

/** Told of every change; what is kept is read from the storage itself, which a logout empties. */
const changes = createStore(0, 0);

/** Of the account that is logged in; null where nothing is kept. */
export function storedTickets(): StoredTickets | null {
  const { userName } = sessionStore.get();
  const stored = readPersisted(TICKETS.store) as StoredTickets | null;
  return stored !== null && stored.userName === userName ? stored : null;
}

/** What is coming up, as it was last answered; undefined where nothing is kept that this build can show. */
export function storedList(): OwnTickets | undefined {
  const stored = storedTickets();
  if (stored?.build !== currentBuild()) return undefined;
  const ahead = stored.list.tickets.filter(({ session }) => Date.parse(session.end) > clock.now());
  return { tickets: ahead, total: ahead.length };
}

export function useStoredCode(ticketId: number): string | null {
  useStore(changes);
  return storedTickets()?.codes[ticketId] ?? null;
}

/** A kiosk is everyone's: it keeps nothing. Codes of tickets that are not listed anymore go. */
export function keepList(list: OwnTickets): void {
  const { userName, kioskSession } = sessionStore.get();
  if (userName === null || kioskSession) return;
  const listed = new Set(
    list.tickets.filter(({ ticket }) => ticket.status !== 'cancelled').map(({ ticket }) => ticket.id),
  );
  const codes = Object.entries(storedTickets()?.codes ?? {}).filter(([id]) => listed.has(Number(id)));
  write({ userName, build: currentBuild(), list, codes: Object.fromEntries(codes) });
}

export function keepCodes(issued: readonly IssuedCode[]): void {
  const stored = storedTickets();
  if (stored === null) return;
  write({ ...stored, codes: { ...stored.codes, ...Object.fromEntries(issued.map(({ id, code }) => [id, code])) } });
}

export function forgetCode(ticketId: number): void {
  const stored = storedTickets();
  if (stored === null) return;
  const { [ticketId]: _, ...codes } = stored.codes;
  write({ ...stored, codes });
}

function write(stored: StoredTickets): void {
  persist(TICKETS.store, stored);
  changes.set(changes.get() + 1);
}

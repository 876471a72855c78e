import { createStore, useStore } from '../../../app/createStore.ts';
import { persist, readPersisted } from '../../../app/persisted.ts';
import { TICKETS } from '../../../app/session/deviceCopy.ts';
import { sessionStore } from '../../../app/session/sessionStore.ts';
import { clock } from '../../../ui/clock.ts';
import { currentBuild } from '../../offline/currentBuild.ts';
import type { IssuedCode, OwnTickets } from '../../../../domain/calls/session-types.ts';

/** What this browser keeps of an account's tickets, in its local storage. */
export interface KeptTickets {
  userName: string;
  /** The build that wrote the list: another one may expect more of it. */
  build: string;
  /** The first page of what is coming up. */
  list: OwnTickets;
  /** By ticket. */
  codes: Readonly<Record<string, string>>;
}

/** Told of every change; what is kept is read from the storage itself, which a logout empties. */
const changes = createStore(0, 0);

/** Of whoever is logged in; null where nothing is kept. */
export function keptTickets(): KeptTickets | null {
  const { userName } = sessionStore.get();
  const kept = readPersisted(TICKETS.store) as KeptTickets | null;
  return kept !== null && kept.userName === userName ? kept : null;
}

/** What is coming up, as it was last answered; undefined where nothing is kept that this build can show. */
export function keptList(): OwnTickets | undefined {
  const kept = keptTickets();
  if (kept?.build !== currentBuild()) return undefined;
  const ahead = kept.list.tickets.filter(({ session }) => Date.parse(session.end) > clock.now());
  return { tickets: ahead, total: ahead.length };
}

/** The code of a ticket that this browser has. */
export function useKeptCode(ticketId: number): string | null {
  useStore(changes);
  return keptTickets()?.codes[ticketId] ?? null;
}

/** A kiosk is everybody's: it keeps nothing. Codes of tickets that are not listed any more go. */
export function keepList(list: OwnTickets): void {
  const { userName, kioskSession } = sessionStore.get();
  if (userName === null || kioskSession) return;
  const listed = new Set(
    list.tickets.filter(({ ticket }) => ticket.status !== 'cancelled').map(({ ticket }) => ticket.id),
  );
  const codes = Object.entries(keptTickets()?.codes ?? {}).filter(([id]) => listed.has(Number(id)));
  write({ userName, build: currentBuild(), list, codes: Object.fromEntries(codes) });
}

export function keepCodes(issued: readonly IssuedCode[]): void {
  const kept = keptTickets();
  if (kept === null) return;
  write({ ...kept, codes: { ...kept.codes, ...Object.fromEntries(issued.map(({ id, code }) => [id, code])) } });
}

export function forgetCode(ticketId: number): void {
  const kept = keptTickets();
  if (kept === null) return;
  const { [ticketId]: _, ...codes } = kept.codes;
  write({ ...kept, codes });
}

function write(kept: KeptTickets): void {
  persist(TICKETS.store, kept);
  changes.set(changes.get() + 1);
}

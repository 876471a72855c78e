import type { DoorList } from '../../../../domain/calls/door.ts';
import { persist, readPersisted } from '../../../app/persisted.ts';
import { DOOR, forgetCopy } from '../../../app/deviceCopy.ts';
import { sessionStore } from '../../../app/sessionStore.ts';
import { clock } from '../../../ui/clock.ts';
import { currentBuild } from '../../../app/currentBuild.ts';

export interface StoredList {
  at: number;
  list: DoorList;
}

interface StoredLists {
  userName: string;
  build: string;
  lists: Readonly<Record<string, StoredList>>;
}

/** Lists name people, so they are stored for a day only. In milliseconds. */
const LONGEST = 24 * 3_600_000;
const MOST = 4;

/** Of the logged-in account; undefined where nothing is stored that this build can show. */
export function readStoredList(sessionId: number): StoredList | undefined {
  return current()[sessionId];
}

/** False in a kiosk, which is shared and stores nothing. */
export function storeList(list: DoorList, at: number): boolean {
  const { userName, kioskSession } = sessionStore.get();
  if (userName === null || kioskSession) return false;
  // Answers and wishes are personal: they stay on the server.
  const tickets = list.tickets.map((ticket) => ({ ...ticket, answers: null, wishes: null }));
  const all: StoredLists['lists'] = { ...current(), [list.session.id]: { at, list: { ...list, tickets } } };
  const lists = Object.entries(all)
    .toSorted(([, a], [, b]) => b.at - a.at)
    .slice(0, MOST);
  write(userName, Object.fromEntries(lists));
  return true;
}

/** For an account that may no longer see the session. */
export function deleteStoredList(sessionId: number): void {
  const { userName } = sessionStore.get();
  const { [sessionId]: _, ...lists } = current();
  if (userName === null || Object.keys(lists).length === 0) forgetCopy(DOOR);
  else write(userName, lists);
}

function current(): StoredLists['lists'] {
  const stored = readPersisted(DOOR.store) as StoredLists | null;
  if (stored === null || stored.userName !== sessionStore.get().userName || stored.build !== currentBuild()) return {};
  const oldest = clock.now() - LONGEST;
  return Object.fromEntries(Object.entries(stored.lists).filter(([, { at }]) => at > oldest));
}

function write(userName: string, lists: StoredLists['lists']): void {
  persist(DOOR.store, { userName, build: currentBuild(), lists } satisfies StoredLists);
}

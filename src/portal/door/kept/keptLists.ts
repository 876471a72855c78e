import type { DoorList } from '../../../../domain/calls/door.ts';
import { persist, readPersisted } from '../../../app/persisted.ts';
import { DOOR, forgetCopy } from '../../../app/session/deviceCopy.ts';
import { sessionStore } from '../../../app/session/sessionStore.ts';
import { clock } from '../../../ui/clock.ts';
import { currentBuild } from '../../offline/currentBuild.ts';

/** A session's list as it was answered last. */
export interface KeptList {
  /** Epoch milliseconds. */
  at: number;
  list: DoorList;
}

/** What this browser keeps of the doors of an account, in its local storage. */
interface KeptLists {
  userName: string;
  build: string;
  /** By session. */
  lists: Readonly<Record<string, KeptList>>;
}

/** Lists say who comes: they stay for the day. In milliseconds. */
const LONGEST = 24 * 3_600_000;
/** Of the sessions that were opened last. */
const MOST = 4;

/** Of whoever is logged in; undefined where nothing is kept that this build can show. */
export function keptList(sessionId: number): KeptList | undefined {
  return current()[sessionId];
}

/** A kiosk is everybody's: it keeps nothing. False where nothing is kept. */
export function keepList(list: DoorList, at: number): boolean {
  const { userName, kioskSession } = sessionStore.get();
  if (userName === null || kioskSession) return false;
  // What people have told of themselves stays with the server.
  const tickets = list.tickets.map((ticket) => ({ ...ticket, answers: null, wishes: null }));
  const all: KeptLists['lists'] = { ...current(), [list.session.id]: { at, list: { ...list, tickets } } };
  const lists = Object.entries(all)
    .toSorted(([, a], [, b]) => b.at - a.at)
    .slice(0, MOST);
  write(userName, Object.fromEntries(lists));
  return true;
}

/** Whoever may not see it any more does not keep it either. */
export function forgetList(sessionId: number): void {
  const { userName } = sessionStore.get();
  const { [sessionId]: _, ...lists } = current();
  if (userName === null || Object.keys(lists).length === 0) forgetCopy(DOOR);
  else write(userName, lists);
}

function current(): KeptLists['lists'] {
  const kept = readPersisted(DOOR.store) as KeptLists | null;
  if (kept === null || kept.userName !== sessionStore.get().userName || kept.build !== currentBuild()) return {};
  const oldest = clock.now() - LONGEST;
  return Object.fromEntries(Object.entries(kept.lists).filter(([, { at }]) => at > oldest));
}

function write(userName: string, lists: KeptLists['lists']): void {
  persist(DOOR.store, { userName, build: currentBuild(), lists } satisfies KeptLists);
}

import type { UserCookieData } from '../../domain/calls/accounts.ts';
import { createStore } from './createStore.ts';
import { isKioskDevice, kioskStore } from './kioskStore.ts';
import { persist } from './persisted.ts';
import { keepOnlyOf } from './deviceCopy.ts';

/** The session state of the specification's section 3. */
export interface Session {
  isLoggedIn: boolean;
  roles: readonly string[];
  expireTime: string | null;
  userName: string | null;
  /** Of a paired kiosk also while no one is logged in. */
  kioskSession: boolean;
  /** Whether the account has a password here, which can be changed here. */
  hasPassword: boolean;
  /** It expired while the page was open: the page stays, and the next API call asks for a login. */
  isExpired: boolean;
}

const LOGGED_OUT: Session = {
  isLoggedIn: false,
  roles: [],
  expireTime: null,
  userName: null,
  kioskSession: false,
  hasPassword: false,
  isExpired: false,
};

export const SESSION_STORE = 'session';
export const sessionStore = createStore<Session>(LOGGED_OUT);

export function setLoggedIn(user: UserCookieData): void {
  update({
    isLoggedIn: true,
    roles: user.roles,
    expireTime: user.expirationTime,
    userName: user.username,
    kioskSession: user.isKiosk,
    hasPassword: user.hasPassword,
    isExpired: false,
  });
}

export function setLoggedOut(): void {
  update(LOGGED_OUT);
}

/** Logged out, but user name, roles and kiosk mode are kept along with the page. */
export function setExpired(): void {
  const { userName, roles, kioskSession } = sessionStore.get();
  sessionStore.set({ ...LOGGED_OUT, userName, roles, kioskSession, isExpired: true });
}

kioskStore.subscribe(() => {
  const session = sessionStore.get();
  if (!session.isLoggedIn || isKioskDevice()) sessionStore.set({ ...session, kioskSession: isKioskDevice() });
});

function update(given: Session): void {
  const session = { ...given, kioskSession: given.kioskSession || isKioskDevice() };
  sessionStore.set(session);
  const { isExpired: _, ...remaining } = session;
  persist(SESSION_STORE, remaining);
  keepOnlyOf(session.kioskSession ? null : session.userName);
}

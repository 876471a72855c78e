import type { LoginResponse } from '../../../domain/calls/accounts.ts';
import { showModal } from '../dialogs/modalQueue.ts';
import { ensureModel, loadModel } from '../modelStore.ts';
import { deleteSessions, postLogin, postLogout, userCookieData } from './sessionRequests.ts';
import { sessionStore, setLoggedIn, setLoggedOut } from '../sessionStore.ts';

/** Loads the session of the cookie. If the server cannot be reached, the state is left unchanged. */
export async function checkSession(): Promise<boolean> {
  let user: Awaited<ReturnType<typeof userCookieData>>;
  try {
    user = await userCookieData();
  } catch {
    return sessionStore.get().isLoggedIn;
  }
  if (user === null) {
    if (!sessionStore.get().isExpired) setLoggedOut();
    return false;
  }
  setLoggedIn(user);
  await ensureModel();
  return true;
}

/** Logs in, which ends the current session. Throws ApiError when refused; the current session then continues. */
export async function login(username: string, password: string): Promise<void> {
  await enterAccount(await postLogin(username, password));
}

export async function enterAccount(user: LoginResponse): Promise<void> {
  const isRenewal = sessionStore.get().isExpired;
  setLoggedIn(user);
  // The server leads to the page on which it is set up. Of a page that waits for the login nothing may be lost (sessionExpiry.ts).
  if (user.needsSecondFactor && !isRenewal) window.location.reload();
  await loadModel();
  if (user.wasNotAbleToFullyLoad) showAccountIssue();
}

export function showAccountIssue(): void {
  void showModal({
    type: 'Information',
    header: 'Account Load Issue',
    message: 'Your account could not be loaded completely. Some features may not work. Please contact the IT team.',
  });
}

/** Ends the session, here and on the server. The address is that at which the logout goes on, at the identity provider; null: nowhere. */
export async function logout(): Promise<string | null> {
  const goOnAt = await postLogout();
  setLoggedOut();
  return goOnAt;
}

/** Ends all sessions of the account, on every device. */
export async function logoutEverywhere(): Promise<null> {
  await deleteSessions();
  setLoggedOut();
  return null;
}

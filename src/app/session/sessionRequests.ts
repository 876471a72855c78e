import type { LoginResponse, LogoutResponse, UserCookieData } from '../../../domain/calls/accounts.ts';
import { ApiError } from '../ApiError.ts';
import { responseProblem, send } from '../api.ts';

/** Here a 401 is an expected response, not an expired session. */

/** The account of the session cookie; null when no one is logged in. */
export async function userCookieData(): Promise<UserCookieData | null> {
  const response = await send('/api/UserCookieData');
  if (response.status === 204 || response.status >= 400) return null;
  return (await response.json()) as UserCookieData;
}

export async function postLogin(username: string, password: string): Promise<LoginResponse> {
  const response = await send('/api/Login', {
    method: 'POST',
    credentials: 'include',
    headers: { authorization: `Basic ${base64(`${username}:${password}`)}` },
    json: { username, password },
  });
  if (!response.ok) throw new ApiError(await responseProblem(response));
  return (await response.json()) as LoginResponse;
}

/** The address at which the logout goes on; null: nowhere. */
export async function postLogout(): Promise<string | null> {
  const response = await send('/api/Logout', { method: 'POST', credentials: 'include' });
  if (!response.ok && response.status !== 401) throw new ApiError(await responseProblem(response));
  if (response.status !== 200) return null;
  const { goOnAt } = (await response.json()) as LogoutResponse;
  return /^https?:\/\//.test(goOnAt) ? goOnAt : null;
}

/** Throws when the session has already ended, so that the user is not told that the other sessions were ended. */
export async function deleteSessions(): Promise<void> {
  const response = await send('/api/account/sessions', { method: 'DELETE', credentials: 'include' });
  if (!response.ok) throw new ApiError(await responseProblem(response));
}

/** Basic authorization in UTF-8 (RFC 7617), which btoa does not support. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

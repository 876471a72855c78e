import type { Path } from 'react-router-dom';
import { matchRoute } from '../../../domain/access/match-route.ts';
import { guardRoute, NOT_LOGGED_IN, switchedOff, type GuardResult } from '../../../domain/access/route-guard.ts';
import { showModal } from '../dialogs/modalQueue.ts';
import { documentIsRecent } from '../documentState.ts';
import { modelStore } from '../modelStore.ts';
import { checkSession } from '../session/session.ts';
import { sessionStore } from '../sessionStore.ts';
import { currentSiteSettings } from '../siteSettings.ts';

/** Guards a navigation to `to` using the current state. An address without a route passes and shows the not-found page. */
export function checkRoute(to: Path, from: Path | null): GuardResult {
  const routes = modelStore.get().model?.routes ?? [];
  const route = matchRoute(to.pathname, routes)?.route;
  if (route === undefined) return { kind: 'pass' };
  const left = from === null ? null : (matchRoute(from.pathname, routes)?.route ?? null);
  const { isLoggedIn, roles, kioskSession } = sessionStore.get();
  const visitor = {
    isLoggedIn,
    roles: isLoggedIn ? roles : [],
    isKiosk: kioskSession,
    switchedOff: switchedOff(currentSiteSettings()),
  };
  return guardRoute(route, left, visitor, `${to.pathname}${to.search}${to.hash}`);
}

/** Like `checkRoute`, but checks for a session before it reports that no one is logged in, and shows the dialog of a refusal. */
export async function enforceRoute(to: Path, from: Path | null): Promise<GuardResult> {
  let result = checkRoute(to, from);
  const isKnown = from === null && documentIsRecent();
  if (result.kind === 'login' && !isKnown && (await checkSession())) result = checkRoute(to, from);
  if (result.kind === 'login') void showModal({ type: 'Information', ...NOT_LOGGED_IN });
  if (result.kind === 'refuse') {
    void showModal({ type: 'Information', header: result.header, message: result.message, confirmButtonText: 'Ok' });
  }
  return result;
}

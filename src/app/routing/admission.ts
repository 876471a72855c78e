import { matchRoute } from '../../../domain/match-route.ts';
import { judge, NOT_LOGGED_IN, switchedOff, type Verdict } from '../../../domain/route-guard.ts';
import { showModal } from '../dialogs/modalQueue.ts';
import { documentIsRecent } from '../documentState.ts';
import { modelStore } from '../model/modelStore.ts';
import { checkSession } from '../session/session.ts';
import { sessionStore } from '../session/sessionStore.ts';
import { currentSiteSettings } from '../shell/siteSettings.ts';

export interface Place {
  pathname: string;
  search: string;
  hash: string;
}

/** The guard's verdict on going to `to` with what is known now. An address without a route passes: it has a page of its own. */
export function admission(to: Place, from: Place | null): Verdict {
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
  return judge(route, left, visitor, `${to.pathname}${to.search}${to.hash}`);
}

/**
 * As `admission`, but looks for a session cookie before it says that nobody is logged in (for a document that has just come the server
 * has looked), and shows the dialog of a refusal.
 */
export async function decide(to: Place, from: Place | null): Promise<Verdict> {
  let verdict = admission(to, from);
  const isKnown = from === null && documentIsRecent();
  if (verdict.kind === 'login' && !isKnown && (await checkSession())) verdict = admission(to, from);
  if (verdict.kind === 'login') void showModal({ type: 'Information', ...NOT_LOGGED_IN });
  if (verdict.kind === 'refuse') {
    void showModal({ type: 'Information', header: verdict.header, message: verdict.message, confirmButtonText: 'Ok' });
  }
  return verdict;
}

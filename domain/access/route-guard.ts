import { holdsAny } from '../declarations/actor.ts';
import type { ShellModel } from '../declarations/client-model.ts';
import type { RouteDeclaration, RouteSetting } from '../declarations/site.ts';
import type { ScreenName } from '../declarations/screens.ts';

export interface Visitor {
  isLoggedIn: boolean;
  roles: readonly string[];
  isKiosk: boolean;
  /** Disabled settings; routes that require one of them are closed. Default: none. */
  switchedOff?: readonly RouteSetting[];
}

/** The only page of accounts that have to set up their second factor first. */
export const SECOND_FACTOR_PATH = '/myAccount/secondFactor';

/** The home of paired kiosks, and the only page of a self check-in. */
export const KIOSK_PATH = '/kiosk';

export type GuardedRoute = Pick<
  RouteDeclaration,
  'name' | 'path' | 'login' | 'requiredRoles' | 'kioskAllowed' | 'setting'
>;

/** The refusal for a route whose site setting is disabled. */
export const SWITCHED_OFF: Readonly<Record<RouteSetting, string>> = {
  showLinksManager: 'The links manager is turned off in the site settings',
};

export function switchedOff(settings: Readonly<Record<RouteSetting, boolean>>): RouteSetting[] {
  return (Object.keys(SWITCHED_OFF) as RouteSetting[]).filter((name) => !settings[name]);
}

export type GuardResult =
  | { kind: 'pass' }
  /** Check for a session first; without one, show NOT_LOGGED_IN and go to `to`. */
  | { kind: 'login'; to: string }
  /** The navigation is canceled and a dialog explains why. */
  | { kind: 'refuse'; header: string; message: string }
  | { kind: 'redirect'; to: string };

export const NOT_LOGGED_IN = {
  header: 'Not Logged In',
  message: 'You need to be logged in to access this page',
} as const;

/**
 * The rules of the specification's section 2.2, points 1 to 5, and of routes that a site setting closes. `attempted` is the full path
 * with query and hash; `from` is the current route, null on the first load.
 */
export function guardRoute(
  to: GuardedRoute,
  from: Pick<RouteDeclaration, 'path'> | null,
  visitor: Visitor,
  attempted: string,
): GuardResult {
  if (to.login && !visitor.isLoggedIn) return { kind: 'login', to: loginPath(attempted) };
  if (!holdsAny(visitor.roles, to.requiredRoles)) {
    return { kind: 'refuse', header: 'Not Allowed', message: `You are not authorized to access the ${to.name} page` };
  }
  if (visitor.isKiosk && !to.kioskAllowed) {
    return { kind: 'refuse', header: 'Not Allowed', message: 'This page is not available in kiosk mode' };
  }
  if (to.setting !== undefined && visitor.switchedOff?.includes(to.setting) === true) {
    return { kind: 'refuse', header: 'Not Allowed', message: SWITCHED_OFF[to.setting] };
  }
  // By path: names are translated.
  if (from?.path.startsWith('/receipt/') === true && to.path === '/payment/:endpoint/:id') {
    return { kind: 'redirect', to: '/' };
  }
  return { kind: 'pass' };
}

export function loginPath(attempted: string): string {
  return attempted === '/' ? '/login' : `/login?redirectFrom=${encodeURIComponent(attempted)}`;
}

/**
 * "my requests" becomes "My Requests"; routes without a name use the product's title. The name of the page's record comes first:
 * "Poster printing · Request Form".
 */
export function pageTitle(routeName: string | undefined, productName: string, record = ''): string {
  if (routeName === undefined || routeName.trim() === '') return productName;
  const title = routeName
    .trim()
    .split(/\s+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
  return record === '' || record === title ? title : `${record} · ${title}`;
}

/**
 * Where to go after login. Only paths of this site are accepted: anything that a browser could resolve to another origin (`//host`,
 * `/\host`, `/<tab>/host`, `javascript:`), or to the login page itself, becomes `/`.
 */
export function safeRedirect(redirectFrom: string | null | undefined): string {
  if (!redirectFrom || redirectFrom.length > 2000 || !isPlainPath(redirectFrom)) return '/';
  const path = redirectFrom.split(/[?#]/, 1)[0] ?? '/';
  const hasDotSegment = path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
  if (path.includes('//') || hasDotSegment || /^\/login\/*$/i.test(path)) return '/';
  return redirectFrom;
}

const BOARD_SCREEN: ScreenName = 'console:board';

/**
 * After a login: `redirectFrom` if it is a path of this site, else the account's boards, else the home page. Of a model
 * and a visitor after the login.
 */
export function landingPath(
  redirectFrom: string | null,
  { routes, boards }: Pick<ShellModel, 'routes' | 'boards'>,
  visitor: Visitor,
): string {
  const wanted = wantedPath(redirectFrom);
  if (wanted !== null) return wanted;
  const route = boards.length === 0 ? undefined : routes.find(({ screen }) => screen === BOARD_SCREEN);
  return route !== undefined && guardRoute(route, null, visitor, route.path).kind === 'pass' ? route.path : '/';
}

export function wantedPath(redirectFrom: string | null): string | null {
  const path = safeRedirect(redirectFrom);
  return path === '/' && redirectFrom !== '/' ? null : path;
}

/** Starts with a single slash and contains no backslash, white space or control character, raw or percent-encoded. */
function isPlainPath(text: string): boolean {
  return /^\/(?!\/)/.test(text) && !/[\\\s\p{Cc}\p{Cf}]/u.test(text) && !/%(5c|0[0-9a-f]|1[0-9a-f]|7f)/i.test(text);
}

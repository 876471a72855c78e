import type { FastifyReply, FastifyRequest } from 'fastify';
import { wantedPath } from '../../../domain/access/route-guard.ts';
import { isHttps } from '../../platform/http/security-headers.ts';
import type { Sealed } from '../../platform/sealed.ts';
import type { Needs } from '../../services.ts';

/** A login in progress at the provider. Bound to the browser that began it, which cannot read it. */
export interface PendingLogin {
  provider: string;
  state: string;
  nonce: string;
  verifier: string;
  /** A path of this site. */
  /** The page after the login; null: none. */
  redirectFrom: string | null;
  until: number;
}

/** Long enough for a second factor. */
const MINUTES = 10;
/** Concurrent logins of one browser. */
const MOST = 5;
/** Browsers keep cookies of 4096 bytes. */
const LONGEST = 3500;
/** Of the state, so that each tab has its own cookie. */
const NAME_LENGTH = 16;

type CookieContext = Needs<'settings' | 'clock'> & { sealed: Sealed };

export function keepLogin(
  request: FastifyRequest,
  reply: FastifyReply,
  { settings, clock, sealed }: CookieContext,
  given: Omit<PendingLogin, 'until'>,
): void {
  const login: PendingLogin = { ...given, until: clock.now() + MINUTES * 60_000 };
  const whole = sealed.seal({ ...login });
  const value = whole.length <= LONGEST ? whole : sealed.seal({ ...login, redirectFrom: null });
  const secure = isHttps(request, settings);
  for (const name of surplus(request, prefix(secure), sealed)) reply.clearCookie(name, rules(secure));
  reply.setCookie(loginCookieName(secure, login.state), value, { ...rules(secure), maxAge: MINUTES * 60 });
}

/**
 * The login that the provider's answer belongs to, which ends it. Null if this browser began none like it, or too long
 * ago.
 */
export function takeLogin(
  request: FastifyRequest,
  reply: FastifyReply,
  { settings, clock, sealed }: CookieContext,
  provider: string,
  state: unknown,
): PendingLogin | null {
  if (typeof state !== 'string' || !/^[\w-]{40,64}$/.test(state)) return null;
  const secure = isHttps(request, settings);
  const name = loginCookieName(secure, state);
  const value = request.cookies[name];
  if (value === undefined) return null;
  const login = read(sealed, value);
  if (login?.state !== state || login.provider !== provider) return null;
  reply.clearCookie(name, rules(secure));
  return login.until > clock.now() ? login : null;
}

function read(sealed: Sealed, value: string): PendingLogin | null {
  const login = sealed.open(value) as PendingLogin | null;
  return login && { ...login, redirectFrom: wantedPath(login.redirectFrom) };
}

function surplus(request: FastifyRequest, start: string, sealed: Sealed): string[] {
  return Object.entries(request.cookies)
    .filter(([name]) => name.startsWith(start))
    .map(([name, value]) => ({ name, until: read(sealed, value ?? '')?.until ?? 0 }))
    .toSorted((a, b) => b.until - a.until)
    .slice(MOST - 1)
    .map(({ name }) => name);
}

function loginCookieName(secure: boolean, state: string): string {
  return `${prefix(secure)}${state.slice(0, NAME_LENGTH)}`;
}

/** With __Host- no other site of the same domain can plant one. */
function prefix(secure: boolean): string {
  return secure ? '__Host-atrium-login-' : 'atrium-login-';
}

/** Lax, because the provider leads back here by a link of its own site. */
function rules(secure: boolean) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
}

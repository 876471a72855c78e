import type { FastifyRequest } from 'fastify';
import type { Db } from '../../platform/database.ts';
import { problem, type ProblemError } from '../../platform/problem.ts';
import { sessionSecret } from '../../platform/settings.ts';
import type { CommandServices, Needs, NoticeServices } from '../../services.ts';
import type { Identity } from '../identity/provider.ts';
import { ldapDirectories } from '../ldap/directory.ts';
import { deviceCookie, requireSession } from './authentication.ts';
import { knownDevice } from './known-devices.ts';
import { localIdentities } from './local-identities.ts';
import { accountName, authenticate } from './login.ts';
import type { LoginClient } from './login-limits.ts';

export async function loginClient(
  { settings, clock, systemSettings }: NoticeServices,
  request: FastifyRequest,
  username: string,
): Promise<LoginClient> {
  const secret = await sessionSecret(settings);
  const device = knownDevice(deviceCookie(request, settings), accountName(username), secret, clock.now());
  return { ip: request.ip, device, tries: systemSettings.value('limits.loginTries') };
}

/**
 * Proves that the session's owner knows the account's password, which is requested again before changes that could take
 * over the account. The limits are those of logins. Throws 400 with the error at `currentPassword`, or 429. The
 * identity's `isStillValid` holds until the password changes.
 */
export async function proveOwnPassword(
  services: CommandServices,
  request: FastifyRequest,
  password: string,
): Promise<Identity> {
  const { actor } = requireSession(request);
  const client = await loginClient(services, request, actor.username);
  const credentials = { username: actor.username, password };
  return authenticate(services.db, [localIdentities(services.db)], credentials, client).catch(currentIsWrong);
}

/** The same by any login of the account. */
export async function proveLogin(
  services: CommandServices,
  client: LoginClient,
  username: string,
  password: string,
): Promise<Identity> {
  const providers = [localIdentities(services.db), ...ldapDirectories(services)];
  return authenticate(services.db, providers, { username, password }, client).catch(currentIsWrong);
}

/** People who log in only by a directory or provider have no password here. */
export async function hasPassword(db: Db, userId: number): Promise<boolean> {
  const own = await db.selectFrom('credentials').select('id').where('userId', '=', userId).executeTakeFirst();
  return own !== undefined;
}

export async function requirePasswordHere(services: Needs<'db' | 'settings'>, userId: number): Promise<void> {
  if (await hasPassword(services.db, userId)) return;
  const places = await loginsElsewhere(services, userId);
  const text =
    places.length === 0
      ? 'Your password is not stored here. Ask the staff for a new one.'
      : `You log in with ${places.join(' or ')}. Change your password there.`;
  throw problem(409, 'account.password-elsewhere', 'Not possible', text);
}

async function loginsElsewhere({ db, settings }: Needs<'db' | 'settings'>, userId: number): Promise<string[]> {
  const known = await db
    .selectFrom('identities')
    .select(['provider', 'issuer'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
  return known.flatMap(({ provider, issuer }) => {
    const all = issuer.startsWith('ldap:') ? settings.ldapDirectories : settings.openidProviders;
    return all.filter(({ name }) => name === provider).map(({ label }) => label);
  });
}

function currentIsWrong(error: unknown): never {
  throw error instanceof Error && 'problem' in error && isLoginFailure(error.problem) ? wrongPassword() : error;
}

export function wrongPassword(): ProblemError {
  const text = 'The current password is wrong.';
  return problem(400, 'account.wrong-password', 'Password not accepted', text, { errors: { currentPassword: text } });
}

function isLoginFailure(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'code' in value && value.code === 'account.login-failed';
}

import type { FastifyRequest } from 'fastify';
import { NOW, transaction, type Db } from '../../platform/database.ts';
import { problem, type ProblemError } from '../../platform/problem.ts';
import { logEvent } from '../event-log/event-log.ts';
import { DirectoryDown, type Identity, type IdentityProvider } from '../identity/provider.ts';
import { attemptSucceeded, withAttempt, type LoginClient } from './login-limits.ts';
import type { SessionStore } from './session-store.ts';

export interface Credentials {
  username: string;
  password: string;
}

interface ReadCredentials extends Credentials {
  /** Only the header has them, as programs send it. */
  isBasic: boolean;
}

/** Names are stored in lower case; an overlong one is truncated so that it can be counted. */
export function accountName(typed: string): string {
  return typed.normalize('NFKC').trim().toLowerCase().slice(0, 254);
}

/** Credentials from the Basic header, the JSON body, or both if they agree. */
export function readCredentials(request: FastifyRequest): ReadCredentials {
  const inHeader = basicCredentials(request.headers.authorization);
  const inBody = bodyCredentials(request.body);
  if (inHeader && inBody && (inHeader.username !== inBody.username || inHeader.password !== inBody.password)) {
    throw problem(
      400,
      'account.credentials-differ',
      'Bad request',
      'The header and the body contain different credentials.',
    );
  }
  const credentials = inBody ?? inHeader;
  if (credentials) return { ...credentials, isBasic: !inBody };
  throw problem(400, 'account.no-credentials', 'Bad request', 'A username and a password are required.', {
    errors: { username: 'Email or username is required', password: 'Password is required' },
  });
}

/**
 * Verifies the credentials within the limits of account, address and device. Throws 401 or 429; 503 when a directory
 * that must decide does not answer.
 */
export async function authenticate(
  db: Db,
  providers: IdentityProvider[],
  credentials: Credentials,
  client: LoginClient,
): Promise<Identity> {
  const username = accountName(credentials.username);
  return withAttempt(db, username, client, async (attempt) => {
    let isDown = false;
    for (const provider of providers) {
      const identity = await provider.identify(username, credentials.password).catch(async (error: unknown) => {
        if (!(error instanceof DirectoryDown)) throw error;
        isDown = true;
        // People learn that it is down, administrators learn why.
        await logEvent(db, 'warning', { message: error.message, exception: 'No exception', location: 'Login' });
        return null;
      });
      if (!identity) continue;
      await attemptSucceeded(db, attempt);
      return identity;
    }
    throw isDown ? directoryDown() : loginFailed();
  });
}

/** Opens the session in one transaction with a final check of the account. */
export async function openSession(
  db: Db,
  sessions: SessionStore,
  identity: Identity,
  client: { ip: string; userAgent: string | undefined },
): Promise<{ token: string; expiresAt: string }> {
  return transaction(db, async (tx) => {
    if (!(await identity.isStillValid(tx))) throw loginFailed();
    await tx.updateTable('users').set({ lastLoginAt: NOW }).where('id', '=', identity.userId).execute();
    const opened = await sessions.open(tx, identity.userId, client, identity.sessionMinutes);
    await identity.opened?.(tx, opened.id);
    return opened;
  });
}

/** One message for every cause, so that guessing reveals nothing. */
export function loginFailed(): ProblemError {
  return problem(401, 'account.login-failed', 'Not logged in', 'Could not sign in. Please try again.');
}

function directoryDown(): ProblemError {
  return problem(
    503,
    'account.directory-down',
    'Not logged in',
    'The campus directory is not responding. Please try again in a few minutes.',
  );
}

function basicCredentials(header: string | undefined): Credentials | null {
  const encoded = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const [username = '', ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return username === '' || username.includes('\0') ? null : { username, password: password.join(':') };
}

function bodyCredentials(body: unknown): Credentials | null {
  if (typeof body !== 'object' || body === null || !('username' in body) || !('password' in body)) return null;
  const { username, password } = body;
  return typeof username === 'string' && typeof password === 'string' && username !== ''
    ? { username, password }
    : null;
}

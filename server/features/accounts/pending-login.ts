import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem, type ProblemError } from '../../platform/problem.ts';
import { Sealed } from '../../platform/sealed.ts';
import { sessionSecret } from '../../platform/settings.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import type { CommandServices } from '../../services.ts';
import type { Identity } from '../identity/provider.ts';
import { clearPendingCookie, pendingCookie, setPendingCookie } from './authentication.ts';
import { requireCode } from './second-factor.ts';
import { loginClient } from './own-password.ts';

/** A login whose password was right and whose code is missing. In a cookie, so that only this browser can finish it. */
interface PendingLogin {
  userId: number;
  username: string;
  /** When the password kept here was set: another password ends the pending login. Null: it is a directory's. */
  passwordSetAt: string | null;
  until: number;
}

const MINUTES = 10;

/** The refusal that asks for the code; null where the account has no second factor. */
export async function askForCode(
  request: FastifyRequest,
  reply: FastifyReply,
  services: CommandServices,
  { userId }: Identity,
  isBasic: boolean,
): Promise<ProblemError | null> {
  const { db, settings, clock } = services;
  const account = await db
    .selectFrom('users as u')
    .leftJoin('credentials as c', 'c.userId', 'u.id')
    .select(['u.username', 'u.secondFactorAt', 'c.changedAt as passwordSetAt'])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  if (!account?.secondFactorAt) return null;
  if (isBasic) return noBasicLogin();
  const { username, passwordSetAt } = account;
  const pending: PendingLogin = { userId, username, passwordSetAt, until: clock.now() + MINUTES * 60_000 };
  const sealed = (await sealer(services)).seal({ ...pending });
  setPendingCookie(request, reply, settings, { value: sealed, maxAge: MINUTES * 60 });
  const text = 'Enter the code from your authenticator app.';
  return problem(401, 'account.code-needed', 'Code needed', text);
}

/** The account whose login the code finishes. */
export async function finishPendingLogin(
  request: FastifyRequest,
  reply: FastifyReply,
  services: CommandServices,
  code: string,
): Promise<Identity> {
  const { db, settings, clock } = services;
  const pending = (await sealer(services)).open(pendingCookie(request, settings) ?? '') as PendingLogin | null;
  if (pending === null || pending.until <= clock.now()) throw loginEnded();
  const isStillValid = (tx: Tx) => isUnchanged(tx, pending);
  if (!(await transaction(db, isStillValid))) throw loginEnded();
  await requireCode(services, pending.userId, code, await loginClient(services, request, pending.username));
  clearPendingCookie(request, reply, settings);
  return { userId: pending.userId, isStillValid };
}

async function isUnchanged(tx: Tx, { userId, passwordSetAt }: PendingLogin): Promise<boolean> {
  const account = await tx
    .selectFrom('users as u')
    .leftJoin('credentials as c', 'c.userId', 'u.id')
    .select('c.changedAt')
    .where('u.id', '=', userId)
    .where('u.active', '=', true)
    .where('u.secondFactorAt', 'is not', null)
    .forShare('u')
    .executeTakeFirst();
  return account !== undefined && account.changedAt === passwordSetAt;
}

function loginEnded(): ProblemError {
  const text = 'This login took too long or was started in another browser. Please log in again.';
  return problem(410, 'account.login-ended', 'Not logged in', text);
}

function noBasicLogin(): ProblemError {
  return problem(
    403,
    'account.second-factor-only',
    'Not logged in',
    'This account has a second factor. Basic authorization is not enough for it: log in with a browser.',
  );
}

async function sealer({ settings }: CommandServices): Promise<Sealed> {
  return new Sealed(await sessionSecret(settings), 'pending login');
}

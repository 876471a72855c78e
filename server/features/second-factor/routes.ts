import type { FastifyInstance, FastifyRequest } from 'fastify';
import { secondFactorCalls, type NewSecondFactor, type SecondFactorState } from '../../../domain/calls/accounts.ts';
import { transaction, type Db } from '../../platform/database.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { problem } from '../../platform/problem.ts';
import { Sealed } from '../../platform/sealed.ts';
import { sessionSecret } from '../../platform/settings.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { needsSecondFactor, requireOwnSession, requireSession } from '../accounts/authentication.ts';
import { loginClient, proveLogin } from '../accounts/own-password.ts';
import { newTotpSecret, requireCode, wrongCode } from '../accounts/second-factor.ts';
import { base32, matchingStep, otpauthUri } from '../accounts/totp.ts';
import { alreadyOn, renewRecoveryCodes, switchOff, switchOn } from './switch.ts';

type Session = ReturnType<typeof requireOwnSession>;

/** A secret that is shown to its person, and waits for its first code. */
interface Enrollment {
  userId: number;
  secret: string;
  until: number;
}

const MINUTES = 15;

export async function registerSecondFactor(app: FastifyInstance, services: CommandServices): Promise<void> {
  const { db } = services;
  const config = { whileEnrolling: true };
  addCalls(app, secondFactorCalls, {
    'GET /api/account/secondFactor': {
      config,
      handle: ({ request }) => secondFactorState(services, requireOwnSession(request)),
    },
    'POST /api/account/secondFactor/start': {
      config,
      handle: async ({ body, request, reply }) => {
        const session = requireOwnSession(request);
        if (session.hasSecondFactor) throw alreadyOn();
        await provePassword(services, request, session, body.currentPassword);
        reply.header('cache-control', 'no-store');
        return newEnrollment(services, session);
      },
    },
    'POST /api/account/secondFactor': {
      config,
      handle: async ({ body, request, reply }) => {
        const { id, actor } = requireOwnSession(request);
        const factor = await enrolledFactor(services, actor.id, body);
        reply.header('cache-control', 'no-store');
        return {
          recoveryCodes: await transaction(db, (tx) => switchOn(services, tx, { actor, sessionId: id }, factor)),
        };
      },
    },
    'POST /api/account/secondFactor/codes': async ({ body, request, reply }) => {
      const { actor } = await proveBoth(services, request, body);
      reply.header('cache-control', 'no-store');
      return { recoveryCodes: await transaction(db, (tx) => renewRecoveryCodes(services, tx, actor.id)) };
    },
    'POST /api/account/secondFactor/off': async ({ body, request }) => {
      const { actor } = await proveBoth(services, request, body);
      await transaction(db, (tx) => switchOff(services, tx, actor, actor.id));
    },
  });
}

async function secondFactorState(
  { db, systemSettings }: Needs<'db' | 'systemSettings'>,
  { actor }: Session,
): Promise<SecondFactorState> {
  const account = await db
    .selectFrom('users as u')
    .leftJoin('secondFactors as f', 'f.userId', 'u.id')
    .select(['u.secondFactorAt as since', 'f.recoveryHashes'])
    .where('u.id', '=', actor.id)
    .executeTakeFirst();
  return {
    since: account?.since ?? null,
    codesLeft: account?.recoveryHashes?.length ?? 0,
    isRequired: needsSecondFactor(systemSettings, actor.roles),
    isPossible: await hasPasswordLogin(db, actor.id),
  };
}

/** Here or in a directory. */
async function hasPasswordLogin(db: Db, userId: number): Promise<boolean> {
  const own = await db.selectFrom('credentials').select('id').where('userId', '=', userId).executeTakeFirst();
  const directory = db
    .selectFrom('identities')
    .select('id')
    .where('userId', '=', userId)
    .where('issuer', 'like', 'ldap:%');
  return own !== undefined || (await directory.executeTakeFirst()) !== undefined;
}

async function provePassword(
  services: CommandServices,
  request: FastifyRequest,
  { actor }: Session,
  password: string,
): Promise<void> {
  const client = await loginClient(services, request, actor.username);
  const { userId } = await proveLogin(services, client, actor.username, password);
  if (userId !== actor.id)
    throw problem(409, 'account.other-login', 'Not possible', 'This is the login of another account.');
}

async function proveBoth(
  services: CommandServices,
  request: FastifyRequest,
  { currentPassword, code }: { currentPassword: string; code: string },
): Promise<Session> {
  const session = requireSession(request);
  if (!session.hasSecondFactor)
    throw problem(409, 'account.second-factor-off', 'Not possible', 'Your account has no second factor.');
  await provePassword(services, request, session, currentPassword);
  await requireCode(services, session.actor.id, code, await loginClient(services, request, session.actor.username));
  return session;
}

async function newEnrollment(services: CommandServices, { actor }: Session): Promise<NewSecondFactor> {
  const { model, clock } = services;
  const secret = newTotpSecret();
  const enrollment: Enrollment = {
    userId: actor.id,
    secret: secret.toString('base64'),
    until: clock.now() + MINUTES * 60_000,
  };
  return {
    secret: base32(secret),
    uri: otpauthUri(secret, { issuer: model.site.productName, account: actor.username }),
    enrollment: (await sealer(services)).seal({ ...enrollment }),
  };
}

async function enrolledFactor(
  services: CommandServices,
  userId: number,
  { enrollment, code }: { enrollment: string; code: string },
): Promise<{ secret: Buffer; step: number }> {
  const { clock } = services;
  const opened = (await sealer(services)).open(enrollment) as Enrollment | null;
  if (opened?.userId !== userId || opened.until <= clock.now())
    throw problem(410, 'account.enrollment-ended', 'Not possible', 'This took too long. Start again.');
  const secret = Buffer.from(opened.secret, 'base64');
  const step = matchingStep(secret, code.replace(/\s/g, ''), clock.now());
  if (step === null) throw wrongCode();
  return { secret, step };
}

async function sealer({ settings }: CommandServices): Promise<Sealed> {
  return new Sealed(await sessionSecret(settings), 'second factor enrollment');
}

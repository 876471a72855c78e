import { createHmac, hkdfSync } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { NOW } from '../../platform/database.ts';
import { problem, tooMany } from '../../platform/problem.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import { sessionSecret } from '../../platform/settings.ts';
import { invalid } from '../../resources/refusals.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { requireSession } from '../accounts/authentication.ts';
import { actorOfAccount } from '../accounts/held-roles.ts';
import { loginClient, proveLogin } from '../accounts/own-password.ts';
import { hashPassword, verifyPassword } from '../accounts/passwords.ts';

/** Wrong PINs of one account. */
const TRIES: RateLimit = { name: 'kiosk-pins', perClient: 5, seconds: 900 };

/** Six digits are few: without the server's secret, a stolen hash reveals nothing. */
async function keyedPin({ settings }: Needs<'settings'>, pin: string): Promise<string> {
  const key = Buffer.from(hkdfSync('sha256', await sessionSecret(settings), '', 'PINs for kiosks', 32));
  return createHmac('sha256', key).update(pin).digest('base64url');
}

/** Throws 400 for a wrong PIN, 429 after five of them within a quarter of an hour. */
export async function provePin(
  services: CommandServices & Needs<'limits'>,
  userId: number,
  pin: string,
): Promise<void> {
  const client = `user ${userId}`;
  const wait = await services.limits.use(TRIES, client);
  if (wait !== null)
    throw tooMany('kiosk.too-many-pins', 'Too many attempts', 'Too many wrong PINs. Try again later.', wait);
  const stored = await services.db
    .selectFrom('kioskPins')
    .select('pinHash')
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!(await verifyPassword(stored?.pinHash ?? null, await keyedPin(services, pin))))
    throw invalid({ pin: 'This PIN is wrong.' });
  services.limits.giveBack(TRIES, client);
}

/** Whether the account has a PIN, and a role that it opens. */
export async function hasUsefulPin(services: CommandServices, userId: number): Promise<boolean> {
  return (await hasPin(services, userId)) && isPinUseful(services, userId);
}

async function hasPin({ db }: Needs<'db'>, userId: number): Promise<boolean> {
  return (await db.selectFrom('kioskPins').select('id').where('userId', '=', userId).executeTakeFirst()) !== undefined;
}

async function isPinUseful(services: CommandServices, userId: number): Promise<boolean> {
  const account = await actorOfAccount(services, userId, '');
  return services.model.roles.some(({ name, withPin }) => withPin === true && account?.roles.includes(name) === true);
}

export async function pinState(
  services: CommandServices,
  request: FastifyRequest,
): Promise<{ hasPin: boolean; isUseful: boolean }> {
  const { id } = requireSession(request).actor;
  return { hasPin: await hasPin(services, id), isUseful: await isPinUseful(services, id) };
}

/** `pin`: null removes it. */
export async function setPin(
  services: CommandServices,
  request: FastifyRequest,
  { currentPassword, pin }: { currentPassword: string; pin: string | null },
): Promise<void> {
  const { id: userId, username } = requireSession(request).actor;
  const client = await loginClient(services, request, username);
  const proven = await proveLogin(services, client, username, currentPassword);
  if (proven.userId !== userId)
    throw problem(403, 'kiosk.someone-else', 'Not allowed', 'This password belongs to someone else.');
  if (pin === null) {
    await services.db.deleteFrom('kioskPins').where('userId', '=', userId).execute();
    return;
  }
  if (isGuessable(pin)) throw invalid({ pin: 'This PIN is easy to guess. Choose another one.' });
  const pinHash = await hashPassword(await keyedPin(services, pin));
  await services.db
    .insertInto('kioskPins')
    .values({ userId, pinHash, changedAt: NOW })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ pinHash, changedAt: NOW, updatedAt: NOW }))
    .execute();
}

/** One digit only, or digits in their order. */
function isGuessable(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at])));
  return steps.size === 1 && [-1, 0, 1].includes([...steps][0]!);
}

import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices } from '../../services.ts';
import { newRecoveryCodes, replaceRecoveryCodes, storeSecondFactor } from '../accounts/second-factor.ts';
import { notify } from '../messages/notify.ts';

/** Returns the recovery codes. Everyone else who is logged in to the account is logged out. */
export async function switchOn(
  services: CommandServices,
  tx: Tx,
  { actor, sessionId }: { actor: Actor & { id: number }; sessionId: number },
  factor: { secret: Buffer; step: number },
): Promise<string[]> {
  const { id } = actor;
  await services.engine.lock(tx, 'users', [id]);
  if (await hasSecondFactor(tx, id)) throw alreadyOn();
  const codes = newRecoveryCodes();
  await storeSecondFactor(services, tx, id, { ...factor, codes });
  await record(services, tx, actor, { userId: id, isOn: true });
  await tx.deleteFrom('sessions').where('userId', '=', id).where('id', '<>', sessionId).execute();
  return codes;
}

export async function switchOff(services: CommandServices, tx: Tx, actor: Actor, userId: number): Promise<void> {
  await services.engine.lock(tx, 'users', [userId]);
  await tx.deleteFrom('secondFactors').where('userId', '=', userId).execute();
  await record(services, tx, actor, { userId, isOn: false });
}

export async function renewRecoveryCodes(services: CommandServices, tx: Tx, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(services, tx, userId, codes);
  return codes;
}

export function alreadyOn() {
  return problem(409, 'account.second-factor-on', 'Not possible', 'Your account already has a second factor.');
}

async function hasSecondFactor(tx: Tx, userId: number): Promise<boolean> {
  const found = await tx.selectFrom('secondFactors').select('id').where('userId', '=', userId).executeTakeFirst();
  return found !== undefined;
}

/** In the history of the account, and to the person. */
async function record(
  services: CommandServices,
  tx: Tx,
  actor: Actor,
  { userId, isOn }: { userId: number; isOn: boolean },
): Promise<void> {
  const changedAt = services.clock.instant();
  const values = { secondFactorAt: isOn ? changedAt : null };
  await services.engine.update(actor, 'users', userId, values, { tx, command: true });
  await notify(services, tx, {
    event: isOn ? 'secondFactorOn' : 'secondFactorOff',
    audience: 'person',
    recipients: [userId],
    values: { changedAt },
  });
}

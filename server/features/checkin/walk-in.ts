import { randomBytes } from 'node:crypto';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { AddedAtDoor, AddWalkIn } from '../../../domain/calls/door.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices } from '../../services.ts';
import { accountsWith } from './accounts-by-email.ts';
import { addWithSeries } from './add-at-door.ts';
import type { LockedSession } from '../registration/seats/locked-session.ts';
import { inLockedSeries } from '../registration/booking/series-booking.ts';
import { afterOtherBooking } from '../registration/seats/booking-lock.ts';
import { requireDoorStaff } from '../sessions/event-staff.ts';
import { TAKE_OVER } from './take-over.ts';

/**
 * Adds a person by name and address: their account with this address, or else a provisional one, to which no one can log in (`takeOver`).
 */
export async function addWalkIn(
  services: CommandServices,
  actor: Actor,
  instanceId: number,
  { name, email, ...given }: AddWalkIn,
): Promise<AddedAtDoor> {
  requireDoorStaff(actor);
  const add = async (locked: LockedSession, others: readonly LockedSession[]) => {
    const accounts = await accountsWith(locked.tx, email);
    const own = accounts.filter(({ isProvisional }) => isProvisional !== true);
    if (own.length > 1)
      throw problem(
        409,
        'events.several-accounts',
        'Not added',
        'Several accounts use this address. Search by name instead.',
      );
    const [known] = [...own, ...accounts];
    const userId = known?.id ?? (await newAccount(locked, actor, name.trim(), email.trim()));
    return addWithSeries(locked, others, actor, { userId, ...given });
  };
  return afterOtherBooking(services, () => inLockedSeries(services, instanceId, add));
}

async function newAccount(
  { services, tx }: LockedSession,
  actor: Actor,
  displayName: string,
  email: string,
): Promise<number> {
  const username = `guest-${randomBytes(6).toString('hex')}`;
  const values = { username, displayName, email, active: true, isProvisional: true };
  const { id } = await services.engine.create({ ...actor, system: true }, 'users', values, { tx, command: true });
  // Another transaction may be creating an account with this address now, for another session or for the person themselves.
  await services.jobs.enqueue(tx, TAKE_OVER, { userId: id });
  return id;
}

import type { Actor } from '../../../domain/declarations/actor.ts';
import type { AddedAtDoor, AddWalkIn } from '../../../domain/calls/door.ts';
import type { CommandServices } from '../../services.ts';
import { guestAccount } from './guest-account.ts';
import { addWithSeries } from './add-at-door.ts';
import type { LockedSession } from '../registration/seats/locked-session.ts';
import { inLockedSeries } from '../registration/booking/series-booking.ts';
import { afterOtherBooking } from '../registration/seats/booking-lock.ts';
import { requireDoorStaff } from '../sessions/event-staff.ts';

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
    const userId = await guestAccount({ services, tx: locked.tx, actor }, { name, email });
    return addWithSeries(locked, others, actor, { userId, ...given });
  };
  return afterOtherBooking(services, () => inLockedSeries(services, instanceId, add));
}

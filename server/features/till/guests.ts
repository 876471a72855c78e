import type { TillCustomer } from '../../../domain/calls/till.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { once } from '../../platform/idempotency.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { guestAccount } from '../checkin/guest-account.ts';
import { isGuestAccount, readCustomer } from './customer.ts';

const NAMELESS = 'Guest';

interface GuestGiven {
  name?: string;
  /** For the receipt. */
  email?: string;
}

/**
 * A customer without an account. Each has an account of their own, so that two tills never see each other's orders, and limits apply to each
 * person. A repeated call returns the first one.
 */
export async function addGuest(
  services: CommandServices,
  actor: Actor,
  { name = '', email = '' }: GuestGiven,
  key: string,
): Promise<TillCustomer> {
  const guest = { name: name.trim() || NAMELESS, email: email.trim() || null };
  const call = { userId: requireAccountId(actor), scope: 'till guest', key, body: guest };
  const id = await services.engine.transaction((tx) =>
    once(tx, call, () => guestAccount({ services, tx, actor }, guest)),
  );
  return readCustomer(services, actor, id);
}

/** No one could spend it. */
export async function refuseGuestBalance(services: CommandServices, id: number): Promise<void> {
  if (!(await isGuestAccount(services, id))) return;
  throw problem(409, 'till.guest-balance', 'Not possible', 'People without an account have no balance.');
}

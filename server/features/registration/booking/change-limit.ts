import type { Actor } from '../../../../domain/declarations/actor.ts';
import { tooMany } from '../../../platform/problem.ts';
import type { RateLimit } from '../../../platform/rate-limits.ts';
import type { Needs } from '../../../services.ts';
import { requireAccountId } from '../../accounts/authentication.ts';

/** Hundreds of people sign up in a second, so the first changes of each cause no statement of their own. */
const CHANGES: Omit<RateLimit, 'perClient'> = { name: 'ticket-changes', seconds: 3600, unrecorded: 5 };

/** Makes a person's change to their own tickets, within their limit per hour. Refused changes do not count. */
export async function limitOwnChange<T>(
  services: Needs<'limits' | 'systemSettings'>,
  actor: Actor,
  change: () => Promise<T>,
): Promise<T> {
  const { limits, systemSettings } = services;
  const perClient = systemSettings.value('limits.ticketChangesPerHour');
  const limit = { ...CHANGES, perClient };
  const client = `account ${requireAccountId(actor)}`;
  const wait = await limits.use(limit, client);
  if (wait !== null)
    throw tooMany(
      'events.too-many-changes',
      'Too many changes',
      `You have signed up or canceled ${perClient} times within an hour. Try again later, or ask the staff to make the change.`,
      wait,
    );
  try {
    return await change();
  } catch (error) {
    limits.giveBack(limit, client);
    throw error;
  }
}

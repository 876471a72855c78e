import type { Tx } from '../../../platform/database.ts';
import type { Services } from '../../../services.ts';
import type { OpenInstance } from '../tickets/instance.ts';
import { clashesOfPeople } from './clashes.ts';
import { missingPrerequisitesOf } from './prerequisites.ts';

/** A session whose free seats are offered at `now` (epoch milliseconds). */
interface Offering {
  services: Services;
  tx: Tx;
  instance: OpenInstance;
  now: number;
}

/**
 * Returns those of the people who cannot be offered a seat. It runs while the session is locked, for all waitlisted people together, so
 * the number of its statements must not depend on how many they are.
 */
type Rule = (offering: Offering, userIds: readonly number[]) => Promise<ReadonlySet<number>>;

/** A seat is offered to people whom no rule excludes. Each rule is given those whom the rules before it have left. */
const RULES: readonly Rule[] = [lackingPrerequisites, attendingAnotherSession];

/** Those of the people who can be offered a seat of the session. */
export async function eligibleForOffer(offering: Offering, userIds: readonly number[]): Promise<Set<number>> {
  let eligible = [...userIds];
  for (const rule of RULES) {
    if (eligible.length === 0) break;
    const excluded = await rule(offering, eligible);
    eligible = eligible.filter((userId) => !excluded.has(userId));
  }
  return new Set(eligible);
}

async function lackingPrerequisites(
  { services, tx, instance, now }: Offering,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  return new Set((await missingPrerequisitesOf(services, tx, instance.eventId, userIds, now)).keys());
}

/** A session at the same time at which they have a seat. */
async function attendingAnotherSession(
  { services, tx, instance }: Offering,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  return new Set((await clashesOfPeople(services, tx, instance, userIds)).keys());
}

import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';
import { actorsOfAccounts } from '../accounts/held-roles.ts';
import type { OpenInstance } from '../sessions/instance.ts';
import { findAdmitted, type Caller } from './admission.ts';
import { conflictsByPerson } from './conflicts.ts';
import { prerequisiteStates, type BookedPrerequisite, type MissingPrerequisite } from './prerequisites.ts';
import { noShowBlocks, type NoShowBlock } from './no-show-block.ts';
import { peopleWhoAgreed } from './terms.ts';

/** A session whose seats are given at `now` (epoch milliseconds). */
interface Offering {
  services: Needs<'clock' | 'model'>;
  tx: Tx;
  instance: OpenInstance;
  now: number;
}

type Person = Caller & { userId: number };

/** What decides whether people can have a ticket of a session, by account id. */
export interface AdmissionFacts {
  /** They can see the session, or hold a link to it. */
  admitted: ReadonlySet<number>;
  missing: ReadonlyMap<number, readonly MissingPrerequisite[]>;
  /** Prerequisites that only bookings meet; not of people who lack others. */
  booked: ReadonlyMap<number, readonly BookedPrerequisite[]>;
  /** Of people who missed or canceled too many sessions. */
  blocks: ReadonlyMap<number, NoShowBlock>;
  /** They confirmed the current terms and the minimum age. */
  agreed: ReadonlySet<number>;
}

/**
 * The admission rules of people who sign up themselves, the same when they sign up and when they are offered a seat. It runs while the
 * session is locked, for all people together: the number of its statements must not depend on how many they are.
 */
export async function admissionFacts(
  { services, tx, instance, now }: Offering,
  people: readonly Person[],
): Promise<AdmissionFacts> {
  const userIds = people.map(({ userId }) => userId);
  const states = [...(await prerequisiteStates(services, tx, instance, userIds, { now }))];
  const lacking = states.filter(([, { missing }]) => missing.length > 0);
  const conditional = states.filter(([, { missing }]) => missing.length === 0);
  return {
    admitted: await findAdmitted(tx, instance, people),
    missing: new Map(lacking.map(([userId, { missing }]) => [userId, missing])),
    booked: new Map(conditional.map(([userId, { booked }]) => [userId, booked])),
    blocks: await noShowBlocks(services, tx, instance, userIds, now),
    agreed: await peopleWhoAgreed(tx, instance, userIds),
  };
}

function isAdmissible({ admitted, missing, blocks, agreed }: AdmissionFacts, userId: number): boolean {
  return admitted.has(userId) && !missing.has(userId) && !blocks.has(userId) && agreed.has(userId);
}

/**
 * The waitlisted people who can be offered a seat, with the prerequisites that only bookings meet. For people added by
 * staff only prerequisites hold, as when they were added. A seat in another session of an event with one seat per
 * person is no obstacle: accepting the offer gives it up (`acceptOffer`).
 */
export async function eligibleForOffer(
  offering: Offering,
  userIds: readonly number[],
): Promise<Map<number, readonly BookedPrerequisite[]>> {
  if (userIds.length === 0) return new Map();
  const { services, tx, instance } = offering;
  const people = await waitlistedPeople(offering, userIds);
  const facts = await admissionFacts(offering, people);
  const candidates = people
    .filter(({ userId, isAdded }) => (isAdded ? !facts.missing.has(userId) : isAdmissible(facts, userId)))
    .map(({ userId }) => userId);
  if (candidates.length === 0) return new Map();
  const conflicts = await conflictsByPerson(services, tx, instance, candidates);
  return new Map(
    candidates.filter((userId) => !conflicts.has(userId)).map((userId) => [userId, facts.booked.get(userId) ?? []]),
  );
}

/** Those whose accounts are open, as they may act now. `isAdded`: by staff. */
async function waitlistedPeople(
  { services, tx, instance }: Offering,
  userIds: readonly number[],
): Promise<(Person & { isAdded: boolean })[]> {
  const actors = await actorsOfAccounts(services, tx, userIds);
  const tickets = await tx
    .selectFrom('tickets')
    .select(['userId', 'source', 'isInvited'])
    .where('instanceId', '=', instance.id)
    .where('status', '=', 'waitlisted')
    .where('userId', '=', sql<number>`any(${userIds}::bigint[])`)
    .execute();
  return tickets.flatMap(({ userId, source, isInvited }) => {
    const actor = actors.get(userId);
    if (actor === undefined) return [];
    // Tickets older than the column: these people were admitted somehow.
    return [{ userId, actor, isInvited: isInvited !== false, isAdded: source !== 'web' && source !== 'kiosk' }];
  });
}

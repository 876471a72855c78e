import { forEachSettled } from '../../../platform/for-each-settled.ts';
import { ProblemError } from '../../../platform/problem.ts';
import type { CommandServices } from '../../../services.ts';
import { inLockedSession } from '../seats/session-queue.ts';
import { reviewConditions } from './review-conditions.ts';
import { expireHoldsAndOfferSeats } from '../seats/expire-and-offer.ts';

/** Nothing happens for a deleted instance. */
export async function expireAndOfferIn(services: CommandServices, instanceId: number): Promise<void> {
  await inLockedSession(services, instanceId, expireHoldsAndOfferSeats).catch((error: unknown) => {
    if (!(error instanceof ProblemError) || error.problem.status !== 404) throw error;
  });
}

/**
 * Ends waitlists of sessions that have begun, and offers free seats to waitlisted people who have become eligible
 * without a change of the session.
 */
export async function expireAndOfferEverywhere(services: CommandServices): Promise<void> {
  await forEachSettled([reviewConditions, expireAndOfferWhereNeeded], (work) => work(services));
}

async function expireAndOfferWhereNeeded(services: CommandServices): Promise<void> {
  const { db, clock } = services;
  const found = await db
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .select('t.instanceId')
    .distinct()
    .where('t.status', '=', 'waitlisted')
    .where(({ eb, fn, or, ref, val }) =>
      or([eb('i.startsAt', '<=', clock.instant()), eb(fn.coalesce('i.confirmed', val(0)), '<', ref('i.capacity'))]),
    )
    .execute();
  await forEachSettled(found, ({ instanceId }) => expireAndOfferIn(services, instanceId));
}

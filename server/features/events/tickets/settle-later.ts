import { eachDespiteFailures } from '../../../platform/each-despite-failures.ts';
import { ProblemError } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { atDesk } from './desk-queue.ts';
import { reviewConditions } from './review-conditions.ts';
import { settle } from './settle.ts';

/** A seat that was not paid or accepted in time becomes free. Nothing to do for an instance that is gone. */
export async function settleInstance(services: Services, instanceId: number): Promise<void> {
  await atDesk(services, instanceId, settle).catch((error: unknown) => {
    if (!(error instanceof ProblemError) || error.problem.status !== 404) throw error;
  });
}

/**
 * Whoever still waits when a session begins, waits no more. And a seat that was free while somebody who waits could not come is offered to
 * them once they can: it is nobody's change of the session when they do.
 */
export async function settleWaiting(services: Services): Promise<void> {
  await eachDespiteFailures([reviewConditions, settleSessions], (work) => work(services));
}

async function settleSessions(services: Services): Promise<void> {
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
  await eachDespiteFailures(found, ({ instanceId }) => settleInstance(services, instanceId));
}

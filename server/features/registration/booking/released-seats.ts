import { sql } from 'kysely';
import { EXPECTING } from '../../../../domain/sessions/tickets.ts';
import type { Tx } from '../../../platform/database.ts';
import type { CommandServices } from '../../../services.ts';
import type { AssumedChange } from '../../admission/prerequisite-bookings.ts';
import { readInstance } from '../../sessions/instance.ts';
import { seatsCanceledWith } from './cancelable-seats.ts';
import { reviewTickets } from './review-conditions.ts';

/** Tickets whose holders no longer have the seat: it is canceled or missed, or they move to another session. */
export interface LostSeats {
  ids: readonly number[];
  movedTo?: number;
}

/**
 * The tickets that the review after the loss of these seats releases: their prerequisites are missing then. Includes those that depend on
 * released ones. Reads without locks.
 */
export async function ticketsReleasedWith(
  services: CommandServices,
  tx: Tx,
  { ids, movedTo }: LostSeats,
): Promise<number[]> {
  const released: number[] = [];
  // Each person is reviewed alone, as by the job.
  for (const [userId, own] of await holdersOfDependentSeats(services, tx, ids)) {
    const lost = new Set(own);
    const moved = movedTo === undefined ? {} : { moved: { ids: own, toInstanceId: movedTo } };
    const next = () => releasedNext({ services, tx, moved }, userId, lost);
    for (let found = await next(); found.length > 0; found = await next()) {
      for (const id of found) lost.add(id);
      released.push(...found);
    }
  }
  return released;
}

async function releasedNext(
  { services, tx, moved }: { services: CommandServices; tx: Tx; moved: Pick<AssumedChange, 'moved'> },
  userId: number,
  lost: ReadonlySet<number>,
): Promise<number[]> {
  const assumed = { ...moved, without: [...lost] };
  const released = new Set<number>();
  for (const { instanceId } of await dependentSeats(services, tx, [userId]).execute()) {
    const instance = await readInstance(services, tx, instanceId);
    for (const { ticket, missing } of await reviewTickets(services, tx, instance, { userId }, assumed)) {
      if (missing.length === 0 || lost.has(ticket.id)) continue;
      const seats = await seatsCanceledWith(services, tx, ticket.id, 'system', { isPrerequisiteUnmet: true });
      if (seats.includes(ticket.id)) for (const id of seats) if (!lost.has(id)) released.add(id);
    }
  }
  return [...released];
}

/** By person, those of the tickets that are lost. */
async function holdersOfDependentSeats(
  services: CommandServices,
  tx: Tx,
  lost: readonly number[],
): Promise<Map<number, number[]>> {
  const tickets = await tx
    .selectFrom('tickets')
    .select(['id', 'userId'])
    .where('id', '=', sql<number>`any(${lost}::bigint[])`)
    .execute();
  const dependent = await dependentSeats(
    services,
    tx,
    tickets.map(({ userId }) => userId),
  ).execute();
  const holders = new Set(dependent.map(({ userId }) => userId));
  const byHolder = Map.groupBy(
    tickets.filter(({ userId }) => holders.has(userId)),
    ({ userId }) => userId,
  );
  return new Map([...byHolder].map(([userId, own]) => [userId, own.map(({ id }) => id)]));
}

function dependentSeats({ clock }: CommandServices, tx: Tx, userIds: readonly number[]) {
  return tx
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .select(['t.userId', 't.instanceId'])
    .where('t.userId', '=', sql<number>`any(${userIds}::bigint[])`)
    .where('t.bookedPrerequisiteIds', 'is not', null)
    .where('t.status', 'in', EXPECTING)
    .where('i.startsAt', '>', clock.instant())
    .orderBy('t.instanceId');
}

import { sql } from 'kysely';
import { columnRefs, PREPARED } from '../../../platform/database.ts';
import { clashesOf } from '../admission/clashes.ts';
import { BY_SYSTEM, type Desk, type Ticket } from './desk.ts';
import { missingPrerequisites } from '../admission/prerequisites.ts';

const OWN = columnRefs('tickets', 'own');
const O = columnRefs('tickets', 'o');
const I = columnRefs('instances', 'i');

/**
 * What follows from a change of an instance or its tickets, in the same transaction: seats whose time is over become free, and free ones
 * are offered to those who have waited longest. Whoever lacks a prerequisite by now, or is somewhere else at that time, is passed over and
 * keeps their place.
 */
export async function settle(desk: Desk): Promise<void> {
  await endOverdue(desk);
  await offerSeats(desk);
}

/** What is over by now takes no seat, whenever the job comes. */
async function endOverdue(desk: Desk): Promise<void> {
  for (const ticket of await desk.overdue()) {
    const transition = desk.transition(ticket, 'system', 'cancelled');
    if (transition !== null) await desk.move(ticket, transition, BY_SYSTEM);
  }
}

async function offerSeats(desk: Desk): Promise<void> {
  if (desk.instance.waiting === 0 || desk.instance.taken >= desk.instance.capacity) return;
  await oneOfClashing(desk);
  for (const ticket of await desk.queue()) {
    const transition = desk.transition(ticket, 'system', 'offered');
    if (transition === null) return;
    if (await mayCome(desk, ticket)) await desk.move(ticket, transition, BY_SYSTEM);
  }
}

/**
 * While somebody who waits here also waits for a session at the same time: of two such sessions in which seats become free at once, the
 * second sees what the first has offered. All of them wait for one lock, which whoever has it never holds while waiting for another session.
 */
async function oneOfClashing({ tx, instance }: Desk): Promise<void> {
  const [startsAt, endsAt] = [instance.startsAt, instance.endsAt].map((at) => new Date(at).toISOString());
  await sql`${PREPARED}
    select pg_advisory_xact_lock(hashtextextended('offers', 0)) where exists (
      select from "tickets" own join "tickets" o on ${O.userId} = ${OWN.userId} and ${O.instanceId} <> ${OWN.instanceId}
        join "instances" i on ${I.id} = ${O.instanceId}
      where ${OWN.instanceId} = ${instance.id} and ${OWN.status} = 'waitlisted' and ${O.status} = 'waitlisted'
        and ${I.startsAt} < ${endsAt} and ${I.endsAt} > ${startsAt})`.execute(tx);
}

async function mayCome({ services, tx, instance, now }: Desk, { userId }: Ticket): Promise<boolean> {
  if ((await missingPrerequisites(services, tx, instance.eventId, userId, now)).length > 0) return false;
  return (await clashesOf(services, tx, instance, userId)).length === 0;
}

import { sql } from 'kysely';
import { SYSTEM } from '../../../../domain/declarations/actor.ts';
import { columnRefs, PREPARED } from '../../../platform/database.ts';
import { takeLock } from '../../../platform/locks.ts';
import { eligibleForOffer } from '../../admission/eligibility.ts';
import { conditionValues, ticketCondition } from '../../admission/seat-conditions.ts';
import { extendedDeadline } from './hold-deadline.ts';
import type { LockedSession, Ticket } from './locked-session.ts';
import { BY_SYSTEM } from './ticket-change.ts';
import { ticketNotice } from './ticket-notice.ts';

/**
 * Extends a hold or an offer that would expire while the place is closed, as by special hours that were entered after it was made, and
 * notifies its holder. Returns whether it did.
 */
async function extendHold(locked: LockedSession, ticket: Ticket): Promise<boolean> {
  const { services, tx, instance, now } = locked;
  if (ticket.holdExpiresAt === null || now >= instance.startsAt) return false;
  const until = await extendedDeadline(services, tx, instance, Date.parse(ticket.holdExpiresAt));
  const holdExpiresAt = new Date(Math.min(until, instance.holdsEndAt)).toISOString();
  if (Date.parse(holdExpiresAt) <= now) return false;
  const after = await services.engine.update(SYSTEM, 'tickets', ticket.id, { holdExpiresAt }, { tx, command: true });
  await locked.expiry.endAt(holdExpiresAt);
  const event = services.model.tickets.transitions.find(({ to, notice }) => to === after.status && notice)?.notice;
  if (event === undefined) return true;
  const { dates } = await locked.notices.readEntry();
  const condition = await ticketCondition(locked, after);
  const payment = after.status === 'held' ? await locked.payment() : null;
  locked.notices.add(ticketNotice(instance, { ticket: after, event, actorId: null, condition, payment }, dates, []));
  return true;
}

const OWN = columnRefs('tickets', 'own');
const O = columnRefs('tickets', 'o');
const I = columnRefs('instances', 'i');

/**
 * Follow-up of a change of an instance or its tickets, in the same transaction: expired seats become free, and free
 * ones are offered to the longest waiting people. Ineligible people (admission/eligibility.ts) are skipped and keep
 * their place.
 */
export async function expireHoldsAndOfferSeats(locked: LockedSession): Promise<void> {
  await endOverdue(locked);
  await offerSeats(locked);
}

/** Overdue tickets take no seat, however late the job is. */
async function endOverdue(locked: LockedSession): Promise<void> {
  for (const ticket of await locked.overdue()) {
    if (await extendHold(locked, ticket)) continue;
    const transition = locked.transition(ticket, 'system', 'cancelled');
    if (transition !== null) await locked.move(ticket, transition, BY_SYSTEM);
  }
}

async function offerSeats(locked: LockedSession): Promise<void> {
  const { waiting, taken, capacity } = locked.instance;
  if (waiting === 0 || taken >= capacity) return;
  if (locked.transition({ status: 'waitlisted', holdExpiresAt: null }, 'system', 'offered') === null) return;
  await lockOffers(locked);
  const queue = await locked.queue();
  const userIds = queue.map(({ userId }) => userId);
  const eligible = await eligibleForOffer(locked, userIds);
  const next = queue.filter(({ userId }) => eligible.has(userId)).slice(0, capacity - taken);
  const ticketIds = next.map(({ id }) => id);
  for (const ticket of await locked.lockTickets(ticketIds)) {
    const transition = locked.transition(ticket, 'system', 'offered');
    if (transition === null) return;
    await locked.move(ticket, transition, BY_SYSTEM, conditionValues(eligible.get(ticket.userId)));
  }
}

/**
 * For people who also wait for a concurrent session: of two such sessions with seats that become free simultaneously,
 * the second sees the first one's offers.
 */
async function lockOffers({ tx, instance }: LockedSession): Promise<void> {
  const [startsAt, endsAt] = [instance.startsAt, instance.endsAt].map((at) => new Date(at).toISOString());
  const { rows } = await sql`${PREPARED}
    select where exists (
      select from "tickets" own join "tickets" o on ${O.userId} = ${OWN.userId} and ${O.instanceId} <> ${OWN.instanceId}
        join "instances" i on ${I.id} = ${O.instanceId}
      where ${OWN.instanceId} = ${instance.id} and ${OWN.status} = 'waitlisted' and ${O.status} = 'waitlisted'
        and ${I.startsAt} < ${endsAt} and ${I.endsAt} > ${startsAt})`.execute(tx);
  if (rows.length > 0) await takeLock(tx, 'offers');
}

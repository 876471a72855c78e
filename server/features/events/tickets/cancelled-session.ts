import { EXPECTING } from '../../../../domain/tickets.ts';
import { isSeat, otherTickets } from '../admission/other-tickets.ts';
import { BY_SYSTEM, type Desk, type Ticket } from './desk.ts';

/** Whoever has or waits for a seat of a session that is cancelled has it no more, and is told. */
export async function cancelAll(desk: Desk): Promise<void> {
  for (const ticket of await desk.tickets(EXPECTING)) {
    const transition = desk.transition(ticket, 'system', 'cancelled');
    const cancelledFrom = EXPECTING.find((status) => status === ticket.status) ?? null;
    const by = { ...BY_SYSTEM, reason: 'The session is cancelled.' };
    if (transition !== null) await desk.move(ticket, transition, by, { cancelledFrom });
  }
}

/**
 * A session that was cancelled takes place after all: whoever had a seat has it again and whoever waited waits again, each in their place,
 * and is told. Where there are fewer seats by now, who came last waits. What was cancelled for another reason stays so.
 */
export async function restoreAll(desk: Desk): Promise<void> {
  const cancelled = await cancelledWithIt(desk);
  const elsewhere = await otherTickets(desk.services, desk.tx, desk.instance, cancelled.map(userIdOf));
  const hasSeat = ({ userId }: Ticket): boolean => (elsewhere.get(userId) ?? []).some(({ status }) => isSeat(status));
  // With one seat per person, who has taken another seat meanwhile keeps that one.
  const tickets = desk.instance.oneSeatPerPerson ? cancelled.filter((ticket) => !hasSeat(ticket)) : cancelled;
  const seated = tickets.filter(({ cancelledFrom }) => cancelledFrom !== 'waitlisted');
  const waited = tickets.filter(({ cancelledFrom }) => cancelledFrom === 'waitlisted');
  for (const ticket of [...seated, ...waited.toSorted(byWaiting)]) {
    const given = { isInstanceBack: true };
    const transition =
      desk.transition(ticket, 'system', ticket.cancelledFrom ?? undefined, given) ??
      desk.transition(ticket, 'system', 'waitlisted', given);
    if (transition === null) continue;
    // Who has not waited before has done so for as long as they have the ticket.
    const since = transition.to === 'waitlisted' ? { waitingSince: ticket.waitingSince ?? ticket.createdAt } : {};
    await desk.move(ticket, transition, BY_SYSTEM, { cancelledFrom: null, reason: null, ...since });
  }
}

/** Of people whose accounts are open, and who have no other ticket by now. */
async function cancelledWithIt({ services, tx, instance }: Desk): Promise<Ticket[]> {
  const rows = await tx
    .selectFrom('tickets as t')
    .innerJoin('users as u', 'u.id', 't.userId')
    .select('t.id')
    .where('t.instanceId', '=', instance.id)
    .where('t.status', '=', 'cancelled')
    .where('t.cancelledFrom', 'is not', null)
    .where('u.active', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tickets as other')
            .select('other.id')
            .whereRef('other.instanceId', '=', 't.instanceId')
            .whereRef('other.userId', '=', 't.userId')
            .where('other.status', '!=', 'cancelled'),
        ),
      ),
    )
    .execute();
  return services.engine.lock(
    tx,
    'tickets',
    rows.map(({ id }) => id),
  );
}

function userIdOf({ userId }: Ticket): number {
  return userId;
}

function byWaiting(a: Ticket, b: Ticket): number {
  return (a.waitingSince ?? '').localeCompare(b.waitingSince ?? '') || a.id - b.id;
}

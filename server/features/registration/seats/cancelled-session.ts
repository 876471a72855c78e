import type { Actor } from '../../../../domain/declarations/actor.ts';
import { EXPECTING } from '../../../../domain/sessions/tickets.ts';
import { formatMoney } from '../../../../domain/values/formats.ts';
import { cancelRefundsOf } from '../../payments/payables.ts';
import { sumCents } from '../../payments/refund-parts.ts';
import { seenRefunds } from '../../sessions/session-change.ts';
import { isSeat, otherTickets } from './other-tickets.ts';
import type { LockedSession, Ticket } from './locked-session.ts';
import { seatRefunds } from './seat-refunds.ts';
import { BY_SYSTEM } from './ticket-change.ts';

/** Why a person cannot cancel the session: they have not seen what is refunded. Null: they can. */
export async function unseenRefund(locked: LockedSession, { system }: Actor): Promise<string | null> {
  if (system === true || seenRefunds(locked.tx).isSeen) return null;
  const refunds = await cancelRefundsOf(locked.services, 'instances')?.(locked.tx, [locked.instance.id]);
  const paid = sumCents(refunds?.things ?? []);
  if (paid === 0) return null;
  return `This would refund ${formatMoney(paid)}. Use “Cancel session” instead, which shows what is refunded.`;
}

/** `whenBefore`: time and place of the session before the change. What was paid is refunded: a restored seat has to be paid again. */
export async function cancelAll(locked: LockedSession, whenBefore: string): Promise<void> {
  for (const ticket of await locked.tickets(EXPECTING)) {
    const transition = locked.transition(ticket, 'system', 'cancelled');
    const isRefunded = ticket.status === 'confirmed' && (await seatRefunds(locked.tx, [ticket.id])).length > 0;
    const cancelledFrom = isRefunded ? 'held' : (EXPECTING.find((status) => status === ticket.status) ?? null);
    const by = { ...BY_SYSTEM, whenBefore, reason: 'The session is canceled.' };
    if (transition !== null) await locked.move(ticket, transition, by, { cancelledFrom });
  }
}

/**
 * Restores a canceled session's seats and waitlist, in their order, and notifies their holders. With fewer seats than
 * before, the last go to the waitlist. Tickets cancelled for another reason remain so.
 */
export async function restoreAll(locked: LockedSession, whenBefore: string): Promise<void> {
  const cancelled = await cancelledWithIt(locked);
  const elsewhere = await otherTickets(locked.services, locked.tx, locked.instance, cancelled.map(holderId));
  const hasSeat = ({ userId }: Ticket): boolean => (elsewhere.get(userId) ?? []).some(({ status }) => isSeat(status));
  // With one seat per person, a seat taken in the meantime is preferred.
  const tickets = locked.instance.oneSeatPerPerson ? cancelled.filter((ticket) => !hasSeat(ticket)) : cancelled;
  const seated = tickets.filter(({ cancelledFrom }) => cancelledFrom !== 'waitlisted');
  const waited = tickets.filter(({ cancelledFrom }) => cancelledFrom === 'waitlisted');
  for (const ticket of [...seated, ...waited.toSorted(byWaiting)]) {
    const given = { isInstanceBack: true };
    const transition =
      locked.transition(ticket, 'system', ticket.cancelledFrom ?? undefined, given) ??
      locked.transition(ticket, 'system', 'waitlisted', given);
    if (transition === null) continue;
    // Without an earlier wait, the ticket's age counts.
    const since = transition.to === 'waitlisted' ? { waitingSince: ticket.waitingSince ?? ticket.createdAt } : {};
    await locked.move(
      ticket,
      transition,
      { ...BY_SYSTEM, whenBefore },
      { cancelledFrom: null, reason: null, ...since },
    );
  }
}

/** People with open accounts and without another ticket. */
async function cancelledWithIt({ services, tx, instance }: LockedSession): Promise<Ticket[]> {
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

function holderId({ userId }: Ticket): number {
  return userId;
}

function byWaiting(a: Ticket, b: Ticket): number {
  return (a.waitingSince ?? '').localeCompare(b.waitingSince ?? '') || a.id - b.id;
}

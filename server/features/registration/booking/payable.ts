import { EXPECTING, type TicketStatus } from '../../../../domain/sessions/tickets.ts';
import type { Tx } from '../../../platform/database.ts';
import { problem } from '../../../platform/problem.ts';
import type { CommandServices } from '../../../services.ts';
import {
  registerCancelRefunds,
  registerPayable,
  type CanceledRefunds,
  type PayableLine,
  type PayableState,
} from '../../payments/payables.ts';
import { lockInstance, type OpenInstance } from '../../sessions/instance.ts';
import { formatMoment } from '../../sessions/listing/date-text.ts';
import { ownSeatRefund } from './own-refund.ts';
import { refundsWithReleased, releasedNotes } from './released-refunds.ts';
import { seatRefunds, seatSources } from '../seats/seat-refunds.ts';
import { sessionsBookedWith } from './series-booking.ts';
import type { Ticket } from '../seats/locked-session.ts';
import { withLockedSessions } from '../seats/session-view.ts';
import { BY_SYSTEM } from '../seats/ticket-change.ts';

/** Held seats are paid by their time to pay. The seats of a series that is booked as a whole are paid together. */
export function registerTicketPayable(services: CommandServices): void {
  registerPayable(services, {
    endpoint: 'ticket',
    resource: 'tickets',
    waitingFor: async (db, userId) => {
      const rows = await db
        .selectFrom('tickets')
        .select('id')
        .where('userId', '=', userId)
        .where('status', '=', 'held')
        .where('priceCents', 'is not', null)
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id);
    },
    load: (tx, id) => payableTicket(services, tx, id),
    paid: (tx, _actor, id) => confirmPaid(services, tx, id),
    chargedAs: seatSources,
    shareOf: seatRefunds,
    ownRefund: (tx, _actor, id) => ownSeatRefund(services, tx, id),
  });
  registerCancelRefunds(services, 'instances', (tx, ids) => sessionRefunds(services, tx, ids));
}

/** Everyone who has paid for a session that is canceled gets it back, and what was paid for seats that are released with it. */
async function sessionRefunds(
  services: CommandServices,
  tx: Tx,
  instanceIds: readonly number[],
): Promise<CanceledRefunds> {
  const tickets = await tx
    .selectFrom('tickets')
    .select('id')
    .where('instanceId', 'in', [0, ...instanceIds])
    .where('status', 'in', [...EXPECTING])
    .execute();
  const ids = tickets.map(({ id }) => id);
  const refunds = await refundsWithReleased(services, tx, { ids });
  return { endpoint: 'ticket', things: refunds.things, notes: releasedNotes(refunds) };
}

interface LockedTickets {
  ticket: Ticket;
  /** With the other seats of the series, by id. */
  tickets: Ticket[];
  instances: Map<number, OpenInstance>;
}

async function payableTicket(services: CommandServices, tx: Tx, id: number): Promise<PayableState | null> {
  const locked = await lockTickets(services, tx, id);
  if (locked === null) return null;
  const { ticket, tickets, instances } = locked;
  const held = tickets.filter(({ status, priceCents }) => status === 'held' && priceCents !== null);
  const own = instances.get(ticket.instanceId);
  const reason =
    ticket.status === 'held' ? undefined : (REASONS[ticket.status] ?? 'This seat is not waiting for a payment.');
  return {
    sourceId: tickets[0]?.id ?? id,
    ownerId: ticket.userId,
    title: own?.title ?? '',
    path: `/signup/details/${ticket.instanceId}`,
    lines: held.map((one) => priceLine(one, instances.get(one.instanceId))),
    ...(reason === undefined && held.length > 0 ? { state: 'due' } : { state: 'notDue', ...(reason && { reason }) }),
    ...(ticket.status === 'held' && ticket.holdExpiresAt !== null ? { expiresAt: ticket.holdExpiresAt } : {}),
  };
}

const REASONS: Partial<Record<TicketStatus, string>> = {
  confirmed: 'This seat is confirmed.',
  cancelled: 'This seat was released.',
  offered: 'Accept the seat before you pay for it.',
  waitlisted: 'You are on the waitlist. Nothing is due yet.',
};

function priceLine({ priceCents }: Ticket, instance: OpenInstance | undefined): PayableLine {
  if (!instance) throw new Error('The session of a ticket is locked with it.');
  const { title, startsAt, timezone, eventId } = instance;
  const label = `${title}, ${formatMoment(startsAt, timezone)}`;
  return { label, amountCents: priceCents ?? 0, category: { eventId } };
}

/** All sessions in the order of their ids, then the tickets of the person in them. */
async function lockTickets(services: CommandServices, tx: Tx, id: number): Promise<LockedTickets | null> {
  const known = await tx.selectFrom('tickets').select(['instanceId', 'userId']).where('id', '=', id).executeTakeFirst();
  if (!known) return null;
  const instances = new Map<number, OpenInstance>();
  const ids = await sessionsBookedWith(tx, [known.instanceId]);
  for (const instanceId of ids) instances.set(instanceId, await lockInstance(services, tx, instanceId));
  const rows = await tx
    .selectFrom('tickets')
    .select('id')
    .where('userId', '=', known.userId)
    .where('instanceId', 'in', ids)
    .where(({ eb, or }) => or([eb('id', '=', id), eb('activeFor', 'is not', null)]))
    .execute();
  const tickets = await services.engine.lock(
    tx,
    'tickets',
    rows.map((row) => row.id),
  );
  const ticket = tickets.find((one) => one.id === id);
  return ticket ? { ticket, tickets, instances } : null;
}

async function confirmPaid(services: CommandServices, tx: Tx, id: number): Promise<void> {
  const locked = await lockTickets(services, tx, id);
  if (locked === null) return;
  const held = locked.tickets.filter(({ status }) => status === 'held');
  const ids = [...locked.instances.keys()];
  await withLockedSessions(services, tx, ids, async (sessions) => {
    for (const session of sessions) {
      const ticket = held.find(({ instanceId }) => instanceId === session.instance.id);
      if (!ticket) continue;
      const transition = session.transition(ticket, 'system', 'confirmed');
      if (transition === null) throw notConfirmable();
      await session.move(ticket, transition, BY_SYSTEM);
    }
  });
}

function notConfirmable() {
  return problem(409, 'payment.not-possible', 'Not possible', 'This seat can no longer be paid for.');
}

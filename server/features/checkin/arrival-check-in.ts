import type { Actor } from '../../../domain/declarations/actor.ts';
import type { EventAtTap } from '../../../domain/calls/taps.ts';
import { isAttended } from '../../../domain/sessions/door.ts';
import type { TicketStatus } from '../../../domain/sessions/tickets.ts';
import type { Tx } from '../../platform/database.ts';
import { localText } from '../../platform/zone-years.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { activeTicket } from '../registration/seats/active-ticket.ts';
import { withLockedSession } from '../registration/seats/locked-session.ts';
import { DOORS_OPEN_BEFORE } from '../sessions/instance.ts';
import { checkInTicket, type TicketCheckIn } from './check-in-ticket.ts';

export interface Arrival {
  userId: number;
  locationId: number;
  /** Epoch milliseconds. */
  at: number;
}

interface OpenTicket {
  instanceId: number;
  status: TicketStatus;
  title: string;
  startsAt: string;
  timezone: string | null;
}

/**
 * Checks a person who arrives at a location in to their session there whose doors are open at that moment; null where there is none. Locks
 * the session. Repeatable: a person who is checked in already remains so.
 */
export async function checkInOnArrival(
  services: CommandServices,
  tx: Tx,
  actor: Actor,
  arrival: Arrival,
): Promise<EventAtTap | null> {
  const tickets = await ticketsAt(tx, arrival);
  const rank = ({ status }: OpenTicket): number => (status === 'confirmed' ? 0 : isAttended(status) ? 1 : 2);
  const [ticket] = tickets.toSorted((a, b) => rank(a) - rank(b));
  if (ticket === undefined) return null;
  const { outcome, words } = isAttended(ticket.status)
    ? { outcome: 'already', words: 'You are checked in.' }
    : await checkIn(services, tx, actor, ticket.instanceId, arrival);
  const zone = ticket.timezone ?? services.model.site.timezone;
  const start = localText(Date.parse(ticket.startsAt), zone);
  return { title: ticket.title, start, isCheckedIn: outcome !== 'refused', words };
}

function checkIn(
  services: CommandServices,
  tx: Tx,
  actor: Actor,
  instanceId: number,
  { userId, at }: Arrival,
): Promise<TicketCheckIn> {
  return withLockedSession(services, tx, instanceId, async (locked) => {
    const ticket = await activeTicket(services, tx, instanceId, userId);
    if (ticket === null) return { outcome: 'refused', words: 'No seat found for this session.' };
    return checkInTicket(locked, ticket, actor, at);
  });
}

function ticketsAt(tx: Needs<'db'>['db'], { userId, locationId, at }: Arrival): Promise<OpenTicket[]> {
  return tx
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .innerJoin('events as e', 'e.id', 'i.eventId')
    .leftJoin('locations as l', 'l.id', 'i.locationId')
    .select(['t.instanceId', 't.status', 'e.title', 'i.startsAt', 'l.timezone'])
    .where('t.userId', '=', userId)
    .where('t.status', 'not in', ['cancelled', 'noShow'])
    .where('i.locationId', '=', locationId)
    .where('i.status', 'in', ['published', 'done'])
    .where('i.startsAt', '<=', new Date(at + DOORS_OPEN_BEFORE).toISOString())
    .where('i.endsAt', '>', new Date(at).toISOString())
    .orderBy('i.startsAt')
    .orderBy('t.id')
    .execute();
}

import { MAX_ROWS } from '../../../domain/declarations/list-query.ts';
import { ticketTransition } from '../../../domain/sessions/tickets.ts';
import type { CommandServices } from '../../services.ts';
import type { LostSeats } from '../registration/booking/released-seats.ts';
import { ticketFacts } from '../sessions/instance.ts';
import { formatMoment } from '../sessions/listing/date-text.ts';
import { sessionRow, sessionRows } from '../sessions/listing/public-session.ts';
import { notPossible } from '../sessions/refusals.ts';
import { lostSeatsEffect, lostSeatsNotes } from './lost-seat-refunds.ts';
import { moveTicket } from './move.ts';
import {
  REASON,
  idsOf,
  reasonIn,
  refusalsOf,
  targetId,
  ticketCommand,
  withTickets,
  type TicketRows,
} from './ticket-command-parts.ts';

const MOST_TARGETS = 50;
const NOT_PAID = 'This ticket is not paid. Mark it as paid before you move it.';
const NO_OTHER = 'No other session of this event has seats left.';
const SEVERAL_EVENTS = 'These tickets belong to different events. Select tickets of one event.';

/** Moves people to another session of the event. Its result: the ids of their tickets there. */
export function addMoveCommand(services: CommandServices): void {
  services.engine.command('tickets.move', {
    ...ticketCommand(services),
    inputs: {
      required: ['toInstanceId'],
      properties: {
        toInstanceId: { type: 'integer', title: 'Session' },
        reason: { ...REASON, description: 'Required if others are waiting for that session.' },
      },
    },
    planned: ['toInstanceId'],
    effect: async (call) => {
      const lost = movedSeats(call);
      return lost && lostSeatsEffect(services, call, lost);
    },
    notes: async (call) => {
      const lost = movedSeats(call);
      return lost ? lostSeatsNotes(services, call, lost, 'the previous one') : [];
    },
    refusals: async (call) => {
      const open = await findOpenSessions(services, call);
      return refusalsOf(services, call, (ticket, instance, now) => {
        const facts = ticketFacts(instance, now, ticket.holdExpiresAt);
        if (ticketTransition(services.model.tickets, ticket.status, 'correction', facts, 'cancelled') === null)
          return ticket.status === 'held' ? NOT_PAID : 'The status of this ticket does not allow this.';
        return open.some((one) => one.eventId === instance.eventId && one.id !== instance.id) ? null : NO_OTHER;
      });
    },
    inputsFor: async (call) => {
      const open = await findOpenSessions(services, call);
      if (new Set(open.map(({ eventId }) => eventId)).size > 1) throw notPossible(SEVERAL_EVENTS);
      const others = open.filter(({ id }) => !call.rows.some(({ instanceId }) => instanceId === id));
      const labels = Object.fromEntries(others.slice(0, MOST_TARGETS).map(({ id, label }) => [id, label]));
      return {
        toInstanceId: { enum: Object.keys(labels).map(Number), 'x-labels': labels },
        reason: { isOptional: true },
      };
    },
    run: async (call) => {
      const given = { actor: call.actor, reason: reasonIn(call) };
      const moved: number[] = [];
      await withTickets(services, call, async ({ locked, ticket, sessions }) => {
        const target = sessions.find(({ instance }) => instance.id === targetId(call.inputs));
        if (target !== undefined) moved.push((await moveTicket(locked, target, ticket.id, given)).id);
      });
      return moved;
    },
  });
}

/** Null before the session is chosen. What was paid for a moved seat is for the new one. */
function movedSeats(call: TicketRows): LostSeats | null {
  const movedTo = targetId(call.inputs);
  return movedTo === null ? null : { ids: idsOf(call), movedTo };
}

/** The sessions of the tickets' events in which there is a seat, by start. */
async function findOpenSessions(services: CommandServices, { tx, rows }: TicketRows) {
  const ids = [...new Set(rows.map(({ instanceId }) => instanceId))];
  if (ids.length === 0) return [];
  const found = await sessionRows(tx)
    .where('i.eventId', 'in', ({ selectFrom }) => selectFrom('instances').select('eventId').where('id', 'in', ids))
    .where('i.status', '=', 'published')
    .where('i.endsAt', '>', services.clock.instant())
    .orderBy('i.startsAt')
    .limit(MAX_ROWS)
    .execute();
  return found.flatMap((row) => {
    const { instance, session } = sessionRow(services, row);
    const { seatsLeft, capacity, waiting, place, timezone } = session;
    if (seatsLeft === 0) return [];
    const facts = [
      formatMoment(instance.startsAt, timezone),
      ...(place === '' ? [] : [place]),
      `${seatsLeft} of ${capacity} seats left`,
      ...(waiting === 0 ? [] : [`${waiting} waiting`]),
    ];
    return [{ id: instance.id, eventId: instance.eventId, label: facts.join(', ') }];
  });
}

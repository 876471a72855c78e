import { paymentPath } from '../../../../domain/payments/paths.ts';
import type { TicketStatus } from '../../../../domain/sessions/tickets.ts';
import type { Tx } from '../../../platform/database.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { CalendarPart, HeldChange, Notice } from '../../messages/notify.ts';
import type { PlacedDate } from '../../sessions/listing/calendar-entry.ts';
import { formatDates } from '../../sessions/listing/date-text.ts';
import { changeNote } from '../../sessions/session-change.ts';
import type { OpenInstance } from '../../sessions/instance.ts';

/** A change of a ticket's status, and the message event that notifies its holder. */
export interface TicketChange {
  ticket: RowOf<'tickets'>;
  event: string;
  /** The account that made it; null: the system. */
  actorId: number | null;
  /** What the seat depends on, in words. */
  condition: string | null;
  /** Where and how to pay for a held seat, in lines. */
  payment?: string | null;
  /** What staff say about the change of the session that this follows from. */
  note?: string | null;
  /** Where it follows from a change of the session that can be undone. */
  held?: HeldChange;
}

/** Of notices about a session, to one attendee. */
export function attendeeTopic(sessionId: number): string {
  return `session-${sessionId}`;
}

/** What an attendee knows about their ticket. `when`: time and place. */
export function ticketState(status: TicketStatus, when: string): string {
  return status === 'cancelled' ? status : `${status} ${when}`;
}

/** Leads to the ticket of a session, which its page opens. */
export function ticketLink(sessionId: number) {
  return { text: 'Show ticket', path: `/signup/details/${sessionId}?ticket` };
}

/** Without the amount: discounts and tax would take a query per attendee when many sign up together. */
function payNow({ id, priceCents }: RowOf<'tickets'>) {
  return priceCents == null ? null : { text: 'Pay now', path: paymentPath('ticket', id) };
}

/** The notice of a ticket's status, with its dates and the changed entries of its holder's calendar. */
export function ticketNotice(
  { id, title, startsAt, timezone, place, waiting, wholeSeriesId }: OpenInstance,
  { ticket, event, actorId, condition, payment = null, note = null, held }: TicketChange,
  dates: readonly PlacedDate[],
  calendar: readonly CalendarPart[],
): Notice {
  const isPending = ticket.status === 'held' || ticket.status === 'offered';
  const pendingUntil = isPending && ticket.holdExpiresAt != null ? Date.parse(ticket.holdExpiresAt) : startsAt;
  return {
    event,
    audience: 'attendee',
    recipients: [ticket.userId],
    actorId,
    zone: timezone,
    about: { resource: 'tickets', id: ticket.id, title, path: null },
    values: {
      event: { text: title, path: `/signup/details/${id}` },
      title,
      startsAt: new Date(startsAt).toISOString(),
      place,
      when: formatDates(dates),
      position: ticket.status === 'waitlisted' ? String(waiting) : null,
      until: ticket.holdExpiresAt,
      price: ticket.priceCents,
      reason: ticket.reason,
      note,
      condition,
      ...(ticket.status === 'held' ? { payment, pay: payNow(ticket) } : {}),
      ...(event === 'ticketOffered'
        ? { answer: { text: 'Accept or decline the seat', path: `/signup/details/${id}` } }
        : {}),
      ...(event === 'ticketConfirmed' ? { ticket: ticketLink(id) } : {}),
    },
    ...(calendar.length === 0 ? {} : { calendar }),
    // A message about a series booked as a whole may name other sessions than the next one.
    ...(wholeSeriesId === null ? { topic: attendeeTopic(id) } : {}),
    ...(held === undefined ? {} : { held }),
    neededBy: Math.min(pendingUntil, startsAt),
  };
}

/** What becomes of the entry in the holder's calendar: a confirmed seat has one. */
export function entryChange(from: TicketStatus | 'none', to: TicketStatus): CalendarPart['method'] | null {
  if (to === 'confirmed') return 'REQUEST';
  return from === 'confirmed' && to === 'cancelled' ? 'CANCEL' : null;
}

interface StateChange {
  from: TicketStatus | 'none';
  to: TicketStatus;
  /** Time and place before the change of the session that it follows from; undefined: it follows from none. */
  whenBefore: string | undefined;
  when: string;
}

/** What makes the notice wait, and what staff say in it, where it follows from a change of the session that can be undone. */
export function heldChange(
  { tx, instance }: { tx: Tx; instance: Pick<OpenInstance, 'id'> },
  { from, to, whenBefore, when }: StateChange,
): Pick<TicketChange, 'held' | 'note'> {
  if (whenBefore === undefined || from === 'none') return {};
  const held = {
    topic: attendeeTopic(instance.id),
    before: ticketState(from, whenBefore),
    after: ticketState(to, when),
  };
  return { held, note: changeNote(tx).text };
}

import { formatInstant, formatLocal } from '../../../domain/values/formats.ts';
import type { OwnSession, OwnTicket } from '../../../domain/calls/tickets.ts';
import type { SessionDetails } from '../../../domain/calls/sessions.ts';
import { priceText } from './session/conditionTexts.ts';
import { isSeat } from './isSeat.ts';
import { bookedTogether } from './session/sessionTexts.ts';

export function visitorText(session: SessionDetails): string {
  switch (session.state) {
    case 'open':
      return 'Log in to take a seat.';
    case 'waitlist':
      return 'All seats are taken. Join the waitlist to be offered the next available seat.';
    case 'full':
      return 'All seats are taken.';
    case 'early':
      return `Sign-up opens ${formatLocal(session.opensAt, 'day')}.`;
    case 'closed':
      return 'Sign-up is closed.';
    case 'begun':
      return 'This session has started.';
    case 'over':
      return 'This session has ended.';
    case 'cancelled':
      return 'This session is canceled.';
  }
}

export function registrationText(session: SessionDetails, own: OwnSession, ticket: OwnTicket | null): string {
  const { outcome, isOneSeat, otherSeats } = own;
  const together = bookedTogether(session);
  if (ticket !== null) return ticketText(session, ticket);
  if (session.state === 'early' || session.state === 'cancelled' || outcome === null) return visitorText(session);
  if (outcome.kind !== 'refused' && outcome.kind !== 'waitlisted' && isOneSeat && otherSeats.some(isSeat))
    return 'You have a seat in another session of this event. You can move it here.';
  switch (outcome.kind) {
    case 'seat':
      return together > 1
        ? `You get a seat in all ${together} sessions right away.`
        : 'Your seat is confirmed right away.';
    case 'held':
      return `Your seat will be held until ${formatInstant(outcome.until, session.timezone, 'day')}. Pay ${priceText(session.feeCents * together)} by then to keep it. ${outcome.payment ?? ''}`;
    case 'waitlisted':
      return `All seats are taken. You would be number ${outcome.position} on the waitlist and get an offer when it is your turn.`;
    case 'refused':
      return outcome.words;
  }
}

function ticketText(session: SessionDetails, { status, until, position, priceCents, payment = '' }: OwnTicket): string {
  const together = bookedTogether(session);
  const by = until === null ? '' : ` until ${formatInstant(until, session.timezone, 'day')}`;
  switch (status) {
    case 'held':
      return `Your seat is held${by}. Pay ${priceText((priceCents ?? session.feeCents) * together)} by then, or it goes to someone else. ${payment}`;
    case 'confirmed':
      return together > 1
        ? `You have a seat in all ${together} sessions. See you there.`
        : 'You have a seat. See you there.';
    case 'waitlisted':
      return `You are number ${position ?? 1} on the waitlist. You will get a message when a seat is available. You then have ${session.offerHours} hours to accept it, or until an hour after the place next opens if that is later.`;
    case 'offered':
      return `A seat is available for you${by}. Accept it by then, or it goes to the next person.`;
    case 'attended':
    case 'late':
      return 'You attended.';
    case 'noShow':
      return 'You had a seat but did not attend.';
    case 'cancelled':
      return '';
  }
}

import type { Actor } from '../../../domain/declarations/actor.ts';
import type { TicketStatus, TicketTransition } from '../../../domain/sessions/tickets.ts';
import { ProblemError } from '../../platform/problem.ts';
import { expireHoldsAndOfferSeats } from '../registration/seats/expire-and-offer.ts';
import type { LockedSession, Ticket } from '../registration/seats/locked-session.ts';
import { doorsOpenAt } from '../sessions/instance.ts';
import { requireTransition } from './mark.ts';

const ASK_STAFF = 'Please ask at the desk.';
/** For people who have not agreed to the terms: others at the screen need not know of it. */
const SEE_STAFF = 'Please see the staff at the desk before you go in. They will check you in.';
const WHY_NOT: Readonly<Partial<Record<TicketStatus, string>>> = {
  held: `Your seat is not paid for yet. ${ASK_STAFF}`,
  waitlisted: `You are on the waitlist. ${ASK_STAFF}`,
  offered: `You have not accepted your offered seat yet. ${ASK_STAFF}`,
};

export interface TicketCheckIn {
  outcome: 'welcome' | 'already' | 'refused';
  words: string;
}

/** Checks in the holder of the ticket, who does it without staff. `at`: when they came, if not now. */
export async function checkInTicket(
  locked: LockedSession,
  ticket: Ticket,
  actor: Actor,
  at?: number,
): Promise<TicketCheckIn> {
  if (ticket.status === 'attended' || ticket.status === 'late')
    return { outcome: 'already', words: 'You are already checked in.' };
  let transition: TicketTransition;
  try {
    transition = await requireTransition(locked, ticket, 'attended', { actor });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const words = error.problem.code === 'events.terms' ? SEE_STAFF : whyNot(locked, ticket);
    return { outcome: 'refused', words };
  }
  await locked.move(ticket, transition, { as: 'staff', actor, ...(at === undefined ? {} : { at }) });
  await expireHoldsAndOfferSeats(locked);
  return { outcome: 'welcome', words: 'You are checked in.' };
}

function whyNot({ instance, now }: LockedSession, { status }: Ticket): string {
  const words = WHY_NOT[status];
  if (words !== undefined) return words;
  if (instance.status === 'cancelled') return 'This session is canceled.';
  return now < doorsOpenAt(instance) ? 'Check-in opens one hour before the session.' : ASK_STAFF;
}

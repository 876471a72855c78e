import type { TicketTransition } from '../../../../domain/tickets.ts';
import type { BookedPrerequisite } from '../admission/prerequisites.ts';
import type { ToldValues } from '../questions/told.ts';
import type { By, Ticket } from './desk.ts';

/** A ticket to be made. */
export interface NewTicket {
  userId: number;
  transition: TicketTransition;
  source: Ticket['source'];
  by: By;
  told?: ToldValues;
  /** Prerequisites that only bookings meet: the ticket depends on them. */
  booked?: readonly BookedPrerequisite[];
  /** Of people who sign up themselves: whether they hold a link to the session. */
  isInvited?: boolean;
}

import { SYSTEM, type Actor } from '../../../../domain/declarations/actor.ts';
import type { TicketActor, TicketTransition } from '../../../../domain/sessions/tickets.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { BookedPrerequisite } from '../../admission/prerequisites.ts';
import type { GivenFacts } from '../../sessions/instance.ts';
import type { AnswerValues } from './answer-values.ts';

export interface NewTicket {
  userId: number;
  transition: TicketTransition;
  source: RowOf<'tickets'>['source'];
  by: By;
  answers?: AnswerValues;
  /** Prerequisites that only bookings meet: the ticket depends on them. */
  booked?: readonly BookedPrerequisite[];
  /** Of people who sign up themselves: whether they hold a link to the session. */
  isInvited?: boolean;
}

export interface By {
  as: TicketActor;
  actor: Actor;
  reason?: string | undefined;
  /** When it happened, in epoch milliseconds. Default: now. */
  at?: number;
  /** With the other sessions of its series. */
  isSeriesBooking?: boolean;
  /** What transitions depend on besides the instance. */
  facts?: GivenFacts;
  /** What is refunded of a seat that is canceled. Default: of attendees what the deadline permits, else everything. */
  refund?: 'everything' | 'nothing';
  /** It follows from a change of the session, which staff can undo: time and place before it. */
  whenBefore?: string;
}

export const BY_SYSTEM: By = { as: 'system', actor: SYSTEM };

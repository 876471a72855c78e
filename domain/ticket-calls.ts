import type { TicketStatus } from './tickets.ts';

/** The API of sign-up. */

/** POST /api/events/instances/:id/tickets (sign up), /api/events/tickets/:id/cancel, /api/events/tickets/:id/accept */
export interface OwnTicket {
  id: number;
  instanceId: number;
  status: TicketStatus;
  /** Instant by which to pay or to accept; null where there is none. */
  until: string | null;
  /** Place in the waiting list, from 1; null for who does not wait. */
  position: number | null;
  /** Cents; null for free. */
  priceCents: number | null;
}

/** POST /api/events/tickets/:id/status: by staff. 409 when its status is not `from` any more. */
export interface MarkTicket {
  from: TicketStatus;
  to: TicketStatus;
  reason?: string;
}

/** The states of a ticket, read from config/tickets.json. */

export const TICKET_STATUSES = [
  'held',
  'confirmed',
  'waitlisted',
  'offered',
  'cancelled',
  'attended',
  'late',
  'noShow',
] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** A seat that is not used yet, or a place on the waitlist. */
export const EXPECTING = ['held', 'confirmed', 'offered', 'waitlisted'] as const satisfies readonly TicketStatus[];

/**
 * The capacity in which someone acts on a ticket. correction: staff correct a list, by moving someone to another
 * session of the event or by removing someone they added.
 */
export const TICKET_ACTORS = ['attendee', 'staff', 'system', 'correction'] as const;
export type TicketActor = (typeof TICKET_ACTORS)[number];

/** What a transition may depend on. */
export interface TicketFacts {
  /** Of its capacity, after all seats that are held, offered or confirmed. */
  seatsLeft: number;
  /** For staff, who may exceed the capacity by a limit, with a reason. */
  seatsForStaff: number;
  /** The event has a waitlist, and it is not full. */
  isWaitlistOpen: boolean;
  isFree: boolean;
  /** It is published and today is between the opening and the close of sign-up. */
  isSignupOpen: boolean;
  /** It is published and still to come. */
  isAhead: boolean;
  hasBegun: boolean;
  /** Its doors are open: from an hour before it begins. */
  isDoorOpen: boolean;
  areWalkInsAllowed: boolean;
  isOverdue: boolean;
  isInstanceCancelled: boolean;
  /** It was canceled with its session, which has been restored. */
  isInstanceBack: boolean;
  isHolderClosed: boolean;
  /** The seat depended on a booking of a prerequisite, and nothing meets that now. */
  isPrerequisiteUnmet: boolean;
}

const GUARDS = {
  seatLeft: ({ seatsLeft }) => seatsLeft > 0,
  seatLeftForStaff: ({ seatsForStaff }) => seatsForStaff > 0,
  noSeatLeft: ({ seatsLeft }) => seatsLeft <= 0,
  waitlistOpen: ({ isWaitlistOpen }) => isWaitlistOpen,
  free: ({ isFree }) => isFree,
  priced: ({ isFree }) => !isFree,
  signupOpen: ({ isSignupOpen }) => isSignupOpen,
  ahead: ({ isAhead }) => isAhead,
  begun: ({ hasBegun }) => hasBegun,
  doorOpen: ({ isDoorOpen }) => isDoorOpen,
  walkIns: ({ areWalkInsAllowed }) => areWalkInsAllowed,
  overdue: ({ isOverdue }) => isOverdue,
  instanceCancelled: ({ isInstanceCancelled }) => isInstanceCancelled,
  instanceBack: ({ isInstanceBack }) => isInstanceBack,
  holderGone: ({ isHolderClosed }) => isHolderClosed,
  prerequisiteUnmet: ({ isPrerequisiteUnmet }) => isPrerequisiteUnmet,
} satisfies Record<string, (facts: TicketFacts) => boolean>;
type TicketGuard = keyof typeof GUARDS;

export interface TicketTransition {
  /** none: there is no ticket yet. */
  from: (TicketStatus | 'none')[];
  to: TicketStatus;
  by: TicketActor[];
  /** All must hold. */
  guards?: TicketGuard[];
  /** Notifies the ticket's holder: a file of config/messages/events. */
  notice?: string;
}

export interface TicketRules {
  /** Statuses that take one of the instance's seats. */
  seated: TicketStatus[];
  /** Statuses that need no further step. */
  final: TicketStatus[];
  /** In the order in which they are tried. */
  transitions: TicketTransition[];
}

/** The transition that is open to this actor, to `to` if that is given; null where there is none. */
export function ticketTransition(
  rules: TicketRules,
  from: TicketStatus | 'none',
  by: TicketActor,
  facts: TicketFacts,
  to?: TicketStatus,
): TicketTransition | null {
  return (
    rules.transitions.find(
      (row) =>
        row.from.includes(from) &&
        row.by.includes(by) &&
        (to === undefined || row.to === to) &&
        (row.guards ?? []).every((guard) => GUARDS[guard](facts)),
    ) ?? null
  );
}

/** One ticket per person and instance is active: it has or waits for a seat, or was used. */
export function isActiveTicket(status: TicketStatus): boolean {
  return status !== 'cancelled';
}

/** Statuses that nothing leads to, and those from which no way leads to a final one. */
export function ticketDeadEnds({ final, transitions }: TicketRules): {
  unreached: TicketStatus[];
  stuck: TicketStatus[];
} {
  const reached = spread(['none'], (status) =>
    transitions.filter(({ from }) => from.includes(status)).map(({ to }) => to),
  );
  const ended = spread(final, (status) => transitions.filter(({ to }) => to === status).flatMap(({ from }) => from));
  return {
    unreached: TICKET_STATUSES.filter((status) => !reached.has(status)),
    stuck: TICKET_STATUSES.filter((status) => !ended.has(status)),
  };
}

type Place = TicketStatus | 'none';

function spread(start: readonly Place[], next: (place: Place) => readonly Place[]): Set<Place> {
  const seen = new Set<Place>();
  const open = [...start];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (seen.has(place)) continue;
    seen.add(place);
    open.push(...next(place));
  }
  return seen;
}

import type { Answers, RequestFormSchema } from '../requests/request-form.ts';
import { TICKET_STATUSES } from '../sessions/tickets.ts';
import { StoredFile } from './files.ts';
import { PublicSession } from './sessions.ts';
import { Type, type Static } from './type.ts';

const Status = Type.Enum(TICKET_STATUSES);

/** A person's seat, named beside another session. `start` carries the UTC offset of its place. */
export const RelatedSeat = Type.Object({
  sessionId: Type.Id,
  title: Type.String(),
  start: Type.String(),
});
export type RelatedSeat = Static<typeof RelatedSeat>;

/** A prerequisite that only a booking meets: a seat depends on it, and is released if it is missed or canceled. */
export const SeatCondition = Type.Object({
  ...RelatedSeat.properties,
  /** What the event requires, in words, as in `SessionDetails.prerequisites`. */
  anyOf: Type.Array(Type.String()),
});
export type SeatCondition = Static<typeof SeatCondition>;

/** A seat or a place on the waitlist in another upcoming session of the same event. */
export const OtherSeat = Type.Object({
  ...RelatedSeat.properties,
  ticketId: Type.Id,
  status: Status,
  /** It can be given up for another session in one step. Series that are booked as a whole cannot. */
  canMove: Type.Boolean(),
  /** Own seats that are released if it is moved: this session ends after they start. */
  releases: Type.Array(RelatedSeat),
  /** Giving it up now counts as a late cancellation. */
  isLate: Type.Boolean(),
});
export type OtherSeat = Static<typeof OtherSeat>;

/** What is asked of the caller, and what is still to be answered. */
export const Asks = Type.Object({
  /** The version that is asked now; null where there are no questions. */
  formVersionId: Type.Nullable(Type.Id),
  wishes: Type.Boolean(),
  /** They have a ticket, and required questions that they have not been asked yet. */
  isMissing: Type.Boolean(),
  /** They have a ticket, and may change what they answered. */
  canAnswer: Type.Boolean(),
});
export type Asks = Static<typeof Asks>;

export const SessionQuestions = Type.Object({
  version: Type.Nullable(
    Type.Object({
      id: Type.Id,
      schema: Type.Unsafe<RequestFormSchema>({ type: 'object' }),
      validator: Type.String(),
    }),
  ),
  asksWishes: Type.Boolean(),
  /** What the caller answered before, as far as it fits this version. */
  answers: Type.Unsafe<Answers>({ type: 'object' }),
  /** What the caller has uploaded for the form. */
  files: Type.Array(StoredFile),
  wishes: Type.String(),
});
export type SessionQuestions = Static<typeof SessionQuestions>;

/** Information for staff at the door. */
export const SignupAnswers = Type.Object({
  /** Question and answer in words; null without any. */
  answers: Type.Nullable(Type.String()),
  wishes: Type.Nullable(Type.String()),
  files: Type.Array(StoredFile),
  /** There are required questions that the person has not been asked. */
  answersMissing: Type.Boolean(),
});
export type SignupAnswers = Static<typeof SignupAnswers>;

export const OwnTicket = Type.Object({
  id: Type.Id,
  instanceId: Type.Id,
  status: Status,
  /** Instant by which to pay or to accept; null where there is none. */
  until: Type.Nullable(Type.String()),
  /** Place in the waitlist, from 1; null for who does not wait. */
  position: Type.Nullable(Type.Count),
  /** Cents; null for free. */
  priceCents: Type.Nullable(Type.Count),
  /** Of a held seat: where and how to pay, in lines; absent where that is not known. */
  payment: Type.Optional(Type.String()),
  /** Of a seat: until then no cancellation is late, whatever the deadline. An instant. */
  graceEndsAt: Type.Optional(Type.Instant),
  /** When and where its session was to take place when its holder last saw that; absent where it has not been moved since. */
  movedFrom: Type.Optional(Type.String()),
});
export type OwnTicket = Static<typeof OwnTicket>;

/** What the caller would get by signing up now. */
export const SignupOutcome = Type.Union(
  Type.Object({
    kind: Type.Literal('seat'),
  }),
  Type.Object({
    kind: Type.Literal('held'),
    until: Type.String(),
    /** As in `OwnTicket`. */
    payment: Type.Optional(Type.String()),
  }),
  Type.Object({
    kind: Type.Literal('waitlisted'),
    position: Type.Count,
  }),
  Type.Object({
    kind: Type.Literal('refused'),
    words: Type.String(),
  }),
);
export type SignupOutcome = Static<typeof SignupOutcome>;

export const OwnSession = Type.Object({
  /** Instant at which the caller confirmed the terms as they are now; null while that is missing. */
  agreedAt: Type.Optional(Type.Nullable(Type.Instant)),
  /** Of who is younger than the event asks for: a guardian consents. */
  isAgeWaived: Type.Optional(Type.Boolean()),
  /** The active ticket, or the last one that is canceled; null without any. */
  ticket: Type.Nullable(OwnTicket),
  /** The ticket can be canceled now. */
  canCancel: Type.Boolean(),
  /** For who has a confirmed seat. */
  joinUrl: Type.Nullable(Type.String()),
  /** What is missing: each group with the next bookable sessions that would satisfy it. */
  missing: Type.Array(
    Type.Object({
      anyOf: Type.Array(Type.String()),
      sessions: Type.Array(PublicSession),
    }),
  ),
  /** Own sessions at the same time. Instants with the offset of this session's place. */
  conflicts: Type.Array(
    Type.Object({
      id: Type.Id,
      title: Type.String(),
      start: Type.String(),
      end: Type.String(),
    }),
  ),
  /** What the active ticket depends on, or a new one would. */
  dependsOn: Type.Array(SeatCondition),
  /** Own tickets in other upcoming sessions of the event. With an active ticket: the seats that accepting an offer gives up. */
  otherSeats: Type.Array(OtherSeat),
  /** The event allows one seat per person. */
  isOneSeat: Type.Optional(Type.Literal(true)),
  asks: Asks,
  /** Null for who has an active ticket. */
  outcome: Type.Nullable(SignupOutcome),
});
export type OwnSession = Static<typeof OwnSession>;

/** What attending has given. */
export const TicketCredential = Type.Object({
  name: Type.String(),
  /** Instant; null: for good. */
  expiresAt: Type.Nullable(Type.Instant),
  isExpired: Type.Boolean(),
});
export type TicketCredential = Static<typeof TicketCredential>;

export const OwnTickets = Type.Object({
  tickets: Type.Array(
    Type.Object({
      ticket: OwnTicket,
      session: PublicSession,
      canCancel: Type.Boolean(),
      /** What the ticket depends on. */
      dependsOn: Type.Array(SeatCondition),
      /** Of an offer: the seats that accepting it gives up. */
      otherSeats: Type.Array(OtherSeat),
      asks: Asks,
      /** The reason of the cancellation that the attendee was given; null without one. */
      reason: Type.Nullable(Type.String()),
      /** Earned with it; absent without one. */
      credential: Type.Optional(TicketCredential),
    }),
  ),
  total: Type.Count,
});
export type OwnTickets = Static<typeof OwnTickets>;

export const KnownCode = Type.Object({
  id: Type.Id,
  code: Type.Optional(Type.String({ maxLength: 80 })),
});
export type KnownCode = Static<typeof KnownCode>;

/** Its answer: the code of each ticket that has one (domain/sessions/ticket-code.ts). */
export const IssuedCode = Type.Object({
  id: Type.Id,
  code: Type.String(),
});
export type IssuedCode = Static<typeof IssuedCode>;

export const OwnFeed = Type.Object({
  feed: Type.Nullable(
    Type.Object({
      createdAt: Type.Instant,
      lastReadAt: Type.Nullable(Type.Instant),
    }),
  ),
});
export type OwnFeed = Static<typeof OwnFeed>;

export const NewOwnFeed = Type.Object({
  /** "/api/events/feed/{token}.ics". */
  path: Type.String(),
});
export type NewOwnFeed = Static<typeof NewOwnFeed>;

export const Certificate = Type.Object({
  name: Type.String(),
  title: Type.String(),
  /** Local times of the session's place, with their offset. */
  start: Type.String(),
  end: Type.String(),
  timezone: Type.String(),
  minutes: Type.Count,
  /** As far as the holder may know them. */
  instructors: Type.Array(Type.String()),
  /** Who has held it. */
  program: Type.String(),
  credential: Type.Nullable(TicketCredential),
});
export type Certificate = Static<typeof Certificate>;

export const OwnCertificate = Type.Object({
  ...Certificate.properties,
  /** In-app path of the link for others. */
  path: Type.String(),
});
export type OwnCertificate = Static<typeof OwnCertificate>;

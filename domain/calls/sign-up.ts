import { FORM_LIMITS } from '../requests/request-form.ts';
import { MOST_ISSUED_CODES, OWN_TICKETS, REMINDERS, SESSIONS_PER_PAGE, WISHES_LENGTH } from '../sessions/signup.ts';
import { MOST_WORDS, SESSION_HOURS, SESSION_WHENS } from '../sessions/session-filter.ts';
import { calls } from './call.ts';
import {
  Certificate,
  IssuedCode,
  KnownCode,
  NewOwnFeed,
  OwnCertificate,
  OwnFeed,
  OwnSession,
  OwnTicket,
  OwnTickets,
  SessionQuestions,
} from './tickets.ts';
import { SessionChoices, SessionDetails, UpcomingSessions } from './sessions.ts';
import { SeenRefund } from './payments.ts';
import { Type, type Static } from './type.ts';

const given = {
  /** The version that was filled in, with its answers; both or none. */
  formVersionId: Type.Optional(Type.Id),
  answers: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', maxProperties: FORM_LIMITS.fields })),
  /** An empty text removes them. */
  wishes: Type.Optional(Type.String({ maxLength: WISHES_LENGTH })),
};
const BOTH = { dependencies: { formVersionId: ['answers'], answers: ['formVersionId'] } };
const ANSWERS_MAX_BYTES = 256 * 1024;
/** 422 with a message for each faulty answer; 409 `events.questions-changed` when another version is asked by now. */
const GivenAnswers = Type.Object(given, BOTH);
export type GivenAnswers = Static<typeof GivenAnswers>;

/**
 * With a ticket in another upcoming session of the event, a second one has to be requested: 409 `events.other-seat` without `moveFrom` and
 * `inAddition`. Of an event with one seat per person a second seat is refused with 409 `events.one-seat`.
 */
const SignUpBody = Type.Object(
  {
    ...given,
    /** The ticket that is given up for this one. 409 `events.no-seat-to-move-to` if the session is full; the ticket is kept then. */
    moveFrom: Type.Optional(Type.Id),
    /** Beside the other tickets. */
    inAddition: Type.Optional(Type.Boolean()),
  },
  BOTH,
);
export type SignUpBody = Static<typeof SignUpBody>;

const link = Type.Optional(Type.String({ maxLength: 200, description: 'The link to a private session' }));
const byLink = Type.Object({ link });
const Page = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 99_999, description: 'The number of the page, from 1' }),
);
/** The names of a SessionFilter. */
const filter = {
  eventId: Type.Optional(Type.Id),
  categoryId: Type.Optional(Type.Id),
  locationId: Type.Optional(Type.Id),
  q: Type.Optional(
    Type.String({
      maxLength: MOST_WORDS,
      description: 'Words that must all occur in the title, summary, category or place',
    }),
  ),
  when: Type.Optional(Type.Enum(SESSION_WHENS)),
  from: Type.Optional(Type.Day),
  to: Type.Optional(Type.Day),
  hours: Type.Optional(Type.Enum(SESSION_HOURS)),
  seats: Type.Optional(Type.Enum(['free'])),
};
const FilterQuery = Type.Object(filter);
export type FilterQuery = Static<typeof FilterQuery>;

export const sessionCalls = calls({
  'GET /api/events/sessions': {
    summary: 'Upcoming sessions: a page, or all on the given dates for a calendar',
    public: true,
    cached: true,
    query: Type.Object({
      ...filter,
      page: Page,
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: SESSIONS_PER_PAGE,
          description: 'The most sessions to return, from the first one',
        }),
      ),
    }),
    response: UpcomingSessions,
  },
  'GET /api/events/sessions/choices': {
    summary: 'Filters for upcoming sessions',
    public: true,
    response: SessionChoices,
  },
  'GET /api/events/sessions/:id': {
    summary: 'A session, for everyone who can see it',
    public: true,
    query: byLink,
    response: SessionDetails,
  },
  'GET /api/events/sessions/:id/session.ics': {
    summary: 'A session as an iCalendar file',
    public: true,
    query: byLink,
    content: 'text/calendar',
  },
  'GET /api/events/sessions/:id/own': {
    kiosk: 'id',
    summary: "A session: the caller's seat, and the result of signing up",
    query: byLink,
    response: OwnSession,
  },
  'GET /api/events/tickets': {
    kiosk: 'id',
    summary: "The caller's tickets: upcoming, by start; or past and canceled, latest first",
    query: Type.Object({ when: Type.Enum(OWN_TICKETS), page: Page }),
    response: OwnTickets,
  },
});

export const sessionFeedCalls = calls({
  'GET /api/events/sessions/upcoming.ics': {
    summary: 'Upcoming sessions as an iCalendar feed',
    public: true,
    cached: true,
    query: FilterQuery,
    content: 'text/calendar',
  },
  'GET /api/events/feed': { summary: "The feed of the caller's tickets", response: OwnFeed },
  'POST /api/events/feed': {
    summary: "Creates or replaces the feed of the caller's tickets; its address is shown once",
    status: 201,
    response: NewOwnFeed,
  },
  'DELETE /api/events/feed': { summary: "Revokes the feed of the caller's tickets" },
  'GET /api/events/feed/:file': {
    summary: "A person's tickets as an iCalendar feed, {token}.ics",
    public: true,
    params: Type.Object({ file: Type.String() }),
    content: 'text/calendar',
  },
});

export const signUpCalls = calls({
  'POST /api/events/instances/:id/tickets': {
    kiosk: 'id',
    summary: 'Sign-up: a seat, or a place on the waitlist',
    query: Type.Object({
      link,
      whole: Type.Optional(
        Type.Enum(['true'], { description: 'All sessions of its series, if it is booked as a whole' }),
      ),
    }),
    body: Type.Nullable(SignUpBody),
    bodyLimit: ANSWERS_MAX_BYTES,
    response: OwnTicket,
  },
  'POST /api/events/tickets/:id/cancel': {
    kiosk: 'id',
    summary: 'Sign-up: cancels the seat or the place on the waitlist',
    body: SeenRefund,
    response: OwnTicket,
  },
  'POST /api/events/tickets/:id/accept': {
    kiosk: 'id',
    summary: 'Sign-up: accepts the offered seat',
    response: OwnTicket,
  },
  'POST /api/events/tickets/:id/seen': {
    kiosk: 'id',
    summary: 'Sign-up: the attendee has seen that the session was moved',
    response: OwnTicket,
  },
});

export const questionCalls = calls({
  'GET /api/events/sessions/:id/questions': {
    kiosk: 'id',
    summary: "Sign-up: the questions of a session and the caller's answers",
    query: byLink,
    response: SessionQuestions,
  },
  'PUT /api/events/tickets/:id/answers': {
    kiosk: 'id',
    summary: 'Sign-up: changes the answers',
    body: GivenAnswers,
    bodyLimit: ANSWERS_MAX_BYTES,
    response: OwnTicket,
  },
});

export const termCalls = calls({
  'POST /api/events/instances/:id/agreement': {
    kiosk: 'id',
    summary: 'Sign-up: accepts the terms of the event',
    query: byLink,
    body: Type.Object({
      version: Type.String({ minLength: 1, maxLength: 16, description: 'The version of the terms that were shown' }),
    }),
  },
});

const ReminderTimes = Type.Each(REMINDERS, Type.Boolean());
export const reminderCalls = calls({
  'GET /api/events/reminders': { summary: 'Reminders: when the caller is reminded of events', response: ReminderTimes },
  'PUT /api/events/reminders': { summary: 'Reminders: chooses when', body: ReminderTimes, response: ReminderTimes },
});

export const codeCalls = calls({
  'POST /api/events/codes': {
    summary: "Tickets: the caller's codes for check-in",
    body: Type.Array(KnownCode, { minItems: 1, maxItems: MOST_ISSUED_CODES }),
    response: Type.Array(IssuedCode),
  },
  'DELETE /api/events/tickets/:id/codes': { summary: "Tickets: revokes all codes of one of the caller's tickets" },
});

export const certificateCalls = calls({
  'GET /api/events/tickets/:id/certificate': {
    summary: "Tickets: the certificate of one of the caller's tickets",
    response: OwnCertificate,
  },
  'DELETE /api/events/tickets/:id/certificate': {
    summary: "Tickets: revokes the link to the certificate of one of the caller's tickets",
  },
  'GET /api/events/certificates/:token': {
    summary: 'Shows a certificate to holders of its link',
    public: true,
    params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
    response: Certificate,
  },
});

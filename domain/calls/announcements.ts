import { ANNOUNCEMENT_STATES, OUTCOMES, RECIPIENT_FILTERS, WAYS } from '../messages/announcements.ts';
import { BODY_LENGTH, SUBJECT_LENGTH } from '../messages/message-template.ts';
import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

/** Of the body: the selection and the text. */
const BODY_LIMIT = 131_072;

/** The rows of a list that its `recipients` makes people of: the filter as in GET /api/{source}, with the same rights. */
const Selection = Type.Object({
  source: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,59}$' }),
  filter: Type.Dictionary(Type.Unsafe()),
});
export type Selection = Static<typeof Selection>;

const AnnouncementPreview = Type.Object({
  /** Active accounts that receive it. */
  people: Type.Count,
  ways: Type.Each(WAYS, Type.Count),
  /** Of those who find it in the portal only: accounts without an address. */
  unaddressed: Type.Count,
  /** Accounts whose mail comes back, so that none is sent. */
  failing: Type.Count,
  /** Selected, but excluded: the account is not active. */
  inactive: Type.Count,
  /** Mails are sent immediately, also to those who chose the daily mail, as messages about their events. */
  isImmediate: Type.Boolean(),
});
export type AnnouncementPreview = Static<typeof AnnouncementPreview>;

const People = Type.Object({
  people: Type.Array(
    Type.Object({ id: Type.Id, name: Type.String(), way: Type.Enum(WAYS), addressFails: Type.Boolean() }),
  ),
  total: Type.Count,
});
export type People = Static<typeof People>;

const SendAnnouncement = Type.Object({
  ...Selection.properties,
  subject: Type.String({ minLength: 1, maxLength: SUBJECT_LENGTH }),
  /** Rich text. */
  html: Type.String({ minLength: 1, maxLength: BODY_LENGTH }),
});
export type SendAnnouncement = Static<typeof SendAnnouncement>;

const Delivery = Type.Object({
  id: Type.Id,
  subject: Type.String(),
  html: Type.String(),
  state: Type.Enum(ANNOUNCEMENT_STATES),
  source: Type.String(),
  filter: Selection.properties.filter,
  sender: Type.Nullable(Type.String()),
  createdAt: Type.Instant,
  /** Milliseconds left for taking it back; 0: none. */
  undoFor: Type.Count,
  /** Whether the caller is allowed to: not every reader is. */
  canTakeBack: Type.Boolean(),
  sentAt: Type.Nullable(Type.Instant),
  people: Type.Count,
  /** In the portal. */
  read: Type.Count,
  outcomes: Type.Each(OUTCOMES, Type.Count),
});
export type Delivery = Static<typeof Delivery>;

const Recipients = Type.Object({
  recipients: Type.Array(
    Type.Object({
      id: Type.Id,
      /** null: an account that the caller cannot see. */
      name: Type.Nullable(Type.String()),
      outcome: Type.Enum(OUTCOMES),
      readAt: Type.Nullable(Type.Instant),
      /** The mail server's response to a mail that failed. */
      answer: Type.Nullable(Type.String()),
    }),
  ),
  total: Type.Count,
});
export type Recipients = Static<typeof Recipients>;

const words = Type.Optional(Type.String({ maxLength: 200 }));
const start = Type.Integer({ minimum: 0, maximum: 1_000_000 });

/** Messages from staff to the people of selected rows. */
export const announcementCalls = calls({
  'POST /api/announcements/preview': {
    summary: 'Counts the recipients of a selection',
    body: Selection,
    bodyLimit: BODY_LIMIT,
    response: AnnouncementPreview,
  },
  'POST /api/announcements/people': {
    summary: 'Lists the recipients of a selection by name',
    body: Type.Object({ ...Selection.properties, q: words, start }),
    bodyLimit: BODY_LIMIT,
    response: People,
  },
  'POST /api/announcements/send': {
    summary: 'Sends an announcement, once per Idempotency-Key',
    body: SendAnnouncement,
    bodyLimit: BODY_LIMIT,
    status: 201,
    response: Type.Object({ id: Type.Id }),
  },
  'GET /api/announcements/:id/delivery': { summary: 'Shows an announcement and its delivery', response: Delivery },
  'GET /api/announcements/:id/recipients': {
    summary: 'Lists the recipients of an announcement by name',
    query: Type.Object({ show: Type.Optional(Type.Enum(RECIPIENT_FILTERS)), q: words, start: Type.Optional(start) }),
    response: Recipients,
  },
});

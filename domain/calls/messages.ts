import { AUTHOR_KINDS, DELIVERIES, MESSAGE_KINDS } from '../messages/messages.ts';
import { BOXES, MARKS, QUIET_MODES } from '../messages/threads.ts';
import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

/** As QuietHours. */
const hour = Type.Number({ minimum: 0, maximum: 23.75, multipleOf: 0.25 });
const QuietHours = Type.Object({ from: hour, to: hour, zone: Type.String({ maxLength: 60 }) });

const ThreadSummary = Type.Object({
  key: Type.String(),
  /** What it is about: "Poster #12". */
  title: Type.String(),
  /** In-app path of the record; null where there is none. */
  path: Type.Nullable(Type.String()),
  /** Of its newest message. */
  at: Type.Instant,
  subject: Type.String(),
  /** The beginning of its words. */
  excerpt: Type.String(),
  from: Type.String(),
  count: Type.Count,
  unread: Type.Count,
  isArchived: Type.Boolean(),
});
export type ThreadSummary = Static<typeof ThreadSummary>;

const Threads = Type.Object({
  threads: Type.Array(ThreadSummary),
  /** For `before` of the next page; null on the last page. */
  next: Type.Nullable(Type.Id),
  /** Mails to the reader's address come back, and are not sent anymore. Absent where they do not. */
  addressFails: Type.Optional(Type.Literal(true)),
  /** The words that were searched for instead. */
  corrected: Type.Optional(Type.String()),
});
export type Threads = Static<typeof Threads>;

const Message = Type.Object({
  id: Type.Id,
  at: Type.Instant,
  subject: Type.String(),
  /** Sanitized; in-app links are paths. */
  html: Type.String(),
  kind: Type.Enum(MESSAGE_KINDS),
  from: Type.Object({
    kind: Type.Enum(AUTHOR_KINDS),
    name: Type.String(),
  }),
  isOwn: Type.Boolean(),
  isRead: Type.Boolean(),
});
export type Message = Static<typeof Message>;

const Thread = Type.Object({
  key: ThreadSummary.properties.key,
  title: ThreadSummary.properties.title,
  path: ThreadSummary.properties.path,
  isArchived: ThreadSummary.properties.isArchived,
  /** The oldest first; at most the 200 newest. */
  messages: Type.Array(Message),
  /** How many are older than these. */
  earlier: Type.Count,
});
export type Thread = Static<typeof Thread>;

const Marked = Type.Object({
  /** Ids of the messages that were not so before. */
  messages: Type.Array(Type.Id),
});
export type Marked = Static<typeof Marked>;

const QuietChoice = Type.Object({
  mode: Type.Enum(QUIET_MODES),
  /** With the mode "own". */
  hours: Type.Nullable(QuietHours),
  /** null: the site has none. */
  site: Type.Nullable(QuietHours),
});
export type QuietChoice = Static<typeof QuietChoice>;

const Choices = Type.Object({
  /** The address to which mail goes; null: none is known. */
  address: Type.Nullable(Type.String()),
  /** Mails to it come back, and are not sent anymore. Absent where they do not. */
  addressFails: Type.Optional(Type.Literal(true)),
  categories: Type.Array(
    Type.Object({
      key: Type.String(),
      label: Type.String(),
      description: Type.String(),
      isRequired: Type.Boolean(),
      /** Which of its messages come whatever is chosen; null: none. */
      mandatoryNote: Type.Nullable(Type.String()),
      delivery: Type.Enum(DELIVERIES),
    }),
  ),
  quiet: QuietChoice,
});
export type Choices = Static<typeof Choices>;

const LinkedChoices = Type.Object({
  ...Choices.properties,
  /** The category that the link is there to turn off, DAILY_MAIL: all that come once a day; null: none in particular. */
  category: Type.Nullable(Type.String()),
  /** Whose session the call has: no one's, that of the link's person, or another one's. Only the person's own sees the whole address. */
  session: Type.Enum(['none', 'own', 'other']),
});
export type LinkedChoices = Static<typeof LinkedChoices>;

const Key = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]*(-[0-9]+)?$', maxLength: 80 });
const messages = Type.Array(Type.Id, { maxItems: 50_000 });
/** Of these messages of the threads only; without them all, of "unread" the newest. The opposite mark with what was marked reverts it. */
const MarkThreads = Type.Object({
  keys: Type.Array(Key, { minItems: 1, maxItems: 100 }),
  mark: Type.Enum(MARKS),
  messages: Type.Optional(messages),
});
export type MarkThreads = Static<typeof MarkThreads>;
/** The same of these messages, of any threads. */
const MarkMessages = Type.Object({ mark: Type.Enum(MARKS), messages });
export type MarkMessages = Static<typeof MarkMessages>;

const Choice = Type.Object({ category: Type.String({ maxLength: 40 }), delivery: Type.Enum(DELIVERIES) });
/** Hours with "own" only. */
const Quiet = Type.Object({ mode: Type.Enum(QUIET_MODES), hours: Type.Optional(QuietHours) });
const before = Type.Optional(Type.Id);
/** A year's claims and a signature. */
const ByLink = Type.Object({ link: Type.String({ maxLength: 300 }) });

export const messageCalls = calls({
  'GET /api/UserMessage/GetNumberUnreadMessages': {
    summary: 'Messages: how many are unread, as a number',
    content: 'application/json',
  },
  'GET /api/messages/threads': {
    summary: 'Messages: threads, newest message first',
    query: Type.Object({
      box: Type.Optional(Type.Enum(BOXES)),
      q: Type.Optional(Type.String({ maxLength: 200 })),
      before,
    }),
    response: Threads,
  },
  'GET /api/messages/threads/:key': {
    summary: 'Messages: a thread, oldest first; `before`: only older messages than this one',
    params: Type.Object({ key: Key }),
    query: Type.Object({ before }),
    response: Thread,
  },
  'POST /api/messages/marks': {
    summary: 'Messages: marks threads, or messages of any threads',
    body: Type.Union(MarkThreads, MarkMessages),
    response: Marked,
  },
  'POST /api/messages/allRead': {
    summary: 'Messages: marks all messages that are not archived as read',
    response: Marked,
  },
  'GET /api/messages/choices': { summary: 'Messages: what is emailed, and when', response: Choices },
  'PUT /api/messages/choices': { summary: 'Messages: chooses what is emailed', body: Choice, response: Choices },
  'PUT /api/messages/quiet': { summary: 'Messages: chooses quiet hours', body: Quiet, response: Choices },
});

/** By the link of a mail, for its reader and without an account. 404 for every link that does not work. */
export const linkedChoiceCalls = calls({
  'GET /api/messages/linked/choices': {
    summary: 'Messages: what is emailed to the recipient of an email, with its link',
    public: true,
    query: ByLink,
    response: LinkedChoices,
  },
  'PUT /api/messages/linked/choices': {
    summary: 'Messages: chooses what is emailed, with the link in an email',
    public: true,
    query: ByLink,
    body: Choice,
    response: LinkedChoices,
  },
  'PUT /api/messages/linked/quiet': {
    summary: 'Messages: chooses quiet hours, with the link in an email',
    public: true,
    query: ByLink,
    body: Quiet,
    response: LinkedChoices,
  },
  'POST /api/messages/unsubscribe/:link': {
    summary: 'Messages: turns off a category with one click in a mail program (RFC 8058)',
    public: true,
    params: ByLink,
  },
  'GET /api/messages/unsubscribe/:link': {
    summary: 'Messages: redirects to the choices; changes nothing, because mail scanners open links',
    public: true,
    params: ByLink,
    content: 'text/html',
  },
});

import { COST_TYPES } from '../requests/request-form.ts';
import { ASK_STATES, AUTHOR_KINDS, MESSAGE_KINDS, STAFF_KINDS } from '../messages/messages.ts';
import { QUOTE_STATES } from '../requests/quotes.ts';
import { ERRANDS } from '../requests/errand.ts';
import { STATUSES, WAITING_FOR } from '../requests/workflow.ts';
import { calls } from './call.ts';
import { StoredFile } from './files.ts';
import { OpenForm } from './open-form.ts';
import { MoneyEffect } from './payments.ts';
import { AnswerData, FormSchema, Draft, DraftSummary, SaveDraft } from './request-drafts.ts';
import { Type, type Static } from './type.ts';

const Status = Type.Enum(STATUSES);

const Person = Type.Object({
  /** 0: hidden from the reader. */
  id: Type.Count,
  name: Type.String(),
  username: Type.String(),
});
export type Person = Static<typeof Person>;

export const SubmissionSummary = Type.Object({
  id: Type.Id,
  form: Type.Object({
    /** 0 where the reader cannot see it; the texts are empty then. */
    id: Type.Count,
    name: Type.String(),
    title: Type.String(),
  }),
  group: Type.Nullable(
    Type.Object({
      id: Type.Id,
      title: Type.String(),
    }),
  ),
  /** Null: its form marks no field as the subject, or it is unanswered. */
  subject: Type.Nullable(Type.String()),
  neededOn: Type.Nullable(Type.String()),
  waitingFor: Type.Enum(WAITING_FOR),
  status: Status,
  statusSince: Type.String(),
  submittedBy: Person,
  assignedTo: Type.Nullable(Person),
  costCents: Type.Nullable(Type.Count),
  expectedOn: Type.Nullable(Type.String()),
  createdAt: Type.String(),
  version: Type.Count,
});
export type SubmissionSummary = Static<typeof SubmissionSummary>;

/** The part of a timeline's entry that only messages have. */
const ConversationMessage = Type.Object({
  id: Type.Id,
  kind: Type.Enum(MESSAGE_KINDS),
  authorKind: Type.Enum(AUTHOR_KINDS),
  isOwn: Type.Boolean(),
  files: Type.Array(StoredFile),
  /** Null: it asks nothing. */
  state: Type.Nullable(Type.Enum(ASK_STATES)),
  /** Id of the message that it answers. */
  answerTo: Type.Nullable(Type.Id),
});
export type ConversationMessage = Static<typeof ConversationMessage>;

const TimelineEntry = Type.Object({
  id: Type.String(),
  at: Type.Instant,
  who: Type.String(),
  kind: Type.Enum(['submitted', 'resubmitted', 'status', 'assigned', 'priced', 'message']),
  from: Type.Nullable(Status),
  /** The status that it led to. */
  to: Type.Nullable(Status),
  text: Type.String(),
  reason: Type.Nullable(Type.String()),
  /** Of kind message. `text` is plain text with line breaks, and may be empty in an answer. */
  message: Type.Optional(ConversationMessage),
});
export type TimelineEntry = Static<typeof TimelineEntry>;

/** What the viewer may do. Processors are customers on their own requests. */
const Conversation = Type.Object({
  as: Type.Nullable(Type.Enum(['customer', 'staff'])),
  /** Kinds of messages that they may send now; none: the request is done, or is not theirs to talk about. */
  kinds: Type.Array(Type.Enum(STAFF_KINDS)),
  /** Ids of messages that wait for an answer. */
  open: Type.Array(Type.Id),
  /** Whether there are internal notes for them. */
  hasNotes: Type.Boolean(),
});
export type Conversation = Static<typeof Conversation>;

const Errand = Type.Object({
  kind: Type.Enum(ERRANDS),
  place: Type.Nullable(Type.Object({ name: Type.String(), room: Type.String(), path: Type.Nullable(Type.String()) })),
  hours: Type.Nullable(Type.String()),
  until: Type.Nullable(Type.String()),
  note: Type.Nullable(Type.String()),
  shelf: Type.Nullable(Type.String()),
});

const Quote = Type.Object({
  number: Type.Count,
  lines: Type.Array(Type.Object({ label: Type.String(), quantity: Type.Count, unitCents: Type.Integer() })),
  totalCents: Type.Count,
  expiresOn: Type.Day,
  state: Type.Enum(QUOTE_STATES),
  /** It can no longer be accepted. */
  isExpired: Type.Boolean(),
  by: Type.String(),
  at: Type.Instant,
});

export const SubmissionDetail = Type.Object({
  ...SubmissionSummary.properties,
  costType: Type.Enum(COST_TYPES),
  formVersion: Type.Object({
    id: Type.Id,
    number: Type.Count,
    schema: FormSchema,
  }),
  data: AnswerData,
  files: Type.Array(StoredFile),
  reason: Type.Nullable(Type.String()),
  /** The declared actions that the viewer can run now, by name. */
  actions: Type.Array(Type.String()),
  /** The viewer is the customer and may resubmit with changed answers. */
  canResubmit: Type.Boolean(),
  /** Integer cents paid so far. */
  paidCents: Type.Integer(),
  /** The lines of the price, while it is the one that the answers determine. */
  priceLines: Type.Array(Type.Object({ label: Type.String(), cents: Type.Integer() })),
  errand: Type.Nullable(Errand),
  /** For staff, also after the pickup; null for the customer, whose errand has it. */
  shelf: Type.Nullable(Type.String()),
  /** For staff; null for the customer. */
  customer: Type.Nullable(
    Type.Object({
      email: Type.Nullable(Type.String()),
      openRequests: Type.Count,
      requests: Type.Count,
      /** Sessions that they missed without canceling. */
      noShows: Type.Count,
    }),
  ),
  /** Whether the viewer sees it as its customer or as staff. */
  viewedAs: Type.Enum(['customer', 'staff']),
  /** The oldest first. Internal notes are not part of it (domain/requests/conversation.ts). */
  timeline: Type.Array(TimelineEntry),
  conversation: Conversation,
  revisions: Type.Array(
    Type.Object({
      number: Type.Count,
      at: Type.Instant,
      by: Type.String(),
      data: AnswerData,
    }),
  ),
  /** The latest first. */
  quotes: Type.Array(Quote),
});
export type SubmissionDetail = Static<typeof SubmissionDetail>;

/** The username or email address of a customer. */
const CustomerName = Type.String({ minLength: 1, maxLength: 320 });

const Submit = Type.Object({
  formVersionId: Type.Id,
  data: AnswerData,
  /** The draft version that the client has seen, 0 for none; a different current version is refused with 409. */
  draftVersion: Type.Optional(Type.Count),
  /** When finishing a draft on an earlier version of the form: the current version it was compared with. */
  comparedWith: Type.Optional(Type.Id),
  /** By staff for someone else. */
  customer: Type.Optional(CustomerName),
});
export type Submit = Static<typeof Submit>;

const Resubmit = Type.Object({
  formVersionId: Type.Id,
  data: AnswerData,
  from: Status,
  draftVersion: Type.Optional(Type.Count),
  /** The refund that the person has seen: refused with 409 `payment.effect-changed` if it is another one. */
  refundCents: Type.Optional(Type.Count),
  /** The same of the amount that is due after it. */
  dueCents: Type.Optional(Type.Count),
});
export type Resubmit = Static<typeof Resubmit>;

const listText = Type.Optional(Type.String({ maxLength: 10_000 }));
const ofDraft = Type.Object({ submission: Type.Optional(Type.Count) });

export const requestCalls = calls({
  'GET /api/requests/form': {
    summary: 'Requests: what the page of a form needs',
    query: Type.Object({
      form: Type.String({ minLength: 1, maxLength: 60 }),
      group: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
      submission: Type.Optional(Type.Id),
    }),
    response: OpenForm,
  },
  'GET /api/requests/forms/search': {
    summary: 'Requests: ids of the forms with all of the words in their texts, fields or options, best first',
    query: Type.Object({ q: Type.String({ minLength: 1, maxLength: 200 }) }),
    response: Type.Object({
      ids: Type.Array(Type.Id),
      /** The words that were searched for instead. */
      corrected: Type.Optional(Type.String()),
      /** No form has all of the words; these have some. */
      isPartial: Type.Optional(Type.Boolean()),
    }),
  },
  'GET /api/requests/customer': {
    summary: 'Requests: for staff, whether there is a customer with this username or email address; 422 if not',
    query: Type.Object({ customer: CustomerName }),
  },
  'GET /api/requests/drafts': {
    summary: "Requests: the caller's drafts, latest first",
    response: Type.Array(DraftSummary),
  },
  'GET /api/requests/drafts/:formId': {
    summary: 'Requests: the draft of a form, or of a resubmitted request',
    query: ofDraft,
    response: Draft,
    optional: true,
  },
  'PUT /api/requests/drafts/:formId': {
    summary: 'Requests: saves a draft, merged with changes stored in the meantime',
    query: ofDraft,
    body: SaveDraft,
    response: Draft,
  },
  'DELETE /api/requests/drafts/:formId': { summary: 'Requests: discards a draft', query: ofDraft },
  'POST /api/requests/submissions': {
    summary: 'Requests: submits one, once per Idempotency-Key',
    body: Submit,
    status: 201,
    response: SubmissionDetail,
  },
  'POST /api/requests/submissions/:id/resubmit': {
    summary: 'Requests: submits one again with changed answers',
    body: Resubmit,
    response: SubmissionDetail,
  },
  'POST /api/requests/submissions/:id/resubmit/effect': {
    summary: 'Requests: what submitting one again with changed answers does with what was paid; changes nothing',
    body: Resubmit,
    response: Type.Object({ ...MoneyEffect.properties, dueCents: Type.Count }),
  },
  'GET /api/requests/submissions': {
    summary: 'Requests: those that the caller can see, with names; parameters as for a list',
    query: Type.Object({
      filter: listText,
      range: Type.Optional(Type.String({ maxLength: 60 })),
      sort: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    response: Type.Array(SubmissionSummary),
  },
  'GET /api/requests/submissions/export': {
    summary: 'Requests: CSV with a column for each question; parameters as for an export',
    query: Type.Object({ filter: listText, sort: listText, fields: listText, names: listText }),
    content: 'text/csv',
  },
  'GET /api/requests/submissions/:id': {
    summary: 'Requests: one; `role` narrows what is shown',
    query: Type.Object({ role: Type.Optional(Type.String({ maxLength: 60 })) }),
    response: SubmissionDetail,
  },
});

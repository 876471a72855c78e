import { STAFF_KINDS } from '../messages/messages.ts';
import { MESSAGE_LENGTH, MOST_MESSAGE_FILES } from '../requests/conversation.ts';
import { calls } from './call.ts';
import { SubmissionDetail } from './requests.ts';
import { Type, type Static } from './type.ts';

const text = Type.String({ maxLength: MESSAGE_LENGTH });
/** Ids of uploads: POST /api/files?submission={id}. */
const files = Type.Optional(
  Type.Array(Type.String({ format: 'uuid' }), { maxItems: MOST_MESSAGE_FILES, uniqueItems: true }),
);
const SendMessage = Type.Object({
  kind: Type.Enum(STAFF_KINDS),
  text,
  files,
  /** Of staff: the id of the newest message that they have seen; 0: of none. */
  after: Type.Optional(Type.Count),
});
export type SendMessage = Static<typeof SendMessage>;

const AnswerMessage = Type.Object({
  text,
  files,
  /** Of a Confirmation. */
  outcome: Type.Optional(Type.Enum(['confirmed', 'declined'])),
});
export type AnswerMessage = Static<typeof AnswerMessage>;

const InternalNote = Type.Object({
  id: Type.Id,
  at: Type.Instant,
  who: Type.String(),
  text: Type.String(),
});
export type InternalNote = Static<typeof InternalNote>;

export const conversationCalls = calls({
  'POST /api/requests/submissions/:id/messages': {
    summary: 'Requests: sends a message, once per Idempotency-Key; 409 if someone has written after `after`',
    body: SendMessage,
    status: 201,
    response: SubmissionDetail,
  },
  'POST /api/requests/submissions/:id/messages/:messageId/answer': {
    summary: 'Requests: answers a message, once per Idempotency-Key; 409 if it no longer needs an answer',
    body: AnswerMessage,
    status: 201,
    response: SubmissionDetail,
  },
  'POST /api/requests/submissions/:id/messages/:messageId/withdraw': {
    summary: 'Requests: withdraws the question of a message',
    response: SubmissionDetail,
  },
  'GET /api/requests/submissions/:id/notes': {
    summary: 'Requests: internal notes, oldest first',
    response: Type.Array(InternalNote),
  },
  'POST /api/requests/submissions/:id/notes': {
    summary: 'Requests: adds an internal note, once per Idempotency-Key',
    body: Type.Object({ text }),
    status: 201,
    response: Type.Array(InternalNote),
  },
});

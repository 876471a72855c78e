/**
 * Wire types of the conversation about a request: messages between staff and its customer, which are part of the request's timeline, and
 * internal notes, which have calls of their own and are in no answer to a customer.
 */

import type { StaffKind } from '../messages/messages.ts';

export const MESSAGE_LENGTH = 5000;
export const MOST_MESSAGE_FILES = 10;

/**
 * POST /api/requests/submissions/{id}/messages -> 201 SubmissionDetail, with Idempotency-Key. 422 where the workflow does not allow to
 * ask now; 409 `requests.conversation-over` to a customer whose request is done, and `requests.written-meanwhile` to staff when somebody
 * else's message is newer than `after`.
 */
export interface SendMessage {
  kind: StaffKind;
  text: string;
  /** Ids of uploads: POST /api/files?submission={id}. */
  files?: string[];
  /** Of staff: the id of the newest message that they have seen; 0: of none. */
  after?: number;
}

/**
 * POST /api/requests/submissions/{id}/messages/{messageId}/answer -> 201 SubmissionDetail, with Idempotency-Key. 409
 * `requests.not-asked` when it has been answered, withdrawn or closed meanwhile.
 */
export interface AnswerMessage {
  text: string;
  files?: string[];
  /** Of a Confirmation. */
  outcome?: 'confirmed' | 'declined';
}

/** POST /api/requests/submissions/{id}/messages/{messageId}/withdraw -> SubmissionDetail. */

/** GET /api/requests/submissions/{id}/notes -> InternalNote[], the oldest first; POST { text } -> 201 InternalNote[]. */
export interface InternalNote {
  id: number;
  at: string;
  who: string;
  text: string;
}

/** GET /api/cannedReplies: as staff insert them. */
export interface CannedReply {
  id: number;
  title: string;
  kind: StaffKind;
  text: string;
}

/** What a canned reply may name in braces. */
export const REPLY_PLACEHOLDERS = ['customer', 'number', 'form'] as const;

const NAMED = /\{([A-Za-z][A-Za-z0-9]*)\}/g;

/** The names in braces that no canned reply can fill in. */
export function unknownPlaceholders(text: string): string[] {
  const known: readonly string[] = REPLY_PLACEHOLDERS;
  return [...new Set([...text.matchAll(NAMED)].map(([, name = '']) => name))].filter((name) => !known.includes(name));
}

/** A canned reply with its placeholders filled in. What the values contain is not filled in again. */
export function filledReply(text: string, values: Record<(typeof REPLY_PLACEHOLDERS)[number], string>): string {
  const known: Readonly<Record<string, string>> = values;
  return text.replace(NAMED, (whole, name: string) => (Object.hasOwn(known, name) ? (known[name] ?? whole) : whole));
}

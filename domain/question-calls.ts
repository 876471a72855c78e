import type { StoredFile } from './calls/files.ts';
import type { Answers, RequestFormSchema } from './requests/request-form.ts';

/** What a session asks of who signs up: the questions of its event, and accessibility wishes. */

/**
 * The body of POST /api/events/instances/:id/tickets (optional there) and of PUT /api/events/tickets/:id/answers. 422 with a message for
 * each faulty answer; 409 `events.questions-changed` where another version is asked by now.
 */
export interface GivenAnswers {
  /** The version that was filled in, with its answers; both or none. */
  formVersionId?: number;
  answers?: Record<string, unknown>;
  /** An empty text removes them. */
  wishes?: string;
}
export const WISHES_LENGTH = 1000;

/** What is asked of the caller, and what is still to be answered. */
export interface Asks {
  /** The version that is asked now; null where there are no questions. */
  formVersionId: number | null;
  wishes: boolean;
  /** They have a ticket, and required questions that they have not been asked yet. */
  isMissing: boolean;
  /** They have a ticket, and may change what they answered. */
  canAnswer: boolean;
}

/** GET /api/events/sessions/:id/questions */
export interface SessionQuestions {
  version: { id: number; schema: RequestFormSchema; validator: string } | null;
  asksWishes: boolean;
  /** What the caller answered before, as far as it fits this version. */
  answers: Answers;
  /** What the caller has uploaded for the form. */
  files: StoredFile[];
  wishes: string;
}

/** What staff are told at the door. */
export interface SignupAnswers {
  /** Question and answer in words; null without any. */
  answers: string | null;
  wishes: string | null;
  files: StoredFile[];
  /** There are required questions that the person has not been asked. */
  answersMissing: boolean;
}

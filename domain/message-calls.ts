/** Wire types of a person's messages. Every call is about the caller's own. */

import type { AuthorKind, Delivery, MessageKind } from './messages/messages.ts';
import type { QuietHours } from './messages/quiet-hours.ts';

/** Messages about one record, or about none: "submissions-12", "general". */
export type ThreadKey = string;

export const GENERAL: ThreadKey = 'general';

export const BOXES = ['all', 'unread', 'archived'] as const;
/** all: what is not archived. */
export type Box = (typeof BOXES)[number];

/** GET /api/messages/threads?box=&q=&before= -> Threads, those with the newest message first. */
export interface Threads {
  threads: ThreadSummary[];
  /** For `before` of the next page; null: there are no more. */
  next: number | null;
  /** Mails to the reader's address come back, and are not sent any more. Absent where they do not. */
  addressFails?: true;
}

export interface ThreadSummary {
  key: ThreadKey;
  /** What it is about: "Poster #12". */
  title: string;
  /** In-app path of the record; null where there is none. */
  path: string | null;
  /** Of its newest message. */
  at: string;
  subject: string;
  /** The beginning of its words. */
  excerpt: string;
  from: string;
  count: number;
  unread: number;
  isArchived: boolean;
}

/** GET /api/messages/threads/{key}?before= -> Thread; `before`: only what is older than the message of this id. 404 where the caller has none. */
export interface Thread extends Pick<ThreadSummary, 'key' | 'title' | 'path' | 'isArchived'> {
  /** The oldest first; at most the 200 newest. */
  messages: Message[];
  /** How many are older than these. */
  earlier: number;
}

export interface Message {
  id: number;
  at: string;
  subject: string;
  /** Sanitised; in-app links are paths. */
  html: string;
  kind: MessageKind;
  from: { kind: AuthorKind; name: string };
  isOwn: boolean;
  isRead: boolean;
}

/** POST /api/messages/marks { keys, mark, messages? } -> Marked. Its opposite with what was marked takes it back. */
export const MARKS = ['read', 'unread', 'archived', 'kept'] as const;
export type Mark = (typeof MARKS)[number];
export interface MarkThreads {
  keys: ThreadKey[];
  mark: Mark;
  /** Ids of these messages of the threads alone. Default: all, of "unread" the newest. */
  messages?: number[];
}
/** The same of these messages, of whatever threads. */
export type MarkMessages = Required<Omit<MarkThreads, 'keys'>>;
/** POST /api/messages/allRead -> Marked: reads all that is unread in threads that are not archived. */
export interface Marked {
  /** Ids of the messages that were not so before. */
  messages: number[];
}

/** GET /api/messages/choices -> Choices; PUT /api/messages/choices { category, delivery } -> Choices. */
export interface Choices {
  /** The address to which mail goes; null: none is known. */
  address: string | null;
  /** Mails to it come back, and are not sent any more. Absent where they do not. */
  addressFails?: true;
  categories: {
    key: string;
    label: string;
    description: string;
    isRequired: boolean;
    /** Which of its messages come whatever is chosen; null: none. */
    mandatoryNote: string | null;
    delivery: Delivery;
  }[];
  quiet: QuietChoice;
}

export const QUIET_MODES = ['site', 'none', 'own'] as const;
/** site: as the site has it, which is what everybody begins with. */
export type QuietMode = (typeof QUIET_MODES)[number];

/** When no mail is sent at once. PUT /api/messages/quiet { mode, hours? } -> Choices; hours with "own" alone. */
export interface QuietChoice {
  mode: QuietMode;
  /** With the mode "own". */
  hours: QuietHours | null;
  /** null: the site has none. */
  site: QuietHours | null;
}

/**
 * GET /api/messages/linked/choices?link= -> LinkedChoices; PUT with { category, delivery } -> LinkedChoices, and
 * PUT /api/messages/linked/quiet?link= likewise. The link of a mail, for its
 * reader alone and without an account. 404 for every link that does not hold.
 */
export interface LinkedChoices extends Choices {
  /** The category that the link is there to turn off, DAILY_MAIL: all that come once a day; null: none in particular. */
  category: string | null;
  /** Whose session the call has: nobody's, that of the link's person, or another one's. Only the person's own sees the whole address. */
  session: 'none' | 'own' | 'other';
}

const KEY = /^([a-z][A-Za-z0-9_]{0,59})-([1-9]\d{0,14})$/;

/** The record of a key; null for what is about none; undefined for what is no key. */
export function readThreadKey(key: string): { resource: string; id: number } | null | undefined {
  if (key === GENERAL) return null;
  const [, resource, id] = KEY.exec(key) ?? [];
  return resource === undefined ? undefined : { resource, id: Number(id) };
}

export function threadKey(about: string | null, aboutId: number | null): ThreadKey {
  return about === null || aboutId === null ? GENERAL : `${about}-${aboutId}`;
}

/** The outbox as staff see it: states of a mail, what may be done with it, and the answers of /api/mails. */

export const MAIL_STATES = [
  'queued',
  'digest',
  'sending',
  'sent',
  'deferred',
  'refused',
  'unknown',
  'suppressed',
  'cancelled',
] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Given up: they wait for a decision. */
export const DEAD_LETTERS = ['refused', 'unknown'] as const satisfies readonly MailState[];

/** Counts are exact up to this number; this number plus one means more. */
export const MOST_COUNTED_MAILS = 100_000;

export interface MailOutage {
  since: string;
  triedAt: string;
  /** No attempt is made before. */
  nextAt: string;
  /** null: the connection was lost after a mail was handed over. */
  answer: string | null;
}

/** GET /api/mails/overview */
export interface MailOverview {
  /** Of the mails that the caller may read, at most MOST_COUNTED_MAILS + 1 each. */
  counts: Record<MailState, number>;
  /** false: there is no mail server, and mails stay in the outbox. */
  isSending: boolean;
  outage: MailOutage | null;
  categories: { key: string; label: string }[];
}

/** GET /api/mails/{id}/content: a mail as it is sent, without links that identify its reader. */
export interface MailContent {
  /** confidential: only administrators read it. gone: its message was deleted. */
  withheld: 'confidential' | 'gone' | null;
  /** Name and value, in the order of the mail. */
  headers: [name: string, value: string][];
  text: string;
  attachments: { name: string; type: string; bytes: number }[];
  /** Mails to its address are not sent. */
  isSuppressed: boolean;
}

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

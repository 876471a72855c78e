/** How an announcement reaches a person, by their own choice. portal: also without an address. */
export const WAYS = ['mail', 'digest', 'portal', 'none'] as const;
export type Way = (typeof WAYS)[number];

/** waiting: it can be retracted. */
export const ANNOUNCEMENT_STATES = ['waiting', 'sending', 'sent', 'cancelled'] as const;

/**
 * waiting: not their turn yet. mailed, mailWaiting, mailFailed: the mail was sent, will be, or was refused. daily: for their daily mail.
 * portal: no mail, by choice or for want of an address. none: nothing, by choice. left: the account was no longer active.
 */
export const OUTCOMES = ['waiting', 'mailed', 'mailWaiting', 'mailFailed', 'daily', 'portal', 'none', 'left'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const RECIPIENT_FILTERS = ['all', 'read', 'unread', ...OUTCOMES] as const;
export type RecipientFilter = (typeof RECIPIENT_FILTERS)[number];

/** Of one page of people or recipients. */
export const PEOPLE_PAGE = 50;

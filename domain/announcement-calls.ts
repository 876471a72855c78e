/** Wire types of announcements: what staff write to the people whom a list leads to. */

/** The rows of a list that its `recipients` makes people of: the filter as in GET /api/{source}, with the same rights. */
export interface Selection {
  source: string;
  filter: Record<string, unknown>;
}

/** What becomes of an announcement for a person, by their own choice. portal: also whoever has no address to which mail is sent. */
export const WAYS = ['mail', 'digest', 'portal', 'none'] as const;
export type Way = (typeof WAYS)[number];

/** POST /api/announcements/preview Selection -> Preview. */
export interface Preview {
  /** Of the active accounts: to whom it goes. */
  people: number;
  ways: Record<Way, number>;
  /** Of those who find it in the portal alone: how many have no address. */
  unaddressed: number;
  /** And to how many addresses no mail is sent, because it comes back. */
  failing: number;
  /** Selected, but left out: the account is not active. */
  inactive: number;
}

/** POST /api/announcements/people Selection & { q?, start } -> People, by name. */
export interface People {
  people: { id: number; name: string; way: Way; addressFails: boolean }[];
  total: number;
}

/** POST /api/announcements/send -> { id }, once per Idempotency-Key. */
export interface SendAnnouncement extends Selection {
  subject: string;
  /** Rich text. */
  html: string;
}

export const ANNOUNCEMENT_STATES = ['waiting', 'sending', 'sent', 'cancelled'] as const;
/** waiting: it can be taken back. */
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];

/**
 * waiting: not their turn yet. mailed, mailWaiting, mailFailed: the mail was sent, will be, or was refused. daily: for their daily mail.
 * portal: no mail, by choice or for want of an address. none: nothing, by choice. left: the account was no longer active.
 */
export const OUTCOMES = ['waiting', 'mailed', 'mailWaiting', 'mailFailed', 'daily', 'portal', 'none', 'left'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** GET /api/announcements/{id}/delivery -> Delivery. POST /api/announcements/{id}/undo -> Delivery; 409 once it is being sent. */
export interface Delivery {
  id: number;
  subject: string;
  html: string;
  state: AnnouncementState;
  source: string;
  filter: Record<string, unknown>;
  sender: string | null;
  createdAt: string;
  /** Milliseconds for which it can still be taken back; 0: not any more. */
  undoFor: number;
  /** Whether the caller may: not everybody who reads it. */
  mayTakeBack: boolean;
  sentAt: string | null;
  people: number;
  /** In the portal. */
  read: number;
  outcomes: Record<Outcome, number>;
}

export const RECIPIENT_FILTERS = ['all', 'read', 'unread', ...OUTCOMES] as const;
export type RecipientFilter = (typeof RECIPIENT_FILTERS)[number];

/** GET /api/announcements/{id}/recipients?show=&q=&start= -> Recipients, by name. */
export interface Recipients {
  recipients: {
    id: number;
    /** null: an account that the caller may not see. */
    name: string | null;
    outcome: Outcome;
    readAt: string | null;
    /** The server's answer to a mail that failed. */
    answer: string | null;
  }[];
  total: number;
}

/** Of one page of people or recipients. */
export const PEOPLE_PAGE = 50;

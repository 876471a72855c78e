/** What reaches people: the events that are told, by which ways, and how a thread of messages is described on the wire. */

import type { MessageTemplate, Placeholder } from './message-template.ts';

export const AUTHOR_KINDS = ['Customer', 'Staff', 'System'] as const;
export type AuthorKind = (typeof AUTHOR_KINDS)[number];

/** What becomes of a message that asks something. closed: the request has gone on without an answer. */
export const ASK_STATES = ['open', 'answered', 'confirmed', 'declined', 'withdrawn', 'closed'] as const;
export type AskState = (typeof ASK_STATES)[number];

export const MESSAGE_KINDS = [
  'Question',
  'Confirmation',
  'Cancel',
  'Resubmit',
  'Default',
  'Override',
  'StatusUpdate',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** What staff may send. Those but Default ask something: the request waits for its customer until all are answered. */
export const STAFF_KINDS = [
  'Default',
  'Question',
  'Confirmation',
  'Resubmit',
] as const satisfies readonly MessageKind[];
export type StaffKind = (typeof STAFF_KINDS)[number];

/**
 * What a person chooses for a category. Each way contains those after it: whoever gets mail finds the message in the portal too.
 * mail: at once. digest: one mail a day. portal: no mail. none: not even there.
 */
export const DELIVERIES = ['mail', 'digest', 'portal', 'none'] as const;
export type Delivery = (typeof DELIVERIES)[number];

export function isMailed(delivery: Delivery): boolean {
  return delivery === 'mail' || delivery === 'digest';
}

/** The category of a daily mail, which brings messages of several. */
export const DAILY_MAIL = 'digest';

/** config/messages/categories.json: what a person chooses for. */
export interface MessageCategory {
  key: string;
  label: string;
  description: string;
  /** Must be sent: it has no choice but `default`. */
  isRequired: boolean;
  /** Which of its messages are mandatory, in words for its reader; null where none is. */
  mandatoryNote: string | null;
  /** Comes at once even in quiet hours, as what must be sent does. */
  isUrgent: boolean;
  /** Its mails may hold secrets: in the outbox only administrators read them. */
  isConfidential: boolean;
  /** Whom it can concern: who holds one of them chooses. Empty: everybody. */
  roles: readonly string[];
  default: Delivery;
}

/**
 * Mailed immediately, whatever its reader has chosen, since it has a deadline or changes when and where they are expected. byOthers:
 * unless the reader did it.
 */
export type Mandatory = 'always' | 'byOthers';

/** config/messages/events/{key}.json: something that happens, of which people are told. */
export interface MessageEvent {
  key: string;
  label: string;
  category: string;
  kind: MessageKind;
  /** null: its reader chooses. */
  mandatory: Mandatory | null;
  placeholders: Readonly<Record<string, Placeholder>>;
  /** By audience: "customer", "staff". Which accounts these are the feature says. */
  templates: Readonly<Record<string, MessageTemplate>>;
}

export interface Messages {
  categories: readonly MessageCategory[];
  events: ReadonlyMap<string, MessageEvent>;
}

/** Placeholders of every event. */
export const COMMON_PLACEHOLDERS = {
  recipientName: { title: 'Name of who reads it', kind: 'text' },
  siteName: { title: 'Name of this site', kind: 'text' },
} as const satisfies Record<string, Placeholder>;

/** What a person has chosen, or what the category begins with. */
export function deliveryFor(category: MessageCategory, chosen: Delivery | undefined): Delivery {
  return category.isRequired ? category.default : (chosen ?? category.default);
}

/** Whether the message is sent immediately regardless of choices, the daily mail and quiet hours. */
export function isMandatory(
  { isRequired }: Pick<MessageCategory, 'isRequired'>,
  { mandatory }: Pick<MessageEvent, 'mandatory'>,
  isOwnAct: boolean,
): boolean {
  return isRequired || mandatory === 'always' || (mandatory === 'byOthers' && !isOwnAct);
}

/** The event whose mail carries the link by which its reader confirms an address. */
export const ADDRESS_CONFIRMATION = 'addressConfirmation';

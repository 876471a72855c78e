/** Message events, the ways of delivery, and threads of messages on the wire. */

import type { MessageTemplate, Placeholder } from './message-template.ts';

export const AUTHOR_KINDS = ['Customer', 'Staff', 'System'] as const;
export type AuthorKind = (typeof AUTHOR_KINDS)[number];

/** States of a message that asks something. closed: the request went on without an answer. */
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

/**
 * Kinds that staff can send. All but Default ask something: the request waits for its customer until all are answered.
 */
export const STAFF_KINDS = [
  'Default',
  'Question',
  'Confirmation',
  'Resubmit',
] as const satisfies readonly MessageKind[];
export type StaffKind = (typeof STAFF_KINDS)[number];

/**
 * A person's choice for a category. Each way contains those after it: people who get mail find the message in the
 * portal too. mail: immediately. digest: one mail a day. portal: no mail. none: nowhere.
 */
export const DELIVERIES = ['mail', 'digest', 'portal', 'none'] as const;
export type Delivery = (typeof DELIVERIES)[number];

export function isMailed(delivery: Delivery): boolean {
  return delivery === 'mail' || delivery === 'digest';
}

/** The category of daily mails, whose messages have several. */
export const DAILY_MAIL = 'digest';

/** config/messages/categories.json */
export interface MessageCategory {
  key: string;
  label: string;
  description: string;
  /** Always sent: it has no choice but `default`. */
  isRequired: boolean;
  /** Which of its messages are mandatory, in words for its reader; null where none is. */
  mandatoryNote: string | null;
  /** Immediate even in quiet hours, as required messages are. */
  isUrgent: boolean;
  /** Its mails may hold secrets: only administrators read them in the outbox. */
  isConfidential: boolean;
  /** Roles whose holders can get it. Empty: everyone. */
  roles: readonly string[];
  default: Delivery;
}

/**
 * Mailed immediately, regardless of choices, since it has a deadline or changes when and where its reader is expected.
 * byOthers: unless the reader did it.
 */
export type Mandatory = 'always' | 'byOthers';

/** config/messages/events/{key}.json: something that people are notified of. */
export interface MessageEvent {
  key: string;
  label: string;
  category: string;
  kind: MessageKind;
  /** null: its reader chooses. */
  mandatory: Mandatory | null;
  /** Neither the daily mail nor quiet hours delay its mail. */
  isImmediate: boolean;
  placeholders: Readonly<Record<string, Placeholder>>;
  /** By audience: "customer", "staff". The feature selects the accounts. */
  templates: Readonly<Record<string, MessageTemplate>>;
}

export interface Messages {
  categories: readonly MessageCategory[];
  events: ReadonlyMap<string, MessageEvent>;
}

/** Placeholders of every event. */
export const COMMON_PLACEHOLDERS = {
  recipientName: { title: 'Recipient’s name', kind: 'text' },
  siteName: { title: 'Name of this site', kind: 'text' },
} as const satisfies Record<string, Placeholder>;

/** The person's choice, or the category's default. */
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

/** The event whose mail confirms an address. */
export const ADDRESS_CONFIRMATION = 'addressConfirmation';
/** The events whose mails have a link that sets the password of an account. */
export const PASSWORD_INVITATION = 'passwordInvitation';
export const PASSWORD_RESET = 'passwordReset';

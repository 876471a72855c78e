/** Wire types of the templates of messages, which staff edit. `permission`: messageTemplates, read or create. */

import type { MessageTemplate, Placeholder } from './messages/message-template.ts';

/**
 * shipped: the text of config/messages/events is used. changed: what staff have saved. faulty: staff have saved one that the event's
 * declaration no longer allows, so the shipped one is used.
 */
export const TEMPLATE_STATES = ['shipped', 'changed', 'faulty'] as const;
export type TemplateState = (typeof TEMPLATE_STATES)[number];

/** GET /api/messageEvents -> TemplateSummary[] */
export interface TemplateSummary {
  event: string;
  audience: string;
  /** Of the event: "A request is made". */
  label: string;
  /** Label of its category. */
  category: string;
  /** Of the template that is used. */
  subject: string;
  state: TemplateState;
  /** Number of the last saved version; 0: none. */
  version: number;
  savedAt: string | null;
  savedBy: string | null;
  /** The shipped template is another than when the saved one was written. */
  isShippedNewer: boolean;
}

/** GET /api/messageEvents/{event}/{audience} -> TemplateDetail */
export interface TemplateDetail extends TemplateSummary {
  placeholders: Record<string, Placeholder>;
  /** What an editor begins with: the saved template, also a faulty one; else the shipped one. */
  current: MessageTemplate;
  shipped: MessageTemplate;
  /** The shipped template as it was when the saved one was written; null: nothing is saved. */
  shippedThen: MessageTemplate | null;
  /** Why a saved template is not used, by field. */
  faults: Partial<Record<keyof MessageTemplate, string>>;
  /** The newest first, at most 100. */
  versions: TemplateVersion[];
  canSave: boolean;
  /** The caller's own address, for tests; null: none is known. */
  address: string | null;
  /** Without one, mails stay in the outbox. */
  hasMailServer: boolean;
}

export interface TemplateVersion {
  number: number;
  /** null: from then on, the shipped one. */
  template: MessageTemplate | null;
  savedAt: string;
  savedBy: string | null;
}

/**
 * POST /api/messageEvents/{event}/{audience}/versions { version, template } -> TemplateDetail. `version`: the number that it was written
 * over; 412 where that is no longer the last one. 422 with `errors` by field where it cannot be sent. `template` null: the shipped one.
 */
export interface SaveTemplate {
  version: number;
  template: MessageTemplate | null;
}

/** GET /api/messageEvents/{event}/{audience}/messages -> SentMessage[]: the newest that the caller may see. */
export interface SentMessage {
  id: number;
  at: string;
  subject: string;
  /** Names of those that it reached, at most three. */
  to: string[];
}

/** POST /api/messageEvents/{event}/{audience}/preview TryTemplate -> TemplatePreview; .../test TryTemplate -> TestMail */
export interface TryTemplate {
  template: MessageTemplate;
  /** Whose values are filled in; null: examples. */
  messageId: number | null;
}

export interface TemplatePreview {
  subject: string;
  /** Whole documents, as they are mailed. */
  html: { light: string; dark: string };
  text: string;
  /** The values are examples. */
  isExample: boolean;
  /** What prevents it from being saved, by field. It is shown all the same. */
  faults: Partial<Record<keyof MessageTemplate, string>>;
}

export interface TestMail {
  address: string;
  /** False: there is no mail server, and it stays in the outbox. */
  isSent: boolean;
}

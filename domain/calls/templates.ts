import type { Placeholder } from '../messages/message-template.ts';
import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

/** What is too long is reported at its field, so more is accepted than can be saved. */
const Text = Type.String({ maxLength: 500_000 });
const Template = Type.Object({ subject: Text, body: Text });
const TemplateFaults = Type.Partial(Type.Each(['subject', 'body'], Type.String()));

/**
 * shipped: the text of config/messages/events is used. changed: what staff have saved. faulty: staff have saved one that the event's
 * declaration no longer allows, so the shipped one is used.
 */
const TemplateState = Type.Enum(['shipped', 'changed', 'faulty']);
export type TemplateState = Static<typeof TemplateState>;

const TemplateSummary = Type.Object({
  event: Type.String(),
  audience: Type.String(),
  /** Of the event: "A request is made". */
  label: Type.String(),
  /** Label of its category. */
  category: Type.String(),
  /** Of the template that is used. */
  subject: Type.String(),
  state: TemplateState,
  /** Number of the last saved version; 0: none. */
  version: Type.Count,
  savedAt: Type.Nullable(Type.Instant),
  savedBy: Type.Nullable(Type.String()),
  /** The shipped template is another than when the saved one was written. */
  isShippedNewer: Type.Boolean(),
});
export type TemplateSummary = Static<typeof TemplateSummary>;

const TemplateVersion = Type.Object({
  number: Type.Count,
  /** null: from then on, the shipped one. */
  template: Type.Nullable(Template),
  savedAt: Type.Instant,
  savedBy: Type.Nullable(Type.String()),
});
export type TemplateVersion = Static<typeof TemplateVersion>;

const TemplateDetail = Type.Object({
  ...TemplateSummary.properties,
  placeholders: Type.Dictionary(
    Type.Object({ title: Type.String(), kind: Type.Unsafe<Placeholder['kind']>({ type: 'string' }) }),
  ),
  /** What an editor begins with: the saved template, also a faulty one; else the shipped one. */
  current: Template,
  shipped: Template,
  /** The shipped template as it was when the saved one was written; null: nothing is saved. */
  shippedThen: Type.Nullable(Template),
  /** Why a saved template is not used, by field. */
  faults: TemplateFaults,
  /** The newest first, at most 100. */
  versions: Type.Array(TemplateVersion),
  canSave: Type.Boolean(),
  /** The caller's own address, for tests; null: none is known. */
  address: Type.Nullable(Type.String()),
  /** Without one, mails stay in the outbox. */
  hasMailServer: Type.Boolean(),
});
export type TemplateDetail = Static<typeof TemplateDetail>;

const SaveTemplate = Type.Object({
  version: Type.Integer({ minimum: 0, maximum: 2_000_000_000 }),
  template: Type.Nullable(Template),
});
export type SaveTemplate = Static<typeof SaveTemplate>;

const SentMessage = Type.Object({
  id: Type.Id,
  at: Type.Instant,
  subject: Type.String(),
  /** Names of those that it reached, at most three. */
  to: Type.Array(Type.String()),
});
export type SentMessage = Static<typeof SentMessage>;

const TryTemplate = Type.Object({
  template: Template,
  /** Whose values are filled in; null: examples. */
  messageId: Type.Nullable(Type.Id),
});
export type TryTemplate = Static<typeof TryTemplate>;

const TemplatePreview = Type.Object({
  subject: Type.String(),
  /** Whole documents, as they are mailed. */
  html: Type.Object({
    light: Type.String(),
    dark: Type.String(),
  }),
  text: Type.String(),
  /** The values are examples. */
  isExample: Type.Boolean(),
  /** What prevents it from being saved, by field. It is shown all the same. */
  faults: TemplateFaults,
});
export type TemplatePreview = Static<typeof TemplatePreview>;

const TestMail = Type.Object({
  address: Type.String(),
  /** False: there is no mail server, and it stays in the outbox. */
  isSent: Type.Boolean(),
});
export type TestMail = Static<typeof TestMail>;

const Key = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,59}$' });
const params = Type.Object({ event: Key, audience: Key });

export const templateCalls = calls({
  'GET /api/messageEvents': {
    summary: 'Message templates: all events and audiences',
    response: Type.Array(TemplateSummary),
  },
  'GET /api/messageEvents/:event/:audience': {
    summary: 'Message template: its texts, placeholders and versions',
    params,
    response: TemplateDetail,
  },
  'POST /api/messageEvents/:event/:audience/versions': {
    summary: 'Message template: saves the next version, based on the given one; 412 if there is a newer one',
    params,
    body: SaveTemplate,
    response: TemplateDetail,
  },
  'GET /api/messageEvents/:event/:audience/messages': {
    summary: 'Message template: sent messages for a preview',
    params,
    response: Type.Array(SentMessage),
  },
  'POST /api/messageEvents/:event/:audience/preview': {
    summary: 'Message template: how a text would be emailed',
    params,
    body: TryTemplate,
    response: TemplatePreview,
  },
  'POST /api/messageEvents/:event/:audience/test': {
    summary: 'Message template: sends a text to the caller',
    params,
    body: TryTemplate,
    response: TestMail,
  },
});

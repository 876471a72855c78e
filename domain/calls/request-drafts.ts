import { COST_TYPES, type Answers, type RequestFormSchema } from '../requests/request-form.ts';
import { Type, type Static } from './type.ts';

/** A form as its version froze it. */
export const FormSchema = Type.Unsafe<RequestFormSchema>({ type: 'object' });
export const AnswerData = Type.Unsafe<Answers>({ type: 'object', maxProperties: 1000 });

/** One version of a form, with the address of its compiled validator. */
export const OpenVersion = Type.Object({
  id: Type.Id,
  number: Type.Count,
  costType: Type.Enum(COST_TYPES),
  schema: FormSchema,
  validator: Type.String(),
});
export type OpenVersion = Static<typeof OpenVersion>;

/** A draft that was begun on an earlier version of the form. */
export const EarlierDraft = Type.Object({
  version: OpenVersion,
  /** The answers as entered on that version. */
  data: AnswerData,
  /** Deadline (ISO instant) for finishing it unchanged; null once it has passed. */
  finishUntil: Type.Nullable(Type.Instant),
});
export type EarlierDraft = Static<typeof EarlierDraft>;

export const Draft = Type.Object({
  formId: Type.Id,
  formVersionId: Type.Id,
  /** Number of saves, starting at 1. */
  version: Type.Count,
  data: AnswerData,
  updatedAt: Type.Instant,
});
export type Draft = Static<typeof Draft>;

/** A draft by its form. */
export const DraftSummary = Type.Object({
  formId: Type.Id,
  /** The request whose answers are being changed; 0: a new one. */
  submissionId: Type.Count,
  name: Type.String(),
  title: Type.String(),
  updatedAt: Type.Instant,
});
export type DraftSummary = Static<typeof DraftSummary>;

/**
 * The current answers and the version they derive from. If the stored draft has changed since, both are merged by field and the
 * response is the merged draft. If both changed the same field, nothing is stored: 409 `requests.draft-conflict` with the stored draft
 * as `current` and the fields as `errors`. 409 `requests.draft-gone` when it was submitted or discarded.
 */
export const SaveDraft = Type.Object({
  formVersionId: Type.Id,
  data: AnswerData,
  /** The draft that `data` derives from, as it was read; version 0 and the initial answers when none was stored. */
  base: Type.Optional(Type.Object({ version: Type.Count, data: AnswerData })),
});
export type SaveDraft = Static<typeof SaveDraft>;

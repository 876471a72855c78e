import { DISCOUNT_SCOPES } from '../payments/discounts.ts';
import { StoredFile } from './files.ts';
import { AnswerData, Draft, EarlierDraft, OpenVersion } from './request-drafts.ts';
import { Type, type Static } from './type.ts';

/** What the page of a form needs. */
export const OpenForm = Type.Object({
  form: Type.Object({
    id: Type.Id,
    name: Type.String(),
    title: Type.String(),
    description: Type.Nullable(Type.String()),
  }),
  group: Type.Nullable(
    Type.Object({
      id: Type.Id,
      name: Type.String(),
      title: Type.String(),
    }),
  ),
  version: OpenVersion,
  /** The draft, reduced to answers that fit `version`. */
  draft: Type.Nullable(Draft),
  /** The original draft, when it was begun on a version that `version` has replaced. */
  earlier: Type.Nullable(EarlierDraft),
  /** The answers of the request that is changed. */
  submitted: Type.Nullable(AnswerData),
  /** With which the form computes the viewer's price. */
  pricing: Type.Object({
    discounts: Type.Array(
      Type.Object({
        id: Type.Id,
        name: Type.String(),
        percent: Type.Nullable(Type.Number()),
        amountCents: Type.Nullable(Type.Count),
        scope: Type.Enum(DISCOUNT_SCOPES),
        formId: Type.Nullable(Type.Id),
        storeItemId: Type.Nullable(Type.Id),
        eventId: Type.Nullable(Type.Id),
        categoryId: Type.Nullable(Type.Id),
      }),
    ),
    rate: Type.Nullable(Type.Object({ name: Type.String(), percent: Type.Number() })),
    isTaxIncluded: Type.Boolean(),
  }),
  /** Whether the viewer can submit it for someone else. */
  canChooseCustomer: Type.Boolean(),
  /** Why it cannot be submitted now ("Opens 3 March"); null when it can. */
  closed: Type.Nullable(Type.String()),
  /** Files referenced by the draft or by the resubmitted answers. */
  files: Type.Array(StoredFile),
});
export type OpenForm = Static<typeof OpenForm>;

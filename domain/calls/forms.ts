import type { RequestFormSchema } from '../requests/request-form.ts';
import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

const Faults = Type.Array(Type.Object({ pointer: Type.String(), message: Type.String() }));

const Published = Type.Object({
  formVersionId: Type.Id,
  number: Type.Count,
  version: Type.Count,
  openRequests: Type.Count,
});
export type Published = Static<typeof Published>;

const FormPreview = Type.Object({
  /** As given where it has faults. */
  schema: Type.Unsafe<RequestFormSchema>(),
  validator: Type.Nullable(Type.String()),
  faults: Faults,
});
export type FormPreview = Static<typeof FormPreview>;

const PublishPlan = Type.Object({
  faults: Faults,
  openRequests: Type.Count,
});
export type PublishPlan = Static<typeof PublishPlan>;

const Publication = Type.Object({
  /** Of the form's row. */
  version: Type.Integer({ minimum: 1 }),
  /** How long drafts of earlier versions can be finished; default: as the form says. */
  draftDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 365 })),
});
export type Publication = Static<typeof Publication>;

export const formCalls = calls({
  'POST /api/forms/:id/publish': {
    summary: 'Forms: publishes the saved draft as the next version',
    body: Publication,
    response: Published,
  },
  'GET /api/forms/:id/publish': {
    summary: 'Forms: what prevents publishing, and how many open requests keep their versions',
    response: PublishPlan,
  },
  'POST /api/forms/:id/preview': {
    summary: 'Forms: the validator of an unpublished schema, or its faults',
    body: Type.Object({ schema: Type.Unsafe() }),
    response: FormPreview,
  },
});

import type { RequestFormSchema } from '../requests/request-form.ts';
import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

const Faults = Type.Array(Type.Object({ pointer: Type.String(), message: Type.String() }));

const FormPreview = Type.Object({
  /** As given where it has faults. */
  schema: Type.Unsafe<RequestFormSchema>(),
  validator: Type.Nullable(Type.String()),
  faults: Faults,
});
export type FormPreview = Static<typeof FormPreview>;

export const formCalls = calls({
  'POST /api/forms/:id/preview': {
    summary: 'Forms: the validator of an unpublished schema, or its faults',
    body: Type.Object({ schema: Type.Unsafe() }),
    response: FormPreview,
  },
});

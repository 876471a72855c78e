import type { ReactNode } from 'react';
import type { FormSection } from '../../domain/model.ts';
import type { FieldErrors, FormData, FormServices } from './formServices.ts';
import type { FormSchema } from './formSchema.ts';

export interface SchemaFormProps {
  schema: FormSchema;
  /** Address of the validator that the server compiled; null: only the server checks. */
  validatorUrl: string | null;
  /** The very schema that was compiled, where it differs from the one that is shown. */
  compiledSchema?: object;
  data: FormData;
  /** The whole data after a change, and the name of the field that changed. */
  onChange: (data: FormData, field: string) => void;
  /** Called with data that passed the check. */
  onSubmit: (data: FormData) => void;
  /** `errors` of a Problem: shown beside their fields until these change. Hand over a new object for each refusal. */
  serverErrors?: Readonly<Record<string, unknown>> | undefined;
  /** The refusal is told in full somewhere else, which has the focus. Default: it goes to the form's summary. */
  isRefusalTold?: boolean;
  services: FormServices;
  /** IANA zone in which instants are shown and typed. */
  timezone: string;
  /** Default: one section with all fields in the schema's order. */
  sections?: readonly FormSection[];
  /** What an emptied field leaves behind. A merging PUT needs null. Default: absent. */
  cleared?: 'absent' | 'null';
  disabled?: boolean;
  /** Names of the fields to show for these data. Default: all. */
  visible?: (data: FormData) => ReadonlySet<string>;
  /** The data as they are checked and submitted: without what is hidden. */
  prune?: (data: FormData) => FormData;
  /** Where the form shows a place of the pruned data, if elsewhere. */
  placeOf?: (place: string, data: FormData) => string;
  /** Rules that the schema cannot say; their messages come before the schema's. */
  check?: (data: FormData) => FieldErrors;
  id?: string;
  className?: string;
  /** The actions under the fields: a button of type submit, at least. */
  children?: ReactNode;
}

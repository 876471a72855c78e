import type { ReactNode } from 'react';
import type { FormSection } from '../../domain/declarations/resource-config.ts';
import type { DayLimits, FieldErrors, FormData, FormServices, PickableDays } from './shared/formServices.ts';
import type { InsertedPart, SectionSummary } from './shared/FormEnvironment.ts';
import type { FormSchema } from './shared/formSchema.ts';

export interface SchemaFormProps {
  schema: FormSchema;
  /** Address of the compiled validator; null: the form checks what is required, the server everything else. */
  validatorUrl: string | null;
  /** The compiled schema, if it differs from the displayed one. */
  compiledSchema?: object;
  data: FormData;
  /** The whole data after a change, and the name of the changed field. */
  onChange: (data: FormData, field: string) => void;
  onSubmit: (data: FormData) => void;
  /** A problem's `errors`, shown at their fields until those change. Pass a new object for each refusal. */
  serverErrors?: Readonly<Record<string, unknown>> | undefined;
  /** The refusal is displayed and focused elsewhere. Default: in the form's summary. */
  isRefusalShown?: boolean;
  /** Whether errors are listed above the form, too. Default: true. */
  hasSummary?: boolean;
  services: FormServices;
  timezone: string;
  /** Default: one section with all fields in the schema's order. */
  sections?: readonly FormSection[];
  /** Lets sections collapse to a line. Default: all are open. */
  summarize?: SectionSummary;
  /** The value of a cleared field. A merging PUT needs null. Default: absent. */
  cleared?: 'absent' | 'null';
  disabled?: boolean;
  visible?: (data: FormData) => ReadonlySet<string>;
  /** Reduces the data to what is validated and submitted, without hidden fields. */
  prune?: (data: FormData) => FormData;
  /** Maps a place in the pruned data to the displayed one, if they differ. */
  displayedPlace?: (place: string, data: FormData) => string;
  pickable?: PickableDays;
  /** Rules that the schema cannot express; their messages take precedence. */
  check?: (data: FormData) => FieldErrors;
  /** Rules that need an answer of the server; not asked where others are broken. */
  checkLater?: (data: FormData) => Promise<FieldErrors>;
  dayLimits?: (field: string, data: FormData) => DayLimits;
  inserted?: InsertedPart | undefined;
  id?: string;
  className?: string;
  children?: ReactNode;
}

import { createContext, useContext, type ReactNode } from 'react';
import type { FormSection } from '../../../domain/declarations/resource-config.ts';
import type { StoredFile } from '../../../domain/calls/files.ts';
import type { DayLimits, FieldErrors, FormData, FormServices, PickableDays } from './formServices.ts';

/** Shared by the widgets of a form; changes only with the form itself, never while typing. */
export interface FormEnvironment {
  services: FormServices;
  timezone: string;
  /** Stored files by id: the initial ones and those uploaded since. */
  files: Map<string, StoredFile>;
  /** The days that a list of dates accepts, given the form's data. Default: all. */
  pickable?: PickableDays | undefined;
  /** The days that a date accepts, given the form's data. Default: all. */
  dayLimits?: ((field: string, data: FormData) => DayLimits) | undefined;
  /** A busy field (an upload) delays submission. */
  setBusy: (field: string, busy: boolean) => void;
}

export const FormEnvironmentContext = createContext<FormEnvironment | null>(null);

export function useFormEnvironment(): FormEnvironment {
  const environment = useContext(FormEnvironmentContext);
  if (!environment) throw new Error('A form widget is used outside SchemaForm');
  return environment;
}

/** The form's data, for inputs that depend on another field: they are rendered at each change. */
export const FormDataContext = createContext<Readonly<Record<string, unknown>>>({});

export const FormErrorsContext = createContext<FieldErrors>({});

/** Ordered sections and, for forms with show-if rules, the names of visible fields. */
export interface FormLayout {
  sections: readonly FormSection[];
  visible: ReadonlySet<string> | undefined;
  summarize?: SectionSummary | undefined;
}

/** What follows the section of a field that is not a field itself. */
export interface InsertedPart {
  after: string;
  content: ReactNode;
}

export const InsertedPartContext = createContext<InsertedPart | null>(null);

/** The values of these fields in one line. */
export type SectionSummary = (fields: readonly string[], data: FormData) => ReactNode;

export const FormLayoutContext = createContext<FormLayout>({ sections: [], visible: undefined });

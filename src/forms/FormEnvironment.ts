import { createContext, useContext } from 'react';
import type { FormSection } from '../../domain/model.ts';
import type { StoredFile } from '../../domain/request-calls.ts';
import type { FieldErrors, FormServices } from './formServices.ts';

/** What the widgets of one form share; it changes only when the form itself does, never while somebody types. */
export interface FormEnvironment {
  services: FormServices;
  /** IANA zone in which instants are shown and typed. */
  timezone: string;
  /** Name and size of stored files by id: those known at the start and those uploaded since. */
  files: Map<string, StoredFile>;
  /** A field that waits for something (an upload) holds back the form. */
  setBusy: (field: string, busy: boolean) => void;
}

export const FormEnvironmentContext = createContext<FormEnvironment | null>(null);

export function useFormEnvironment(): FormEnvironment {
  const environment = useContext(FormEnvironmentContext);
  if (!environment) throw new Error('A form widget is used outside SchemaForm');
  return environment;
}

/** What the form shows as wrong. */
export const FormErrorsContext = createContext<FieldErrors>({});

/** Sections in their order and, for forms with show-if rules, the names of the fields to show. */
export interface FormLayout {
  sections: readonly FormSection[];
  visible: ReadonlySet<string> | undefined;
}

export const FormLayoutContext = createContext<FormLayout>({ sections: [], visible: undefined });

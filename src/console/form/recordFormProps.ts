import type { ReactNode } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { InsertedPart } from '../../forms/shared/FormEnvironment.ts';
import type { FieldErrors, FormData } from '../../forms/shared/formServices.ts';

export interface RecordFormProps {
  /** id of the form element: the save shortcut submits it. */
  id: string;
  resource: ClientResource;
  mode: 'create' | 'update';
  data: FormData;
  /** The record as last read or saved, including fields that the form does not edit. */
  record?: Row;
  /** Default: all that the caller may write. */
  fields?: readonly string[] | undefined;
  /** IANA zone of the times. Default: the site's. */
  zone?: string | undefined;
  /** Rules that the schema cannot express. */
  check?: (data: FormData) => FieldErrors;
  onChange: (data: FormData) => void;
  onSubmit: (data: FormData) => void;
  /** The server's messages by field; a new object for each refusal. */
  serverErrors: Record<string, unknown> | undefined;
  inserted?: InsertedPart;
  children: ReactNode;
}

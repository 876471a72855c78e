import type { ReactNode } from 'react';
import type { ClientResource } from '../../../domain/client-model.ts';
import type { Row } from '../../../domain/model.ts';
import type { FormData } from '../../forms/formServices.ts';

/** What the create and edit pages need of the form inside them. */
export interface RecordFormProps {
  /** id of the form element: the save shortcut submits it. */
  id: string;
  resource: ClientResource;
  mode: 'create' | 'update';
  data: FormData;
  /** The record as last read or saved, with what the form does not edit. */
  record?: Row;
  onChange: (data: FormData) => void;
  /** Called with data that passed the form's own check. */
  onSubmit: (data: FormData) => void;
  /** The server's messages by field; a new object for each refusal. */
  serverErrors: Record<string, unknown> | undefined;
  /** The action bar. */
  children: ReactNode;
}

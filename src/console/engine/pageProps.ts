import type { To } from 'react-router-dom';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { FormData } from '../../forms/shared/formServices.ts';

/** Of a page of one record. */
export interface RecordPageProps {
  resource: ClientResource;
  id: string;
}

/** What the page that leads to a new record passes to it. */
export interface CreateState {
  cameFrom?: To;
  duplicateOf?: string | number;
  record?: FormData;
}

import type { CostType, RequestFormSchema } from '../../../../domain/requests/request-form.ts';
import { api } from '../../../app/api.ts';

/** API calls of the form editor. All throw ApiError. */

export interface Group {
  id: number;
  version: number;
  name: string;
  title: string;
  description: string | null;
  order: number;
  active: boolean;
}

export interface FormRow {
  id: number;
  version: number;
  name: string;
  title: string;
  description: string | null;
  groupId: number | null;
  costType: CostType;
  active: boolean;
  /** It is asked at sign-up, and takes no requests. */
  forEvents: boolean;
  order: number;
  currentVersionId: number | null;
}

export interface EditedForm extends FormRow {
  draftDays: number | null;
  draftSchema: RequestFormSchema | null;
}

export interface VersionRow {
  id: number;
  number: number;
  publishedAt: string;
  publishedById: number | null;
  costType: CostType;
}

const IN_ORDER = `range=${encodeURIComponent('[0,999]')}&sort=${encodeURIComponent('["order","ASC"]')}`;

export function listGroups(): Promise<Group[]> {
  return api(`/api/formGroups?${IN_ORDER}`);
}

export function listForms(): Promise<FormRow[]> {
  return api(`/api/forms?${IN_ORDER}`);
}

export function listVersions(formId: number): Promise<VersionRow[]> {
  return api(
    `/api/formVersions?filter=${encodeURIComponent(JSON.stringify({ formId }))}&range=${encodeURIComponent('[0,999]')}&sort=${encodeURIComponent('["number","DESC"]')}`,
  );
}

export function namedVersions(ids: readonly number[]): Promise<VersionRow[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : api(`/api/formVersions?filter=${encodeURIComponent(JSON.stringify({ id: ids }))}`);
}

export async function versionSchema(id: number): Promise<RequestFormSchema> {
  return (await api<{ schema: RequestFormSchema }>(`/api/formVersions/${id}`)).schema;
}

export function readForm(id: number): Promise<EditedForm> {
  return api(`/api/forms/${id}`);
}

/** Saves some fields of a row; throws 412 when it is no longer at `version`. */
export function save<Saved extends { version: number }>(
  resource: 'forms' | 'formGroups',
  { id, version }: { id: number; version: number },
  data: object,
): Promise<Saved> {
  return api(`/api/${resource}/${id}`, { method: 'PUT', json: data, headers: { 'if-match': `"${version}"` } });
}

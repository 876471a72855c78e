import type { Form, FormGroup, FormVersion } from '../../../../domain/generated/resources.ts';
import type { RequestFormSchema } from '../../../../domain/requests/request-form.ts';
import { api } from '../../../app/api.ts';
import { listRows, readRow } from '../../../app/rows.ts';

export type { FormGroup as Group, Form as FormRow, FormVersion as VersionRow };
export type EditedForm = Omit<Form, 'draftSchema'> & { draftSchema: RequestFormSchema | null };

export function listVersions(formId: number): Promise<FormVersion[]> {
  return listRows('formVersions', { filter: { formId }, sort: '-number' });
}

export async function versionSchema(id: number): Promise<RequestFormSchema> {
  return (await readRow('formVersions', id)).schema as unknown as RequestFormSchema;
}

/** Saves some fields of a row; throws 412 when it is no longer at `version`. */
export function save<Saved extends { version: number }>(
  resource: 'forms' | 'formGroups',
  { id, version }: { id: number; version: number },
  data: object,
): Promise<Saved> {
  return api(`/api/${resource}/${id}`, { method: 'PUT', json: data, headers: { 'if-match': `"${version}"` } });
}

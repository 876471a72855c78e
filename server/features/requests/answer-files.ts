import type { RequestField, RequestFormSchema } from '../../../domain/requests/request-form.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function uploadFields(schema: RequestFormSchema): [string, RequestField][] {
  return Object.entries(schema.properties).filter(([, field]) => field['x-field'] === 'FileUpload');
}

export function fileIds(schema: RequestFormSchema, answers: Record<string, unknown>): string[] {
  return uploadFields(schema).flatMap(([name]) => idsIn(answers[name]));
}

/** In one answer, or in all answers of a form whatever its fields are. */
export function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string' && UUID.test(id)) : [];
}

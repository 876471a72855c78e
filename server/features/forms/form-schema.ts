import { checkFormSchema } from '../../../domain/requests/request-form-check.ts';
import type { FormFault } from '../../../domain/requests/request-form-fault.ts';
import type { CostType, RequestField, RequestFormSchema } from '../../../domain/requests/request-form.ts';
import { cleanHtml } from '../../resources/html.ts';

export function publishFaults(schema: unknown, { costType }: { costType?: CostType | null | undefined }): FormFault[] {
  const faults = checkFormSchema(schema, costType ?? 'Free');
  if (faults.length > 0) return faults;
  const { properties } = schema as RequestFormSchema;
  const fields = Object.values(properties);
  const asks = fields.some((field) => field['x-field'] !== 'DisplayOnly');
  return asks ? [] : [{ pointer: '/properties', message: 'Add at least one field with a question' }];
}

export function cleanForm(schema: RequestFormSchema): RequestFormSchema {
  const properties = Object.entries(schema.properties).map(([name, field]): [string, RequestField] => [
    name,
    field['x-html'] === undefined ? field : { ...field, 'x-html': cleanHtml(field['x-html']) },
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

export function errorsOf(faults: readonly FormFault[], root: string): Record<string, string> {
  return Object.fromEntries(faults.map(({ pointer, message }) => [`${root}${pointer}`, message]));
}

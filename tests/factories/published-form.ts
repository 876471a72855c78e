import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { CostType, RequestField, RequestFormSchema } from '../../domain/requests/request-form.ts';
import { callApi } from '../e2e/support.ts';

export interface PublishedForm {
  id: number;
  name: string;
  title: string;
  formVersionId: number;
  path: string;
}

/** Creates and publishes a unique form through `staff` (a page of an account that manages requests). */
export async function publishForm(
  staff: Page,
  properties: Record<string, RequestField>,
  required: string[],
  costType: CostType = 'Free',
  more: { forEvents?: boolean } = {},
): Promise<PublishedForm> {
  const name = `form-${randomBytes(5).toString('hex')}`;
  const title = `Form ${name.slice(-6)}`;
  const draftSchema: RequestFormSchema = {
    type: 'object',
    additionalProperties: false,
    properties,
    required,
    'x-order': Object.keys(properties),
  };
  const form = await callApi<{ id: number; version: number }>(staff, 'POST', '/api/forms', {
    name,
    title,
    costType,
    active: true,
    ...more,
    draftSchema,
  });
  const formVersionId = await publishDraft(staff, form.id);
  return { id: form.id, name, title, formVersionId, path: `/requests/view/${name}` };
}

/** The id of the version. */
export async function publishDraft(staff: Page, id: number): Promise<number> {
  const { result } = await callApi<{ result: [{ formVersionId: number }] }>(
    staff,
    'POST',
    '/api/forms/actions/publish',
    {
      ids: [id],
      inputs: {},
    },
  );
  return result[0].formVersionId;
}

/** One field of each of the specification's eleven types, the last ones behind show-if rules. */
export const EVERY_TYPE: Record<string, RequestField> = {
  about: {
    'x-field': 'DisplayOnly',
    type: 'null',
    title: 'Before you start',
    'x-html': '<p>Have your drawing <strong>ready</strong>.</p>',
  },
  name: {
    'x-field': 'String',
    type: 'string',
    title: 'Project name',
    description: 'As it stands on the label.',
    minLength: 2,
    maxLength: 40,
  },
  email: { 'x-field': 'Email', type: 'string', format: 'email', title: 'Contact email' },
  copies: {
    'x-field': 'Integer',
    type: 'integer',
    title: 'Copies',
    minimum: 1,
    maximum: 20,
    'x-section': 'Size and material',
  },
  width: { 'x-field': 'Double', type: 'number', title: 'Width', minimum: 6, maximum: 96, 'x-unit': 'in' },
  material: {
    'x-field': 'Select',
    type: 'string',
    title: 'Material',
    enum: ['oak', 'own'],
    'x-labels': ['Oak', 'I’ll bring my own'],
  },
  budget: { 'x-field': 'Cost', type: 'integer', title: 'Budget', minimum: 500, maximum: 100_000 },
  file: {
    'x-field': 'FileUpload',
    type: 'array',
    title: 'Drawing',
    items: { type: 'string', format: 'uuid' },
    maxItems: 2,
    'x-accept': ['.pdf'],
    'x-max-bytes': 4096,
  },
  day: { 'x-field': 'Date', type: 'string', format: 'date', title: 'Needed by' },
  meetAt: { 'x-field': 'DateTime', type: 'string', format: 'date-time', title: 'Meet at' },
  glue: { 'x-field': 'Boolean', type: 'boolean', title: 'Glue it?' },
  ownMaterial: {
    'x-field': 'String',
    type: 'string',
    title: 'What you bring',
    'x-show-if': { field: 'material', is: 'equal', value: 'own' },
  },
};

export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

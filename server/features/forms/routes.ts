import type { FastifyInstance } from 'fastify';
import { checkFormSchema } from '../../../domain/requests/request-form-check.ts';
import type { Preview, PublishPlan } from '../../../domain/request-calls.ts';
import type { RequestFormSchema } from '../../../domain/requests/request-form.ts';
import type { Services } from '../../services.ts';
import { cleanForm, publishFaults } from './form-schema.ts';
import { formToChange, openOnOthers, publish } from './publish.ts';
import type { Publication } from './publish.ts';
import { formValidatorUrl, formSchemas } from './validator.ts';

interface ById {
  Params: { id: string };
}

const params = {
  type: 'object',
  properties: { id: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' } },
  required: ['id'],
};
const publishBody = {
  type: 'object',
  additionalProperties: false,
  required: ['version'],
  properties: {
    version: { type: 'integer', minimum: 1 },
    draftDays: { type: 'integer', minimum: 0, maximum: 365 },
  },
};
const previewBody = { type: 'object', additionalProperties: false, required: ['schema'], properties: { schema: {} } };

/** The form editor's API: validation on every save, preview, and publication of immutable versions. */
export async function registerForms(app: FastifyInstance, services: Services): Promise<void> {
  app.validatorSources.push(formSchemas(services));

  app.post<ById & { Body: Publication }>(
    '/api/forms/:id/publish',
    { schema: { params, body: publishBody } },
    ({ actor, params: { id }, body }) => publish(services, actor, Number(id), body),
  );

  app.get<ById>(
    '/api/forms/:id/publish',
    { schema: { params } },
    async ({ actor, params: { id } }): Promise<PublishPlan> => {
      const form = await formToChange(services, actor, Number(id));
      return {
        faults: publishFaults(form.draftSchema, form),
        openRequests: await services.engine.transaction((tx) => openOnOthers(tx, Number(id), null)),
      };
    },
  );

  app.post<ById & { Body: { schema: unknown } }>(
    '/api/forms/:id/preview',
    { schema: { params, body: previewBody } },
    async ({ actor, params: { id }, body: { schema } }): Promise<Preview> => {
      await formToChange(services, actor, Number(id));
      const faults = checkFormSchema(schema);
      if (faults.length > 0) return { schema: schema as RequestFormSchema, validator: null, faults };
      const clean = cleanForm(schema as RequestFormSchema);
      return { schema: clean, validator: formValidatorUrl(clean), faults };
    },
  );
}

import type { FastifyInstance } from 'fastify';
import { formCalls } from '../../../domain/calls/forms.ts';
import { checkFormSchema } from '../../../domain/requests/request-form-check.ts';
import type { RequestFormSchema } from '../../../domain/requests/request-form.ts';
import type { Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { Needs, RowServices } from '../../services.ts';
import { cleanForm, errorsOf, publishFaults } from './form-schema.ts';
import { formToChange, openOnOthers, publish } from './publish.ts';
import { formSchemas, formValidatorUrl } from './validator.ts';

async function registerForms(app: FastifyInstance, services: RowServices): Promise<void> {
  app.validatorSources.push(formSchemas(services));
  addCalls(app, formCalls, {
    'POST /api/forms/:id/publish': ({ actor, params, body }) => publish(services, actor, params.id, body),
    'GET /api/forms/:id/publish': async ({ actor, params: { id } }) => {
      const form = await formToChange(services, actor, id);
      return {
        faults: publishFaults(form.draftSchema, form),
        openRequests: await services.engine.transaction((tx) => openOnOthers(tx, id, null)),
      };
    },
    'POST /api/forms/:id/preview': async ({ actor, params, body: { schema } }) => {
      await formToChange(services, actor, params.id);
      const faults = checkFormSchema(schema);
      if (faults.length > 0) return { schema: schema as RequestFormSchema, validator: null, faults };
      const clean = cleanForm(schema as RequestFormSchema);
      return { schema: clean, validator: formValidatorUrl(clean), faults };
    },
  });
}

/** Rules of forms that their schema cannot express, checked on every write. */
function addFormChecks({ engine }: Needs<'engine'>): void {
  engine.checkValues('forms', ({ draftSchema }) =>
    draftSchema == null ? {} : errorsOf(checkFormSchema(draftSchema), 'draftSchema'),
  );
}

export const forms: Feature = { name: 'forms', checks: addFormChecks, routes: registerForms };

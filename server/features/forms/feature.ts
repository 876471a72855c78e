import type { FastifyInstance } from 'fastify';
import { formCalls } from '../../../domain/calls/forms.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { checkFormSchema } from '../../../domain/requests/request-form-check.ts';
import type { RequestFormSchema } from '../../../domain/requests/request-form.ts';
import type { Feature } from '../../feature.ts';
import { canAccess } from '../../declarations/permission.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { problem } from '../../platform/problem.ts';
import type { Needs } from '../../services.ts';
import { cleanForm, errorsOf } from './form-schema.ts';
import { addFormCommands } from './publish.ts';
import { aboutStarterForms } from './starter-forms.ts';
import { formSchemas, formValidatorUrl } from './validator.ts';

async function registerForms(app: FastifyInstance, services: Needs<'db' | 'engine'>): Promise<void> {
  app.validatorSources.push(formSchemas(services));
  addCalls(app, formCalls, {
    'POST /api/forms/:id/preview': async ({ actor, params, body: { schema } }) => {
      await requireFormToChange(services, actor, params.id);
      const faults = checkFormSchema(schema);
      if (faults.length > 0) return { schema: schema as RequestFormSchema, validator: null, faults };
      const clean = cleanForm(schema as RequestFormSchema);
      return { schema: clean, validator: formValidatorUrl(clean), faults };
    },
  });
}

async function requireFormToChange({ engine }: Needs<'engine'>, actor: Actor, formId: number): Promise<void> {
  const row = await engine.get(actor, 'forms', formId);
  const { resolver } = engine;
  if (!canAccess(resolver.access(actor, resolver.resource('forms'), 'update'), row))
    throw problem(403, 'forms.not-yours', 'Not allowed', 'You cannot change this form.');
}

/** Rules of forms that their schema cannot express, checked on every write. */
function addFormChecks({ engine }: Needs<'engine'>): void {
  engine.rules.checkValues('forms', ({ draftSchema }) =>
    draftSchema == null ? {} : errorsOf(checkFormSchema(draftSchema), 'draftSchema'),
  );
}

export const forms: Feature = {
  name: 'forms',
  checks: addFormChecks,
  commands: addFormCommands,
  diagnostics: [aboutStarterForms],
  routes: registerForms,
};

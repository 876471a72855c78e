import { canAccess } from '../../declarations/permission.ts';
import { toJsonSchema } from '../../../domain/requests/request-form-schema.ts';
import type { RequestFormSchema } from '../../../domain/requests/request-form.ts';
import { validatorFor } from '../../resources/validators.ts';
import type { ValidatorSource } from '../../resources/validators.ts';
import type { Needs } from '../../services.ts';
import { cleanForm } from './form-schema.ts';

export function formValidatorUrl(schema: RequestFormSchema): string {
  return validatorFor(toJsonSchema(schema)).url;
}

export function formValidatorHash(schema: RequestFormSchema): string {
  return validatorFor(toJsonSchema(schema)).hash;
}

/**
 * Another process may have published the version, or this one may have restarted. Drafts are compiled only for callers who may change
 * forms: their preview and its validator may be served by different processes.
 */
export function formSchemas({ db, engine }: Needs<'db' | 'engine'>): ValidatorSource {
  return async (hash, { actor }) => {
    const version = await db
      .selectFrom('formVersions')
      .select('schema')
      .where('validatorHash', '=', hash)
      .limit(1)
      .$castTo<{ schema: RequestFormSchema }>()
      .executeTakeFirst();
    if (version) return toJsonSchema(version.schema);
    if (!canAccess(engine.resolver.access(actor, engine.resolver.resource('forms'), 'update'))) return undefined;
    const drafts = await db
      .selectFrom('forms')
      .select('draftSchema as schema')
      .where('draftSchema', 'is not', null)
      .where('deletedAt', 'is', null)
      .$castTo<{ schema: RequestFormSchema }>()
      .execute();
    return drafts
      .map(({ schema }) => toJsonSchema(cleanForm(schema)))
      .find((schema) => validatorFor(schema).hash === hash);
  };
}

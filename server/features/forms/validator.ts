import { sql } from 'kysely';
import { toJsonSchema } from '../../../domain/request-form-schema.ts';
import type { RequestFormSchema } from '../../../domain/request-form.ts';
import { validatorFor } from '../../platform/validators.ts';
import type { ValidatorSource } from '../../platform/validators.ts';
import type { Db } from '../../platform/database.ts';

/** Address of the compiled validator of a form. */
export function formValidatorUrl(schema: RequestFormSchema): string {
  return validatorFor(toJsonSchema(schema)).url;
}

export function formValidatorHash(schema: RequestFormSchema): string {
  return validatorFor(toJsonSchema(schema)).hash;
}

/** Another process may have published the version, or this one may have started since. */
export function publishedForms(db: Db): ValidatorSource {
  return async (hash) => {
    const { rows } = await sql<{ schema: RequestFormSchema }>`
      select "schema" from "formVersions" where "validatorHash" = ${hash} limit 1`.execute(db);
    return rows[0] && toJsonSchema(rows[0].schema);
  };
}

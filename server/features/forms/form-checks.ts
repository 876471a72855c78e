import { checkFormSchema } from '../../../domain/requests/request-form-check.ts';
import type { Services } from '../../services.ts';
import { errorsOf } from './form-schema.ts';

/** Rules of forms that their schema cannot express, checked on every write. */
export function addFormChecks({ engine }: Services): void {
  engine.checkValues('forms', ({ draftSchema }) =>
    draftSchema == null ? {} : errorsOf(checkFormSchema(draftSchema), 'draftSchema'),
  );
  engine.check('forms', async ({ after }) => {
    const { opensAt, closesAt } = after ?? {};
    return typeof opensAt === 'string' && typeof closesAt === 'string' && opensAt >= closesAt
      ? { closesAt: 'Must be later than it opens' }
      : {};
  });
}

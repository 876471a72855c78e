import { sql } from 'kysely';
import { checkFormSchema } from '../../../domain/request-form-check.ts';
import type { Services } from '../../services.ts';
import { errorsOf } from './form-schema.ts';

/** Rules of forms that their schema cannot say, checked at every write. */
export function addFormChecks({ engine }: Services): void {
  engine.check('forms', async ({ tx, before, after }) => {
    if (!after) return inUse(tx, before?.['id'] as number);
    const { draftSchema, opensAt, closesAt } = after;
    if (typeof opensAt === 'string' && typeof closesAt === 'string' && opensAt >= closesAt) return { closesAt: 'Must be later than it opens' };
    return draftSchema == null ? {} : errorsOf(checkFormSchema(draftSchema), 'draftSchema');
  });
}

async function inUse(tx: Parameters<Parameters<Services['engine']['transaction']>[0]>[0], formId: number): Promise<Record<string, string>> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as "open" from "submissions" where "formId" = ${formId} and not "done"`.execute(tx);
  const open = rows[0]?.open ?? 0;
  return open === 0 ? {} : { root: `It still has ${open} open ${open === 1 ? 'request' : 'requests'}. Switch it off instead.` };
}

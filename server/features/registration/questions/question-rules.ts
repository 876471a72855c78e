import type { Tx } from '../../../platform/database.ts';
import type { Needs } from '../../../services.ts';

/** An event uses sign-up forms, and these remain so. */
export function addQuestionRules({ engine }: Needs<'engine'>): void {
  engine.rules.check('events', async ({ tx, before, after }) => {
    const formId = after?.formId ?? null;
    if (formId === null || formId === before?.formId) return null;
    const form = await tx
      .selectFrom('forms')
      .select(['forEvents', 'currentVersionId'])
      .where('id', '=', formId)
      .executeTakeFirst();
    if (form === undefined) return null;
    if (form.forEvents !== true) return { formId: 'This form is for requests. Choose a sign-up form.' };
    return form.currentVersionId === null ? { formId: 'Publish this form first.' } : null;
  });
  engine.rules.check('forms', async ({ tx, before, after }) => {
    if (before === null || after === null) return null;
    if (before.forEvents === true && after.forEvents !== true && (await isFormInUse(tx, after.id)))
      return { forEvents: 'Events use this form. Remove it from them first.' };
    if (before.forEvents !== true && after.forEvents === true && (await isRequested(tx, after.id)))
      return { forEvents: 'People have submitted requests with this form. Create another one for sign-up.' };
    return null;
  });
}

async function isFormInUse(tx: Tx, formId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('events')
    .select('id')
    .where('formId', '=', formId)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function isRequested(tx: Tx, formId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('submissions')
    .select('id')
    .where('formId', '=', formId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

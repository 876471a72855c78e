import type { Needs } from '../../services.ts';

/**
 * Cancels mails that their readers have turned off in the meantime: in a daily mail, during quiet hours, or before a
 * retry. Not before they are due, so that a choice that is undone costs nothing.
 */
export async function cancelUnwanted(
  { db, model }: Needs<'db' | 'model'>,
  { states, dueUntil }: { states: readonly ('queued' | 'deferred' | 'digest')[]; dueUntil?: string },
): Promise<void> {
  const optional = model.messages.categories.filter(({ isRequired }) => !isRequired).map(({ key }) => key);
  await db
    .updateTable('mails')
    .set({ state: 'cancelled' })
    .where('state', 'in', [...states])
    .where('digestId', 'is', null)
    .where('category', 'in', optional)
    .where('isMandatory', 'is not', true)
    .$if(dueUntil !== undefined, (query) => query.where('dueAt', '<=', dueUntil ?? ''))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('messageChoices')
          .select('id')
          .whereRef('messageChoices.userId', '=', 'mails.userId')
          .whereRef('messageChoices.category', '=', 'mails.category')
          .where('delivery', 'in', ['portal', 'none']),
      ),
    )
    .execute();
}

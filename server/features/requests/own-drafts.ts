import type { Actor } from '../../../domain/declarations/actor.ts';
import type { DraftSummary } from '../../../domain/calls/request-drafts.ts';
import { readById } from '../../resources/read-rows.ts';
import type { Needs } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';

/** The drafts that the caller can go on with, the latest first: of forms that are open to them, and of requests to be changed. */
export async function ownDrafts(services: Needs<'db' | 'engine'>, actor: Actor, most: number): Promise<DraftSummary[]> {
  const userId = requireAccountId(actor);
  const rows = await services.db
    .selectFrom('drafts as d')
    .leftJoin('submissions as s', (join) =>
      join
        .onRef('s.id', '=', 'd.submissionId')
        .on('s.submittedById', '=', userId)
        .on('s.status', '=', 'CustomerActionNeeded'),
    )
    .select(['d.formId', 'd.submissionId', 'd.updatedAt'])
    .where('d.userId', '=', userId)
    .where(({ eb, or }) => or([eb('d.submissionId', '=', 0), eb('s.id', 'is not', null)]))
    .orderBy('d.updatedAt', 'desc')
    .execute();
  const forms = await readById(
    services,
    actor,
    'forms',
    rows.map(({ formId }) => formId),
  );
  return rows
    .flatMap(({ formId, submissionId, updatedAt }): DraftSummary[] => {
      const { name, title } = forms.get(formId) ?? {};
      return name == null ? [] : [{ formId, submissionId: submissionId ?? 0, name, title: title ?? name, updatedAt }];
    })
    .slice(0, most);
}

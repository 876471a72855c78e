import { sql } from 'kysely';
import { DRAFT_DAYS } from '../../../domain/requests/request-drafts.ts';
import { columnRefs, NOW, type Db } from '../../platform/database.ts';
import type { VersionRow } from './rows.ts';

const LATER = columnRefs('formVersions', 'later');

/**
 * The deadline (ISO instant) for finishing a new request on a superseded version, as set by the publishers of later versions. Null
 * when it has passed, or unless a draft was begun on the version while it was current.
 */
export async function finishUntil(db: Db, userId: number, version: VersionRow): Promise<string | null> {
  const until = sql<string>`min(coalesce(${LATER.earlierDraftsUntil}, ${LATER.publishedAt} + ${DRAFT_DAYS} * interval '1 day'))`;
  const found = await db
    .selectFrom('drafts as d')
    .innerJoin('formVersions as later', (join) =>
      join.onRef('later.formId', '=', 'd.formId').on('later.number', '>', version.number),
    )
    .select(until.as('until'))
    .where('d.userId', '=', userId)
    .where('d.formId', '=', version.formId)
    .where('d.submissionId', '=', 0)
    .where('d.formVersionId', '=', version.id)
    .having(({ eb, fn }) => eb(fn.min('later.publishedAt'), '>', fn.min('d.createdAt')))
    .having(until, '>', NOW)
    .executeTakeFirst();
  return found?.until ?? null;
}

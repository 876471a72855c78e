import { sql } from 'kysely';
import { DRAFT_DAYS } from '../../../domain/request-drafts.ts';
import type { Db } from '../../platform/database.ts';
import type { VersionRow } from './rows.ts';

/**
 * Until when this person may finish a new request on a version that is no longer the current one (ISO instant): as the
 * publishers of the later versions have set it. Null when that time is over, and unless a draft was begun on it while it was current.
 */
export async function finishUntil(db: Db, userId: number, version: VersionRow): Promise<string | null> {
  const { rows } = await sql<{ until: string | null }>`
    select min(coalesce(later."earlierDraftsUntil", later."publishedAt" + ${DRAFT_DAYS} * interval '1 day')) as "until"
    from "drafts" d join "formVersions" later on later."formId" = d."formId" and later."number" > ${version.number}
    where d."userId" = ${userId} and d."formId" = ${version.formId} and d."submissionId" = 0
      and d."formVersionId" = ${version.id}
    having min(later."publishedAt") > min(d."createdAt")
      and min(coalesce(later."earlierDraftsUntil", later."publishedAt" + ${DRAFT_DAYS} * interval '1 day')) > atrium_now()`.execute(
    db,
  );
  return rows[0]?.until ?? null;
}

import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

/** Longest text that is searched; PostgreSQL indexes at most 1 MB of one row. */
const MOST_CHARACTERS = 100_000;

/**
 * Writes what requests are found by: number, form, group, person and answers. `ids` null: of those that have none yet.
 * It is derived, so it is neither versioned nor audited.
 */
export async function refreshSearchTexts(db: Db, ids: readonly number[] | null): Promise<void> {
  await sql`
    update "submissions" s set "searchText" = left(concat_ws(' ', s."id", f."title", f."name", g."title",
      u."displayName", u."username", u."email",
      (select string_agg(answer.value #>> '{}', ' ') from jsonb_each(s."data") answer)), ${MOST_CHARACTERS})
    from "forms" f left join "formGroups" g on g."id" = f."groupId", "users" u
    where f."id" = s."formId" and u."id" = s."submittedById"
      and ${ids === null ? sql`s."searchText" is null` : sql`s."id" = any(${ids}::bigint[])`}`.execute(db);
}

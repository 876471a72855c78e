import { sql } from 'kysely';
import { pageAddress } from '../../../domain/content.ts';
import type { Services } from '../../services.ts';

/** A page takes its views along to another address. */
export function keepViewsOfRenamed({ engine }: Services): void {
  engine.check('pages', async ({ tx, before, after }) => {
    if (!before || !after || before.name === after.name) return;
    await sql`with "moved" as (delete from "pageViews" where "path" = ${pageAddress(before.name)} returning "day", "pageName", "category", "views")
      insert into "pageViews" as v ("day", "path", "pageName", "category", "views")
        select "day", ${pageAddress(after.name)}::text, "pageName", "category", "views" from "moved"
      on conflict ("day", "path", "pageName", "category") do update set "views" = v."views" + excluded."views", "updatedAt" = atrium_now()`.execute(
      tx,
    );
  });
}

import { sql } from 'kysely';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { EditorPresence, PagePresence } from '../../../domain/calls/page-editor.ts';
import { NOW } from '../../platform/database.ts';
import type { Needs, RowServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { onPage } from './drafts.ts';
import { draftVersion } from './page-rows.ts';

/** A tab reports every 10 seconds; after this silence it counts as closed. */
const FORGOTTEN_AFTER = sql`interval '30 seconds'`;

/** Records that this tab edits the page. Returns the page's version and the other editors. */
export async function reportPresence(
  services: RowServices,
  actor: Actor,
  pageId: number,
  { tab, section }: EditorPresence,
): Promise<PagePresence> {
  return onPage(services, actor, pageId, async (tx, page, draft) => {
    await tx
      .deleteFrom('pagePresences')
      .where('seenAt', '<', sql<string>`${NOW} - ${FORGOTTEN_AFTER}`)
      .execute();
    // An id already used by another account is left alone.
    await tx
      .insertInto('pagePresences')
      .values({ pageId, userId: requireAccountId(actor), tab, section, seenAt: NOW })
      .onConflict((conflict) =>
        conflict
          .column('tab')
          .doUpdateSet(({ ref }) => ({
            pageId: ref('excluded.pageId'),
            section: ref('excluded.section'),
            seenAt: ref('excluded.seenAt'),
          }))
          .whereRef('pagePresences.userId', '=', 'excluded.userId'),
      )
      .execute();
    const others = await tx
      .selectFrom('pagePresences as p')
      .innerJoin('users as u', 'u.id', 'p.userId')
      .select(({ eb }) => [
        'u.displayName as name',
        'p.section',
        eb('p.userId', '=', requireAccountId(actor)).as('isSelf'),
      ])
      .where('p.pageId', '=', pageId)
      .where('p.tab', '<>', tab)
      .orderBy(({ fn }) => fn('lower', ['u.displayName']))
      .orderBy('p.id')
      .$castTo<PagePresence['others'][number]>()
      .execute();
    return { version: draftVersion(page, draft), others };
  });
}

export async function endPresence({ db }: Needs<'db'>, actor: Actor, pageId: number, tab: string): Promise<void> {
  await db
    .deleteFrom('pagePresences')
    .where('pageId', '=', pageId)
    .where('userId', '=', requireAccountId(actor))
    .where('tab', '=', tab)
    .execute();
}

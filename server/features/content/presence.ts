import { sql } from 'kysely';
import type { Actor } from '../../../domain/actor.ts';
import type { EditorPresence, PagePresence } from '../../../domain/page-content.ts';
import type { Services } from '../../services.ts';
import { onPage } from './drafts.ts';
import { draftVersion } from './page-rows.ts';

/** A tab that has not been heard of for so long is closed, asleep or hidden. It is heard of every 10 seconds. */
const FORGOTTEN_AFTER = sql`interval '30 seconds'`;

/** Keeps in mind that the caller edits the page in this tab, for a while. Answers how the page stands and who else edits it. */
export async function keepPresence(
  services: Services,
  actor: Actor,
  pageId: number,
  { tab, part }: EditorPresence,
): Promise<PagePresence> {
  return onPage(services, actor, pageId, async (tx, page, draft) => {
    await sql`delete from "pagePresences" where "seenAt" < atrium_now() - ${FORGOTTEN_AFTER}`.execute(tx);
    // The name of a tab is its own: another account's is not taken over.
    await sql`insert into "pagePresences" as p ("pageId", "userId", "tab", "part", "seenAt")
      values (${pageId}, ${actor.id}, ${tab}, ${part}, atrium_now())
      on conflict ("tab") do update set "pageId" = excluded."pageId", "part" = excluded."part", "seenAt" = excluded."seenAt"
      where p."userId" = excluded."userId"`.execute(tx);
    const { rows: others } = await sql<PagePresence['others'][number]>`
      select u."displayName" as "name", p."part", p."userId" = ${actor.id} as "isSelf"
      from "pagePresences" p join "users" u on u."id" = p."userId"
      where p."pageId" = ${pageId} and p."tab" <> ${tab} order by lower(u."displayName"), p."id"`.execute(tx);
    return { version: draftVersion(page, draft), others };
  });
}

/** Forgets this tab of the caller's. */
export async function endPresence({ db }: Services, actor: Actor, pageId: number, tab: string): Promise<void> {
  await sql`delete from "pagePresences" where "pageId" = ${pageId} and "userId" = ${actor.id} and "tab" = ${tab}`.execute(
    db,
  );
}

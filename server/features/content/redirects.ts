import { sql } from 'kysely';
import type { Actor } from '../../../domain/actor.ts';
import { PREPARED, type Db, type Tx } from '../../platform/database.ts';
import type { Services } from '../../services.ts';

/** What became of a page that had this name. */
export type FormerPage = { kind: 'moved'; name: string } | { kind: 'gone' };

/**
 * A page that visitors could see leaves a redirect at the name that it gives up. A redirect names a page, not an address: it leads to
 * whatever that page is called by then, so that there are no chains and no loops. A page that takes the name ends it.
 */
export function keepRedirects(services: Services): void {
  const { engine } = services;
  engine.check('pages', async ({ tx, actor, before, after }) => {
    const [old, present] = [before?.name ?? null, after?.name ?? null];
    if (old === present) return;
    if (present !== null) await endRedirect(services, tx, actor, present);
    if (old !== null && before?.published === true) await setRedirect(services, tx, actor, old, after?.id ?? null);
  });
  engine.check('redirects', async ({ tx, after }) => {
    if (!after) return {};
    const { rows } = await sql`select 1 from "pages" where "name" = ${after.name} and "deletedAt" is null`.execute(tx);
    return rows.length > 0 ? { name: 'There is a page of this name' } : {};
  });
}

/** Sends those who ask for this name to the page, from now on and for good; null: they are told that the page is gone. */
export async function setRedirect(
  { engine }: Services,
  tx: Tx,
  actor: Actor,
  name: string,
  pageId: number | null,
): Promise<void> {
  const options = { tx, command: true };
  const known = await redirectOf(tx, name);
  if (known === null) await engine.create(actor, 'redirects', { name, pageId }, options);
  else await engine.update(actor, 'redirects', known, { pageId, expiresAt: null }, options);
}

/** Lets all redirects to a page lead to another one. */
export async function leadElsewhere(
  { engine }: Services,
  tx: Tx,
  actor: Actor,
  pageId: number,
  other: number,
): Promise<void> {
  const { rows } = await sql<{
    id: number;
  }>`select "id" from "redirects" where "pageId" = ${pageId} order by "id"`.execute(tx);
  for (const { id } of rows) await engine.update(actor, 'redirects', id, { pageId: other }, { tx, command: true });
}

/** What is known of a name that no published page has; null: nothing. */
export async function formerPage(db: Db, name: string): Promise<FormerPage | null> {
  const { rows } = await sql<{ isGone: boolean; to: string | null }>`${PREPARED}
    select p."id" is null or p."deletedAt" is not null as "isGone", case when p."published" then p."name" end as "to"
    from "redirects" r left join "pages" p on p."id" = r."pageId"
    where r."name" = ${name} and (r."expiresAt" is null or r."expiresAt" > atrium_now())`.execute(db);
  const [found] = rows;
  if (!found) return null;
  if (found.isGone) return { kind: 'gone' };
  // Nobody sees the page that it leads to: as if there were none.
  return found.to === null ? null : { kind: 'moved', name: found.to };
}

async function endRedirect({ engine }: Services, tx: Tx, actor: Actor, name: string): Promise<void> {
  const known = await redirectOf(tx, name);
  if (known !== null) await engine.remove(actor, 'redirects', known, { tx, command: true });
}

async function redirectOf(tx: Tx, name: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select "id" from "redirects" where "name" = ${name}`.execute(tx);
  return rows[0]?.id ?? null;
}

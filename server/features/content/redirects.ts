import type { Actor } from '../../../domain/declarations/actor.ts';
import { NOW, prepared, type Db, type Tx } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';

/** What has become of the page that had this name. */
export type FormerPage = { kind: 'moved'; name: string } | { kind: 'gone' };

/**
 * A published page leaves a redirect at each name that it gives up. A redirect points to a page rather than an address, so it follows
 * later renames without chains or loops. A page that takes the name replaces it.
 */
export function addRedirectRules(services: Needs<'engine'>): void {
  const { engine } = services;
  engine.rules.check('pages', async ({ tx, actor, before, after }) => {
    const [old, present] = [before?.name ?? null, after?.name ?? null];
    if (old === present) return;
    if (present !== null) await endRedirect(services, tx, actor, present);
    if (old !== null && before?.published === true) await setRedirect(services, tx, actor, old, after?.id ?? null);
  });
  engine.rules.check('redirects', async ({ tx, after }) => {
    if (!after) return {};
    const page = await tx
      .selectFrom('pages')
      .select('id')
      .where('name', '=', after.name)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    return page ? { name: 'A page with this name already exists' } : {};
  });
}

export async function setRedirect(
  { engine }: Needs<'engine'>,
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

export async function retargetRedirects(
  { engine }: Needs<'engine'>,
  tx: Tx,
  actor: Actor,
  pageId: number,
  other: number,
): Promise<void> {
  const rows = await tx.selectFrom('redirects').select('id').where('pageId', '=', pageId).orderBy('id').execute();
  for (const { id } of rows) await engine.update(actor, 'redirects', id, { pageId: other }, { tx, command: true });
}

export async function formerPage(db: Db, name: string): Promise<FormerPage | null> {
  const [found] = await prepared(
    db,
    db
      .selectFrom('redirects as r')
      .leftJoin('pages as p', 'p.id', 'r.pageId')
      .select(({ eb, or }) => [
        or([eb('p.id', 'is', null), eb('p.deletedAt', 'is not', null)]).as('isGone'),
        'p.published',
        'p.name',
      ])
      .where('r.name', '=', name)
      .where(({ eb, or }) => or([eb('r.expiresAt', 'is', null), eb('r.expiresAt', '>', NOW)])),
  );
  if (!found) return null;
  if (found.isGone) return { kind: 'gone' };
  // Unpublished targets are not disclosed.
  return found.published && found.name !== null ? { kind: 'moved', name: found.name } : null;
}

async function endRedirect({ engine }: Needs<'engine'>, tx: Tx, actor: Actor, name: string): Promise<void> {
  const known = await redirectOf(tx, name);
  if (known !== null) await engine.remove(actor, 'redirects', known, { tx, command: true });
}

async function redirectOf(tx: Tx, name: string): Promise<number | null> {
  const known = await tx.selectFrom('redirects').select('id').where('name', '=', name).executeTakeFirst();
  return known?.id ?? null;
}

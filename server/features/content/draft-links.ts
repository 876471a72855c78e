import type { Actor } from '../../../domain/declarations/actor.ts';
import { DRAFT_LINK_PATH } from '../../../domain/content/content.ts';
import type { DraftLink, SharedDraft } from '../../../domain/calls/links.ts';
import { NOW, type Db, type Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Needs, RowServices } from '../../services.ts';
import type { DraftLinkTokens } from './draft-link-token.ts';
import { onPage } from './drafts.ts';
import { publishedContent, storedDraft, noSuchRow } from './page-rows.ts';
import { previewContent } from './read-page.ts';

const MOST_LIVE = 20;
const DAY_SECONDS = 86_400;

export async function draftLinks(
  services: RowServices,
  tokens: DraftLinkTokens,
  actor: Actor,
  pageId: number,
): Promise<DraftLink[]> {
  return onPage(services, actor, pageId, (tx) => liveLinks(tx, tokens, pageId));
}

export async function shareDraft(
  services: RowServices,
  tokens: DraftLinkTokens,
  actor: Actor,
  pageId: number,
  days: number,
): Promise<DraftLink> {
  return onPage(services, actor, pageId, async (tx) => {
    const live = await liveLinks(tx, tokens, pageId);
    if (live.length >= MOST_LIVE)
      throw problem(
        409,
        'content.too-many-draft-links',
        'Too many links',
        `${MOST_LIVE} links to this draft are active. Revoke one first.`,
      );
    const expires = Math.floor(services.clock.now() / 1000) + days * DAY_SECONDS;
    const values = { pageId, expiresAt: new Date(expires * 1000).toISOString() };
    const { id } = await services.engine.create(actor, 'draftLinks', values, { tx, command: true });
    const made = (await liveLinks(tx, tokens, pageId)).find((link) => link.id === id);
    if (!made) throw noSuchRow('This link');
    return made;
  });
}

export async function withdrawDraftLink(
  services: RowServices,
  actor: Actor,
  pageId: number,
  linkId: number,
): Promise<void> {
  await onPage(services, actor, pageId, async (tx) => {
    const link = await tx
      .selectFrom('draftLinks')
      .select('id')
      .where('id', '=', linkId)
      .where('pageId', '=', pageId)
      .executeTakeFirst();
    if (link) await services.engine.remove(actor, 'draftLinks', linkId, { tx, command: true });
  });
}

export async function withdrawAllDraftLinks(
  { engine }: Needs<'engine'>,
  tx: Tx,
  actor: Actor,
  pageIds: readonly number[],
): Promise<void> {
  const links = await tx.selectFrom('draftLinks').select('id').where('pageId', 'in', pageIds).orderBy('id').execute();
  for (const { id } of links) await engine.remove(actor, 'draftLinks', id, { tx, command: true });
}

/**
 * The draft that a link opens. 404 for an unknown link, 410 for one that has expired or was revoked, or whose page was
 * deleted.
 */
export async function sharedDraft(services: RowServices, tokens: DraftLinkTokens, token: string): Promise<SharedDraft> {
  const claims = tokens.verify(token);
  if (!claims)
    throw problem(
      404,
      'content.no-such-draft-link',
      'Not found',
      'This link is not valid. Check that you have the whole address.',
    );
  const { pageId, linkId, expires } = claims;
  const expiresAt = new Date(expires * 1000).toISOString();
  if (expires * 1000 <= services.clock.now())
    throw problem(410, 'content.draft-link-expired', 'Link expired', 'This link has expired. Ask for a new one.');
  const { db } = services;
  const link = await db
    .selectFrom('draftLinks as l')
    .innerJoin('pages as p', 'p.id', 'l.pageId')
    .select(['p.published', 'p.updatedAt'])
    .where('l.id', '=', linkId)
    .where('l.pageId', '=', pageId)
    .where('p.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!link)
    throw problem(
      410,
      'content.draft-link-withdrawn',
      'Link revoked',
      'This link was revoked, or its page was deleted. Ask for a new one.',
    );
  const draft = await storedDraft(db, pageId);
  const content = draft?.content ?? (await publishedContent(db, pageId));
  return {
    page: await previewContent(services, pageId, content, draft?.updatedAt ?? link.updatedAt),
    isDraft: draft !== null || link.published !== true,
    expiresAt,
  };
}

export async function clearDraftLinks(db: Db): Promise<void> {
  await db.deleteFrom('draftLinks').where('expiresAt', '<', NOW).execute();
}

async function liveLinks(tx: Tx, tokens: DraftLinkTokens, pageId: number): Promise<DraftLink[]> {
  const rows = await tx
    .selectFrom('draftLinks as l')
    .leftJoin('users as u', 'u.id', 'l.createdById')
    .select(['l.id', 'l.expiresAt', 'l.createdAt', 'u.displayName as createdBy'])
    .where('l.pageId', '=', pageId)
    .where('l.expiresAt', '>', NOW)
    .orderBy('l.id', 'desc')
    .execute();
  return rows.map(({ id, expiresAt, createdAt, createdBy }) => {
    const token = tokens.sign({ pageId, linkId: id, expires: Math.round(Date.parse(expiresAt) / 1000) });
    return { id, address: `${DRAFT_LINK_PATH}?link=${token}`, expiresAt, createdAt, createdBy };
  });
}

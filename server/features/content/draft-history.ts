import { sql } from 'kysely';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { PageContent, PageVersionInfo } from '../../../domain/calls/page-editor.ts';
import { sameContent } from '../../../domain/content/page-merge.ts';
import { NOW, type Db, type Tx } from '../../platform/database.ts';
import type { RowServices } from '../../services.ts';
import { addVersion } from './add-version.ts';
import type { StoredDraft } from './page-rows.ts';

/** What an author saves within this time is one version. */
const SESSION_MS = 10 * 60_000;
/** Two authors who write at the same time replace each other's drafts with every save. */
const BETWEEN_AUTHORS_MS = 60_000;
/** Drafts in the history of a page, and how long they stay there. Publications stay for good. */
const MOST_DRAFTS = 50;
const RETENTION = sql`interval '180 days'`;

export interface PageEdit {
  services: RowServices;
  tx: Tx;
  actor: Actor;
  pageId: number;
}

/**
 * Whether autosaving over this draft keeps it in the history: when someone else wrote it, when its author has paused, and from time to
 * time while its author goes on writing.
 */
export async function isStoredWhenReplaced(
  { services: { clock }, tx, actor, pageId }: PageEdit,
  draft: StoredDraft | null,
): Promise<boolean> {
  if (!draft) return false;
  const since = (instant: string | null | undefined): number =>
    instant == null ? Infinity : clock.now() - Date.parse(instant);
  if (since(draft.updatedAt) >= SESSION_MS) return true;
  const latest = await tx
    .selectFrom('pageVersions')
    .select('createdAt')
    .where('pageId', '=', pageId)
    .where('createdAt', '>=', draft.createdAt)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (draft.updatedById !== actor.id) return since(latest?.createdAt) >= BETWEEN_AUTHORS_MS;
  return since(latest?.createdAt ?? draft.createdAt) >= SESSION_MS;
}

/** Adds a draft that is about to be replaced by `next` to the history. False, and nothing is added, where the two are the same. */
export async function storeReplacedDraft(
  { services, tx, actor, pageId }: PageEdit,
  draft: StoredDraft | null,
  next: PageContent,
  kind: Exclude<PageVersionInfo['kind'], 'published'> = 'draft',
): Promise<boolean> {
  if (!draft || sameContent(draft.content, next)) return false;
  const { content, updatedAt: at, updatedById: byId } = draft;
  await addVersion(services, tx, actor, pageId, { content, at, byId, kind });
  await tx
    .deleteFrom('pageVersions')
    .where('id', 'in', (query) =>
      query
        .selectFrom('pageVersions')
        .select('id')
        .where('pageId', '=', pageId)
        .where('kind', '<>', 'published')
        .orderBy('number', 'desc')
        .offset(MOST_DRAFTS),
    )
    .execute();
  return true;
}

/** Deletes the drafts that were replaced long ago. The newest version of a page stays: its number is not given again. */
export async function clearOldDrafts(db: Db): Promise<void> {
  await db
    .deleteFrom('pageVersions as v')
    .where('v.kind', '<>', 'published')
    .where('v.createdAt', '<', sql<string>`${NOW} - ${RETENTION}`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('pageVersions as newer')
          .select('newer.id')
          .whereRef('newer.pageId', '=', 'v.pageId')
          .whereRef('newer.number', '>', 'v.number'),
      ),
    )
    .execute();
}

import type { NotNull } from 'kysely';
import { NAVIGATION_DEFAULTS } from '../../../domain/content/content.ts';
import type {
  DraftVersion,
  PageContent,
  PageDraft,
  PageInfo,
  PageVersionInfo,
} from '../../../domain/calls/page-editor.ts';
import { withUniqueKeys } from '../../../domain/content/page-merge.ts';
import type { Db, Tx } from '../../platform/database.ts';
import { problem, type ProblemError } from '../../platform/problem.ts';
import type { Needs } from '../../services.ts';

export interface StoredPage extends PageInfo {
  updatedAt: string;
  updatedById: number | null;
  latest: number;
}

export interface StoredDraft extends Omit<PageDraft, 'version'> {
  id: number;
  version: number;
  scheduledById: number | null;
  updatedById: number | null;
  createdAt: string;
}

export function noSuchRow(what: string): ProblemError {
  return problem(404, 'content.not-found', 'Not found', `${what} does not exist, or you do not have access to it.`);
}

/** Locks the page until the transaction ends, which serializes drafting, publishing and restoring. 404 when it is deleted. */
export async function lockPage({ engine }: Needs<'engine'>, tx: Tx, id: number): Promise<StoredPage> {
  const [page] = await engine.lock(tx, 'pages', [id]);
  if (!page) throw noSuchRow('This page');
  const { name, title, published, version, updatedAt, updatedById } = page;
  const { latest } = await tx
    .selectFrom('pageVersions')
    .select(({ fn }) => fn.max<number | null>('number').as('latest'))
    .where('pageId', '=', id)
    .where('kind', '=', 'published')
    .executeTakeFirstOrThrow();
  return { id, name, title, published: published ?? false, version, updatedAt, updatedById, latest: latest ?? 0 };
}

export async function publishedContent(db: Db, pageId: number): Promise<PageContent> {
  const page = await db.selectFrom('pages').selectAll().where('id', '=', pageId).executeTakeFirst();
  if (!page) throw noSuchRow('This page');
  const cards = await db
    .selectFrom('cards')
    .leftJoin('cardKeys', 'cardKeys.cardId', 'cards.id')
    .select(['cards.id', 'type', 'title', 'data', 'key'])
    .where('pageId', '=', pageId)
    .orderBy('order')
    .orderBy('cards.id')
    .execute();
  return {
    title: page.title,
    name: page.name,
    type: page.type,
    theme: page.theme ?? 'auto',
    backgroundUrl: page.backgroundUrl,
    summary: page.summary,
    category: page.category ?? 'Content',
    tags: page.tags ?? [],
    inNavigation: page.inNavigation ?? false,
    navigationLabel: page.navigationLabel,
    navigationIcon: page.navigationIcon,
    navigationOrder: page.navigationOrder,
    data: page.data ?? '',
    // A card written otherwise than by publishing a draft has no key yet.
    cards: withUniqueKeys(
      cards.map(({ id, key, type, title, data }) => ({ id, key: key ?? `card-${id}`, type, title, data: data ?? {} })),
    ),
  };
}

/** A stored content with the settings that pages did not have when it was stored. */
export function complete(content: PageContent): PageContent {
  return { ...NAVIGATION_DEFAULTS, ...content };
}

export async function storedDraft(db: Db, pageId: number): Promise<StoredDraft | null> {
  const draft = await db
    .selectFrom('pageDrafts as d')
    .leftJoin('users as u', 'u.id', 'd.updatedById')
    .select([
      'd.id',
      'd.content',
      'd.version',
      'd.publishAt',
      'd.scheduledById',
      'd.updatedAt',
      'd.updatedById',
      'd.createdAt',
    ])
    .select('u.displayName as updatedBy')
    .where('d.pageId', '=', pageId)
    .$castTo<StoredDraft>()
    .executeTakeFirst();
  return draft ? { ...draft, content: complete(draft.content) } : null;
}

/** The version of page and draft together (DraftVersion). */
export function draftVersion({ latest }: StoredPage, draft: Pick<StoredDraft, 'id' | 'version'> | null): DraftVersion {
  return [latest, draft?.id ?? 0, draft?.version ?? 0].join('.');
}

export function toPageDraft(page: StoredPage, draft: StoredDraft): PageDraft {
  const { content, publishAt, updatedAt, updatedBy } = draft;
  return { content, version: draftVersion(page, draft), publishAt, updatedAt, updatedBy };
}

const MOST_VERSIONS = 200;

function versions(db: Db, pageId: number) {
  return db
    .selectFrom('pageVersions as v')
    .leftJoin('users as u', 'u.id', 'v.publishedById')
    .select(['v.number', 'v.kind', 'v.publishedAt', 'u.displayName as publishedBy'])
    .where('v.pageId', '=', pageId)
    .$narrowType<{ kind: NotNull }>();
}

export async function versionsOf(db: Db, pageId: number): Promise<PageVersionInfo[]> {
  return versions(db, pageId).orderBy('v.number', 'desc').limit(MOST_VERSIONS).execute();
}

export async function storedVersion(
  db: Db,
  pageId: number,
  number: number,
): Promise<PageVersionInfo & { content: PageContent }> {
  const version = await versions(db, pageId)
    .select('v.content')
    .where('v.number', '=', number)
    .$castTo<PageVersionInfo & { content: PageContent }>()
    .executeTakeFirst();
  if (!version) throw noSuchRow('This version');
  return { ...version, content: complete(version.content) };
}

export async function pageIdOf(db: Db, page: string): Promise<number> {
  const wanted = page.trim();
  const id = /^[1-9]\d{0,14}$/.test(wanted) ? Number(wanted) : 0;
  const name = wanted.toLowerCase();
  const found = await db
    .selectFrom('pages')
    .select('id')
    .where('deletedAt', 'is', null)
    .where(({ eb, or, fn }) => or([eb('id', '=', id), eb('name', '=', name), eb(fn('lower', ['title']), '=', name)]))
    .orderBy(({ eb }) => eb('id', '=', id), 'desc')
    .orderBy(({ eb }) => eb('name', '=', name), 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!found) throw noSuchRow('This page');
  return found.id;
}

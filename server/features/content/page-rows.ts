import { sql } from 'kysely';
import type { CardData, CardType, PageType } from '../../../domain/content.ts';
import type { Row } from '../../../domain/model.ts';
import type { DraftVersion, PageContent, PageDraft, PageInfo, PageVersionInfo } from '../../../domain/page-content.ts';
import type { Db, Tx } from '../../platform/database.ts';
import { problem, type ProblemError } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';

/** The tables of pages, cards, drafts and versions, read as the editor speaks of them. */

/** `latest`: number of the version published last, 0 for none. */
export interface StoredPage extends PageInfo {
  updatedAt: string;
  updatedById: number | null;
  latest: number;
}

/** `version` is that of its row. */
export interface StoredDraft extends Omit<PageDraft, 'version'> {
  id: number;
  version: number;
  scheduledById: number | null;
  updatedById: number | null;
}

export function noSuchRow(what: string): ProblemError {
  return problem(404, 'content.not-found', 'Not found', `${what} does not exist, or you may not see it.`);
}

/** The page, locked until the transaction ends: whoever drafts, publishes or restores it comes after. 404 when it is gone. */
export async function lockPage({ engine }: Services, tx: Tx, id: number): Promise<StoredPage> {
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

/** What the rows of the page and of its cards hold. */
export async function contentOf(db: Db, pageId: number): Promise<PageContent> {
  const {
    rows: [page],
  } = await sql<Row>`select * from "pages" where "id" = ${pageId}`.execute(db);
  if (!page) throw noSuchRow('This page');
  const { rows: cards } = await sql<{ id: number; type: CardType; title: string; data: CardData | null }>`
    select "id", "type", "title", "data" from "cards" where "pageId" = ${pageId} order by "order", "id"`.execute(db);
  const text = (name: string): string | null => (typeof page[name] === 'string' ? page[name] : null);
  return {
    title: text('title') ?? '',
    name: text('name') ?? '',
    type: (text('type') ?? 'Standard') as PageType,
    theme: (text('theme') ?? 'auto') as PageContent['theme'],
    backgroundUrl: text('backgroundUrl'),
    summary: text('summary'),
    category: text('category') ?? 'Content',
    tags: Array.isArray(page['tags']) ? page['tags'].map(String) : [],
    data: text('data') ?? '',
    cards: cards.map(({ id, type, title, data }) => ({ id, key: `card-${id}`, type, title, data: data ?? {} })),
  };
}

export async function draftOf(db: Db, pageId: number): Promise<StoredDraft | null> {
  const { rows } =
    await sql<StoredDraft>`select d."id", d."content", d."version", d."publishAt", d."scheduledById", d."updatedAt", d."updatedById", u."displayName" as "updatedBy"
    from "pageDrafts" d left join "users" u on u."id" = d."updatedById" where d."pageId" = ${pageId}`.execute(db);
  return rows[0] ?? null;
}

/** How they stand for their editors. */
export function draftVersion({ latest }: StoredPage, draft: Pick<StoredDraft, 'id' | 'version'> | null): DraftVersion {
  return [latest, draft?.id ?? 0, draft?.version ?? 0].join('.');
}

/** Without what only the server needs. */
export function shownDraft(page: StoredPage, draft: StoredDraft): PageDraft {
  const { content, publishAt, updatedAt, updatedBy } = draft;
  return { content, version: draftVersion(page, draft), publishAt, updatedAt, updatedBy };
}

const MOST_VERSIONS = 200;

export async function versionsOf(db: Db, pageId: number): Promise<PageVersionInfo[]> {
  const { rows } =
    await sql<PageVersionInfo>`select v."number", v."kind", v."publishedAt", u."displayName" as "publishedBy"
    from "pageVersions" v left join "users" u on u."id" = v."publishedById"
    where v."pageId" = ${pageId} order by v."number" desc limit ${MOST_VERSIONS}`.execute(db);
  return rows;
}

export async function versionOf(
  db: Db,
  pageId: number,
  number: number,
): Promise<PageVersionInfo & { content: PageContent }> {
  const { rows } = await sql<
    PageVersionInfo & { content: PageContent }
  >`select v."number", v."kind", v."publishedAt", u."displayName" as "publishedBy", v."content"
    from "pageVersions" v left join "users" u on u."id" = v."publishedById" where v."pageId" = ${pageId} and v."number" = ${number}`.execute(
    db,
  );
  if (!rows[0]) throw noSuchRow('This version');
  return rows[0];
}

/** The id of a page by its id, its name or its title. */
export async function pageIdOf(db: Db, page: string): Promise<number> {
  const wanted = page.trim();
  const id = /^[1-9]\d{0,14}$/.test(wanted) ? Number(wanted) : 0;
  const { rows } = await sql<{ id: number }>`select "id" from "pages"
    where "deletedAt" is null and ("id" = ${id} or "name" = ${wanted.toLowerCase()} or lower("title") = ${wanted.toLowerCase()})
    order by "id" = ${id} desc, "name" = ${wanted.toLowerCase()} desc, "id" limit 1`.execute(db);
  if (!rows[0]) throw noSuchRow('This page');
  return rows[0].id;
}

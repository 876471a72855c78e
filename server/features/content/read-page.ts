import { sql } from 'kysely';
import { themeOfPage } from '../../../domain/content/content.ts';
import type { ContentCard, ContentPage, PageType } from '../../../domain/calls/pages.ts';
import type { PageContent } from '../../../domain/calls/page-editor.ts';
import type { Model, Row } from '../../../domain/declarations/model.ts';
import { columnRefs, PREPARED } from '../../platform/database.ts';
import { problem, type ProblemError } from '../../platform/problem.ts';
import { cleanHtml, prepareHtml } from '../../resources/html.ts';
import type { Needs } from '../../services.ts';
import { publicCardData } from './card-data.ts';
import { pageLimits } from './page-html.ts';
import { siteDisplaySettings } from './site-display.ts';

const PAGE = columnRefs('pages', 'p');
const CARD = columnRefs('cards');
const ANY_SITE = columnRefs('siteSettings');
const SITE = columnRefs('siteSettings', 's');

interface StoredCard {
  id: number;
  title: string;
  type: string;
  data: Row | null;
}

interface StoredPage {
  id: number;
  name: string;
  title: string;
  type: PageType;
  theme: string | null;
  summary: string | null;
  category: string | null;
  backgroundUrl: string | null;
  darkBackgroundURL: string | null;
  lightBackgroundURL: string | null;
  data: string | null;
  cards: StoredCard[];
  updatedAt: string;
}

export async function contentPage({ db, model }: Needs<'db' | 'model'>, name: string): Promise<ContentPage | null> {
  const wanted = name.trim().toLowerCase();
  if (!/^[a-z0-9-]{1,80}$/.test(wanted)) return null;
  const { rows } =
    await sql<StoredPage>`${PREPARED}select ${PAGE.id}, ${PAGE.name}, ${PAGE.title}, ${PAGE.type}, ${PAGE.theme}, ${PAGE.summary}, ${PAGE.category},
      ${PAGE.backgroundUrl}, ${SITE.darkBackgroundURL}, ${SITE.lightBackgroundURL}, ${PAGE.data},
      coalesce(cards_of."cards", '[]'::jsonb) as "cards", greatest(${PAGE.updatedAt}, cards_of."latest") as "updatedAt"
    from "pages" p
      left join lateral (
        select jsonb_agg(jsonb_build_object('id', ${CARD.id}, 'title', ${CARD.title}, 'type', ${CARD.type}, 'data', ${CARD.data}) order by ${CARD.order}, ${CARD.id}) as "cards",
          max(${CARD.updatedAt}) as "latest"
        from "cards" where ${CARD.pageId} = ${PAGE.id}) cards_of on true
      left join (select * from "siteSettings" order by ${ANY_SITE.id} limit 1) s on true
    where ${PAGE.name} = ${wanted} and ${PAGE.published} and ${PAGE.deletedAt} is null`.execute(db);
  const [page] = rows;
  return page ? toContentPage(page, model) : null;
}

/** A content that is not published, as visitors would get it. Its cards are numbered by position, because new ones have no id yet. */
export async function previewContent(
  services: Needs<'db' | 'model'>,
  id: number,
  { cards, ...content }: PageContent,
  updatedAt: string,
): Promise<ContentPage> {
  const { darkBackgroundURL, lightBackgroundURL } = await siteDisplaySettings(services);
  const page: StoredPage = {
    ...content,
    id,
    title: content.title || 'Untitled page',
    darkBackgroundURL,
    lightBackgroundURL,
    cards: cards.map(({ title, type, data }, index) => ({
      id: index + 1,
      title: title || 'Untitled',
      type,
      data: data as Row,
    })),
    updatedAt,
  };
  return await toContentPage(page, services.model);
}

export function noSuchPage(name: string): ProblemError {
  return problem(404, 'content.no-such-page', 'Not found', `There is no page named “${name.trim().slice(0, 80)}”.`);
}

export function deletedPageProblem(name: string): ProblemError {
  return problem(410, 'content.gone', 'Gone', `The page “${name.trim().slice(0, 80)}” was deleted permanently.`);
}

export function movedTo(name: string): ProblemError {
  return problem(308, 'content.moved', 'Moved', `This page is now named “${name}”.`, { current: { name } });
}

async function toContentPage(page: StoredPage, model: Model): Promise<ContentPage> {
  await prepareHtml([page.data, page.cards.map(({ data }) => data)], model.site);
  const { id, name, title, type, summary, updatedAt } = page;
  const theme = themeOfPage(type, page.theme);
  const ofTheme = { dark: page.darkBackgroundURL, light: page.lightBackgroundURL, none: null }[theme];
  return {
    id,
    name,
    title,
    type,
    theme,
    summary,
    category: page.category ?? 'Content',
    backgroundUrl: page.backgroundUrl ?? ofTheme,
    data: cleanHtml(page.data ?? '', pageLimits(type, model.site)),
    cards: page.cards.flatMap((card) => toContentCard(card, model) ?? []),
    updatedAt,
  };
}

function toContentCard({ id, title, type, data }: StoredCard, { cardTypes, site }: Model): ContentCard | null {
  const declaration = cardTypes.get(type);
  if (!declaration) return null;
  return {
    id,
    title,
    type: type as ContentCard['type'],
    data: JSON.stringify(publicCardData(declaration, data ?? {}, site)),
  };
}

import { pageNameAt } from '../../../domain/content.ts';
import { kindOf } from '../../../domain/fields.ts';
import { htmlTokens } from '../../../domain/html-tokens.ts';
import { KINDS } from '../../../domain/kinds.ts';
import { isPageHref } from '../../../domain/links.ts';
import { matchRoute } from '../../../domain/match-route.ts';
import type { Field, Row } from '../../../domain/model.ts';
import { mapTexts } from '../../../domain/nested-values.ts';
import type { PageContent } from '../../../domain/page-content.ts';
import type { Db } from '../../platform/database.ts';
import type { FieldErrors } from '../../resources/refusals.ts';
import { within } from '../../resources/validation.ts';
import type { Services } from '../../services.ts';
import { formerPage } from './redirects.ts';

/** A link to a path of this site. */
interface SiteLink {
  /** "data", or "{key}.data.{field}" of a card. */
  place: string;
  /** Within the field: the entry of a list. */
  inside: readonly string[];
  path: string;
}

/** Links to addresses of this site that have no page, by place. A page that is not published exists; so does one that has moved. */
export async function deadLinks(services: Services, db: Db, content: PageContent): Promise<FieldErrors> {
  const links = linksOf(services, content);
  const absent = await absentPages(db, content.name, links);
  const errors: FieldErrors = {};
  for (const { place, inside, path } of links) {
    const name = pageNameAt(path);
    const isDead = name === null ? matchRoute(path, services.model.routes) === null : absent.has(name);
    if (isDead) errors[place] ??= within(inside, `There is no page at ${path}`);
  }
  return errors;
}

/** The names of pages that links lead to and that no page has or had. `own`: the name of the page with the links. */
async function absentPages(db: Db, own: string, links: readonly SiteLink[]): Promise<ReadonlySet<string>> {
  const absent = new Set(links.flatMap(({ path }) => pageNameAt(path) ?? []));
  absent.delete(own);
  if (absent.size === 0) return absent;
  const present = await db
    .selectFrom('pages')
    .select('name')
    .where('name', 'in', [...absent])
    .where('deletedAt', 'is', null)
    .execute();
  for (const { name } of present) absent.delete(name);
  for (const name of absent) if ((await formerPage(db, name))?.kind === 'moved') absent.delete(name);
  return absent;
}

function linksOf({ model }: Services, { data, cards }: PageContent): SiteLink[] {
  const text = model.resources.get('pages')?.fields.find(({ name }) => name === 'data');
  return [
    ...(text ? linksIn(text, data, 'data') : []),
    ...cards.flatMap(({ key, type, data: values }) =>
      (model.cardTypes.get(type)?.fields ?? []).flatMap((field) =>
        linksIn(field, (values as Row)[field.name] ?? null, `${key}.data.${field.name}`),
      ),
    ),
  ];
}

function linksIn(field: Field, value: Row[string], place: string): SiteLink[] {
  const found: SiteLink[] = [];
  mapTexts(field.schema, value, (text, property, inside) => {
    const kind = kindOf(property);
    const hrefs = kind === 'link' ? [text.trim()] : KINDS[kind].stored === 'html' ? hrefsOf(text) : [];
    for (const href of hrefs) if (isPageHref(href)) found.push({ place, inside, path: href.replace(/[?#].*$/s, '') });
    return text;
  });
  return found;
}

function hrefsOf(html: string): string[] {
  return [...htmlTokens(html)].flatMap((token) => (token.kind === 'open' ? (token.attributes['href'] ?? []) : []));
}

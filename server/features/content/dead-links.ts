import { cardAnchors, hasCards, pageNameAt } from '../../../domain/content/content.ts';
import { kindOf } from '../../../domain/declarations/fields.ts';
import { htmlTokens } from '../../../domain/html/html-tokens.ts';
import { KINDS } from '../../../domain/declarations/kinds.ts';
import { isPageHref } from '../../../domain/values/links.ts';
import { matchRoute } from '../../../domain/access/match-route.ts';
import type { Field, Row } from '../../../domain/declarations/model.ts';
import { mapTexts } from '../../declarations/nested-values.ts';
import type { PageContent } from '../../../domain/calls/page-editor.ts';
import type { Db } from '../../platform/database.ts';
import type { FieldErrors } from '../../resources/refusals.ts';
import { within } from '../../resources/validation.ts';
import type { Needs } from '../../services.ts';
import { formerPage } from './redirects.ts';

interface SiteLink {
  /** "data", or "{key}.data.{field}" of a card. */
  place: string;
  /** Within the field: the entry of a list. */
  inside: readonly string[];
  path: string;
  fragment: string;
}

/**
 * Links to addresses of this site without a page, or to cards that their page does not have, by place. Unpublished
 * pages and those that have moved count as existing.
 */
export async function deadLinks(services: Needs<'model'>, db: Db, content: PageContent): Promise<FieldErrors> {
  const links = siteLinks(services, content);
  const absent = await absentPages(db, content.name, links);
  const fragments = await pageFragments(db, content, links);
  const errors: FieldErrors = {};
  for (const { place, inside, path, fragment } of links) {
    const name = pageNameAt(path);
    const isDead = name === null ? matchRoute(path, services.model.routes) === null : absent.has(name);
    if (isDead) errors[place] ??= within(inside, `There is no page at ${path}`);
    const known = name === null || fragment === '' ? undefined : fragments.get(name);
    if (known?.has(fragment) === false) errors[place] ??= within(inside, `${path} has no card or divider #${fragment}`);
  }
  return errors;
}

async function pageFragments(
  db: Db,
  { name: own, type, cards }: PageContent,
  links: readonly SiteLink[],
): Promise<Map<string, ReadonlySet<string>>> {
  const known = new Map<string, ReadonlySet<string>>();
  const names = new Set(links.flatMap(({ path, fragment }) => (fragment === '' ? [] : (pageNameAt(path) ?? []))));
  // Cards that were never published have no id yet.
  if (names.delete(own) && hasCards(type))
    known.set(own, fragmentsIn(cards.map(({ id, title }, index) => ({ id: id ?? -index, title }))));
  if (names.size === 0) return known;
  const rows = await db
    .selectFrom('pages as p')
    .innerJoin('cards as c', 'c.pageId', 'p.id')
    .select(['p.name', 'p.type', 'c.id', 'c.title'])
    .where('p.name', 'in', [...names])
    .where('p.deletedAt', 'is', null)
    .orderBy('c.order')
    .orderBy('c.id')
    .execute();
  for (const name of names) {
    const found = rows.filter((row) => row.name === name && hasCards(row.type));
    if (found.length > 0) known.set(name, fragmentsIn(found));
  }
  return known;
}

function fragmentsIn(cards: readonly { id: number; title: string }[]): ReadonlySet<string> {
  return new Set([...cardAnchors(cards).values(), ...cards.map(({ id }) => `card-${id}`)]);
}

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

function siteLinks({ model }: Needs<'model'>, { data, cards }: PageContent): SiteLink[] {
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
    for (const href of hrefs) {
      if (!isPageHref(href)) continue;
      const [, fragment = ''] = href.split('#');
      found.push({ place, inside, path: href.replace(/[?#].*$/s, ''), fragment });
    }
    return text;
  });
  return found;
}

function hrefsOf(html: string): string[] {
  return [...htmlTokens(html)].flatMap((token) => (token.kind === 'open' ? (token.attributes['href'] ?? []) : []));
}

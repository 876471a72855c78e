import {
  HOME_PAGE,
  NAVIGATION_ICON,
  NAVIGATION_LABEL_LONGEST,
  NAVIGATION_MOST,
  pageAddress,
} from '../../../domain/content/content.ts';
import type { NavigationPage } from '../../../domain/calls/content.ts';
import { prepared, type Db } from '../../platform/database.ts';
import type { FieldErrors } from '../../resources/refusals.ts';
import type { Needs } from '../../services.ts';

export async function navigationPages({ db }: Needs<'db'>): Promise<NavigationPage[]> {
  const pages = await prepared(
    db,
    inNavigation(db)
      .select(['name', 'title', 'navigationLabel', 'navigationIcon'])
      .orderBy('navigationOrder', (order) => order.asc().nullsLast())
      .orderBy(({ fn }) => fn('lower', ['title']))
      .orderBy('id'),
  );
  return pages.map(({ name, title, navigationLabel, navigationIcon }) => ({
    label: navigationLabel ?? title,
    icon: navigationIcon ?? NAVIGATION_ICON,
    to: pageAddress(name),
  }));
}

/** The rules of a page's place in the navigation: the server's for every write, and the editor's while it is written. */
export function addNavigationChecks({ engine }: Needs<'engine'>): void {
  engine.rules.check('pages', async ({ tx, before, after }) => {
    if (after?.inNavigation !== true || after.published !== true || after.deletedAt !== null) return {};
    const isNew = before?.inNavigation !== true || before.published !== true || before.deletedAt !== null;
    return navigationFaults(tx, isNew ? Number(after.id) : null, {
      name: after.name,
      title: after.title,
      inNavigation: true,
      navigationLabel: after.navigationLabel,
    });
  });
}

/** `pageId`: the page that would enter the navigation; null: it is there already. */
export async function navigationFaults(
  db: Db,
  pageId: number | null,
  page: { name: string; title: string; inNavigation: boolean; navigationLabel: string | null },
): Promise<FieldErrors> {
  if (!page.inNavigation) return {};
  if (page.name === HOME_PAGE) return { inNavigation: 'The home page is always in the navigation' };
  const errors: FieldErrors = {};
  if (page.navigationLabel === null && page.title.length > NAVIGATION_LABEL_LONGEST)
    errors['navigationLabel'] =
      `The title is too long here: give a label of at most ${NAVIGATION_LABEL_LONGEST} characters`;
  if (pageId !== null && (await countOthers(db, pageId)) >= NAVIGATION_MOST)
    errors['inNavigation'] = `The navigation already has ${NAVIGATION_MOST} pages. Remove one first`;
  return errors;
}

async function countOthers(db: Db, pageId: number): Promise<number> {
  const { count } = await inNavigation(db)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('id', '<>', pageId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function inNavigation(db: Db) {
  return db
    .selectFrom('pages')
    .where('inNavigation', 'is', true)
    .where('published', 'is', true)
    .where('deletedAt', 'is', null)
    .where('name', '<>', HOME_PAGE);
}

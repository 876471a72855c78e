import { sql } from 'kysely';
import { HOME_PAGE } from '../../../domain/content/content.ts';
import type { PlanNote } from '../../../domain/calls/action-parts.ts';
import type { CommandRows } from '../../resources/command-registry.ts';
import { invalid, refuseRows } from '../../resources/refusals.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { CommandServices, RowServices } from '../../services.ts';
import { discardDraft, onPage } from './drafts.ts';
import { HOME_STAYS } from './home-page.ts';
import { pageUses } from './page-uses.ts';
import { applyDraft } from './publish.ts';
import { retargetRedirects, setRedirect } from './redirects.ts';

type Pages = CommandRows<'pages'>;

export function addPageCommands(services: CommandServices): void {
  const { engine } = services;
  engine.command('pages.publish', {
    resource: 'pages',
    refusals: unchangedPages,
    run: (call) => publishPages(services, call),
  });
  engine.command('pages.discardDraft', {
    resource: 'pages',
    refusals: pagesWithoutDraft,
    run: async ({ tx, actor, rows }) => {
      for (const { id } of rows) await discardDraft(services, tx, actor, id);
    },
  });
  engine.command('pages.unpublish', {
    resource: 'pages',
    refusals: homePage,
    notes: (pages) => describeUses(services, pages),
    run: async ({ tx, actor, rows }) => {
      for (const { id } of rows)
        await onPage(services, actor, id, () => engine.update(actor, 'pages', id, { published: false }, { tx }), tx);
    },
  });
  engine.command('pages.delete', {
    resource: 'pages',
    inputs: {
      properties: { redirectTo: { type: 'integer', title: 'Redirect to', 'x-reference': 'pages' } },
    },
    refusals: homePage,
    notes: (pages) => describeUses(services, pages),
    run: (pages) => deletePages(services, pages, (pages.inputs['redirectTo'] as number | undefined) ?? null),
  });
}

async function unchangedPages({ tx, rows }: Pages): Promise<Map<number, string>> {
  const published = rows.filter((page) => page.published === true);
  const without = await pagesWithoutDraft({ tx, rows: published });
  return new Map([...without.keys()].map((id) => [id, 'It has no unpublished changes.']));
}

async function pagesWithoutDraft({ tx, rows }: Pick<Pages, 'tx' | 'rows'>): Promise<Map<number, string>> {
  const ids = rows.map(({ id }) => id);
  const drafts = await tx
    .selectFrom('pageDrafts')
    .select('pageId')
    .where('pageId', '=', sql<number>`any(${ids})`)
    .execute();
  const changed = new Set(drafts.map(({ pageId }) => pageId));
  return new Map(ids.flatMap((id) => (changed.has(id) ? [] : [[id, 'It has no draft.']])));
}

function homePage({ rows }: Pages): Promise<Map<number, string>> {
  return Promise.resolve(new Map(rows.filter(({ name }) => name === HOME_PAGE).map(({ id }) => [id, HOME_STAYS])));
}

async function publishPages(services: RowServices, { tx, actor, rows }: Pages): Promise<void> {
  for (const { id, title } of rows)
    try {
      await onPage(services, actor, id, (_, page, draft) => applyDraft(services, tx, actor, page, draft), tx);
    } catch (error) {
      if (rows.length === 1 || !(error instanceof ProblemError)) throw error;
      throw refuseRows([{ id, name: title, message: error.message }], { refused: 1, of: rows.length });
    }
}

/**
 * Deletes the pages. The current and former names of those that were published redirect to the page `redirectTo` from then on; null: they
 * answer 410.
 */
async function deletePages(
  services: RowServices,
  { tx, actor, rows }: Pages,
  redirectTo: number | null,
): Promise<void> {
  const { engine } = services;
  for (const { id, name, published } of rows) {
    await onPage(services, actor, id, () => engine.remove(actor, 'pages', id, { tx }), tx);
    if (redirectTo === null) continue;
    const target = await tx
      .selectFrom('pages')
      .select('id')
      .where('id', '=', redirectTo)
      .where('published', '=', true)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!target) throw invalid({ redirectTo: 'Choose a page that visitors can see' });
    if (published) await setRedirect(services, tx, actor, name, redirectTo);
    await retargetRedirects(services, tx, actor, id, redirectTo);
  }
}

/** For more pages than this, the question does not name what leads to each. */
const MOST_PAGES = 20;

async function describeUses(services: CommandServices, { tx, actor, rows }: Pages): Promise<PlanNote[]> {
  const notes: PlanNote[] = [];
  for (const { id, title } of rows.slice(0, MOST_PAGES)) {
    const places = await pageUses(services, actor, id, tx);
    const count = places.length === 1 ? '1 place on this site links' : `${places.length} places on this site link`;
    if (places.length > 0) notes.push({ text: `${count} to ${rows.length === 1 ? 'it' : `“${title}”`}:`, places });
  }
  if (rows.length === 1 && notes.length === 0) return ['Nothing else on this site links to it.'];
  if (notes.length === 0)
    notes.push(`Nothing else on this site leads to ${rows.length > MOST_PAGES ? 'the first of ' : ''}them.`);
  if (rows.length > MOST_PAGES) notes.push(`Links to the others are not shown: only ${MOST_PAGES} pages are checked.`);
  return notes;
}

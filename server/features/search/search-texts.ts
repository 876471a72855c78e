import { sql } from 'kysely';
import type { Model } from '../../../domain/declarations/model.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Tx } from '../../platform/database.ts';
import type { Needs, RowServices } from '../../services.ts';
import { type Page, pageTexts } from './page-texts.ts';

/** The type of the cards that show a location; they are found by its name, building and room. */
const PLACE_CARD = 'LocationCard';

/**
 * The search text of a card's location, empty for one that visitors cannot see. Locks the location, so that it is not renamed
 * meanwhile.
 */
async function placeWords(tx: Tx, id: Json | undefined): Promise<string[]> {
  const place = await tx
    .selectFrom('locations')
    .select(['displayName', 'buildingCode', 'room'])
    .where('id', '=', Number(id ?? 0))
    .where('isPublic', '=', true)
    .where('active', '=', true)
    .forShare()
    .executeTakeFirst();
  return place ? [place.displayName, place.buildingCode, place.room] : [];
}

/** The published pages with a card that shows this location. */
async function pagesOfPlace(tx: Tx, { cardTypes }: Model, location: number): Promise<number[]> {
  if (!cardTypes.has(PLACE_CARD)) return [];
  const rows = await tx
    .selectFrom('cards as c')
    .innerJoin('pages as p', 'p.id', 'c.pageId')
    .select('p.id')
    .distinct()
    .where('p.published', '=', true)
    .where('p.deletedAt', 'is', null)
    .where('c.type', '=', PLACE_CARD)
    .where(({ ref }) => sql<boolean>`${ref('c.data')} -> 'id' = to_jsonb(${location}::bigint)`)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Updates the search's table with every write to pages and cards, and to the locations that cards show. It has only
 * what is published.
 */
export function maintainSearchTexts({ engine, model }: Needs<'engine' | 'model'>): void {
  engine.rules.checkAll('pages', async (writes) => {
    const [first] = writes;
    if (!first) return;
    const known = writes.flatMap(({ before }) => before?.id ?? []);
    if (known.length > 0) await first.tx.deleteFrom('searchTexts').where('pageId', 'in', known).execute();
    await addPages(
      first.tx,
      model,
      writes.flatMap(({ after }) => (after?.published === true ? after : [])),
    );
  });
  engine.rules.checkAll('cards', async (writes) => {
    const [first] = writes;
    const pages = writes.flatMap(({ before, after }) => [before?.pageId ?? [], after?.pageId ?? []].flat());
    if (first) await renewPages(first.tx, model, pages);
  });
  engine.rules.check('locations', async ({ tx, before, after }) => {
    await renewPages(tx, model, await pagesOfPlace(tx, model, (after ?? before)?.id ?? 0));
    return null;
  });
}

async function renewPages(tx: Tx, model: Model, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  // Held until the write is done, so that no page is published, and no other card of it written, meanwhile.
  const pages = await tx
    .selectFrom('pages')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const published = pages.filter((page) => page.published === true);
  if (published.length === 0) return;
  await tx
    .deleteFrom('searchTexts')
    .where(
      'pageId',
      'in',
      published.map(({ id }) => id),
    )
    .execute();
  await addPages(tx, model, published);
}

/**
 * Adds missing rows: of pages that were written before there was a search, outside the engine, or with an earlier
 * version of it.
 */
export async function addMissingSearchTexts({ db, engine, model }: RowServices): Promise<void> {
  const rows = await db
    .selectFrom('pages as p')
    .select('p.id')
    .where('p.published', '=', true)
    .where('p.deletedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('searchTexts as s')
            .select('s.id')
            .whereRef('s.pageId', '=', 'p.id')
            .where('s.kind', '=', 'page')
            .where('s.text', 'is not', null),
        ),
      ),
    )
    .execute();
  for (const { id } of rows) await engine.transaction((tx) => renewPages(tx, model, [id]));
}

async function addPages(tx: Tx, model: Model, pages: Page[]): Promise<void> {
  if (pages.length === 0) return;
  const ids = pages.map(({ id }) => id);
  const cards = await tx.selectFrom('cards').selectAll().where('pageId', 'in', ids).orderBy('id').execute();
  const places = new Map<number, readonly string[]>();
  for (const { id, type, data } of cards) if (type === PLACE_CARD) places.set(id, await placeWords(tx, data?.['id']));
  const texts = pages.flatMap((page) =>
    pageTexts(
      model,
      page,
      cards.filter(({ pageId }) => pageId === page.id),
      places,
    ),
  );
  for (let start = 0; start < texts.length; start += MOST_INSERTED)
    await tx
      .insertInto('searchTexts')
      .values(
        texts.slice(start, start + MOST_INSERTED).map(({ tags, ...text }) => ({ ...text, tags: JSON.stringify(tags) })),
      )
      .execute();
}

/** Rows per statement, which has a limited number of parameters. */
const MOST_INSERTED = 1000;

import { sql } from 'kysely';
import type { Json } from '../../../domain/json.ts';
import type { Model } from '../../../domain/model.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import type { Tx } from '../../platform/database.ts';

/** The type of the cards that show a location; they are found by its name, building and room. */
export const PLACE_CARD = 'LocationCard';

/**
 * The search text of a card's location, empty for one that visitors cannot see. Locks the location, so that it is not renamed
 * meanwhile.
 */
export async function placeWords(tx: Tx, id: Json | undefined): Promise<string[]> {
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

/** The cards of published pages that show this location, or any location. */
export async function placeCards(tx: Tx, { cardTypes }: Model, location: number | null): Promise<RowOf<'cards'>[]> {
  if (!cardTypes.has(PLACE_CARD)) return [];
  const cards = tx
    .selectFrom('cards as c')
    .innerJoin('pages as p', 'p.id', 'c.pageId')
    .selectAll('c')
    .where('p.published', '=', true)
    .where('p.deletedAt', 'is', null)
    .where('c.type', '=', PLACE_CARD)
    .orderBy('c.id');
  if (location === null) return cards.execute();
  return cards.where(({ ref }) => sql<boolean>`${ref('c.data')} -> 'id' = to_jsonb(${location}::bigint)`).execute();
}

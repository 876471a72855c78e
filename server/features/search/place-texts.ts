import { sql } from 'kysely';
import type { Json } from '../../../domain/values/json.ts';
import type { Model } from '../../../domain/declarations/model.ts';
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

/** The published pages with a card that shows this location. */
export async function pagesOfPlace(tx: Tx, { cardTypes }: Model, location: number): Promise<number[]> {
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

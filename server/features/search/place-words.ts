import { sql } from 'kysely';
import type { Json, Model, Row } from '../../../domain/model.ts';
import type { Tx } from '../../platform/database.ts';

/** The type of the cards that show a location: its name, building and room are words of theirs. */
export const PLACE_CARD = 'LocationCard';

/** What a card says of its location; nothing of one that visitors do not see. Held until the write is done, so that it is not renamed meanwhile. */
export async function placeWords(tx: Tx, id: Json | undefined): Promise<string[]> {
  const { rows } = await sql<{ words: string[] }>`select array["displayName", "buildingCode", "room"] as "words"
    from "locations" where "id" = ${Number(id ?? 0)} and "isPublic" and "active" for share`.execute(tx);
  return rows[0]?.words ?? [];
}

/** The cards of published pages that show this location, or any. */
export async function placeCards(tx: Tx, { cardTypes }: Model, location: Json | null): Promise<Row[]> {
  if (!cardTypes.has(PLACE_CARD)) return [];
  const { rows } =
    await sql<Row>`select c.* from "cards" c join "pages" p on p."id" = c."pageId" and p."published" and p."deletedAt" is null
    where c."type" = ${PLACE_CARD} and (${location}::bigint is null or c."data" -> 'id' = to_jsonb(${location}::bigint)) order by c."id"`.execute(
      tx,
    );
  return rows;
}

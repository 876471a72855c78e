import { sql, type RawBuilder } from 'kysely';
import type { SearchResult } from '../../../domain/content.ts';
import { columnRefs, type Db } from '../../platform/database.ts';
import { parseSearchQuery, type SearchQuery } from './query.ts';

const TEXT = columnRefs('searchTexts', 's');
const PAGE = columnRefs('pages', 'p');
const CARD = columnRefs('cards', 'c');

/** How much more a word counts in a title than in a text. */
const TITLE_WEIGHT = 8;
/** ts_rank: long texts have every word, so length is taken out of their rank. */
const BY_LENGTH = 1;

/** Our own published pages and cards that match, the best first. */
export async function searchOwnPages(db: Db, text: string, count: number): Promise<SearchResult[]> {
  const query = parseSearchQuery(text);
  const { words, phrases, tags, types } = query;
  if (words.length + phrases.length + tags.length === 0 || types?.length === 0) return [];
  const wanted = textQuery(query);
  const rank = wanted
    ? sql`${TITLE_WEIGHT}::real * ts_rank(to_tsvector('simple', ${TEXT.title}), ${wanted}) + ts_rank(s."search", ${wanted}, ${BY_LENGTH}::integer)`
    : sql`1::real`;
  const conditions = [
    ...(wanted ? [sql`s."search" @@ ${wanted}`] : []),
    ...(types ? [sql`${TEXT.kind} = any(${types})`] : []),
    ...tags.map((tag) => tagged(tag)),
  ];
  const { rows } = await sql<SearchResult>`
    select coalesce(${TEXT.cardId}, ${TEXT.pageId}) as "id", ${TEXT.url},
      case when ${CARD.id} is null or ${CARD.title} = ${PAGE.title} then ${PAGE.title} else ${CARD.title} || ' – ' || ${PAGE.title} end as "name"
    from "searchTexts" s join "pages" p on ${PAGE.id} = ${TEXT.pageId} left join "cards" c on ${CARD.id} = ${TEXT.cardId}
    where ${PAGE.published} and ${PAGE.deletedAt} is null and ${sql.join(conditions, sql` and `)}
    order by ${rank} desc, ${TEXT.kind} desc, ${PAGE.title}, ${TEXT.id} limit ${count}`.execute(db);
  return rows.map(({ id, name, url }) => ({ name, id, url }));
}

/** Words by how they begin, phrases word by word; null when only tags are asked for. Words hold letters and digits only. */
function textQuery({ words, phrases }: SearchQuery): RawBuilder<unknown> | null {
  const parts = [
    ...(words.length > 0 ? [sql`to_tsquery('simple', ${words.map((word) => `'${word}':*`).join(' & ')})`] : []),
    ...phrases.map((phrase) => sql`phraseto_tsquery('simple', ${phrase.join(' ')})`),
  ];
  return parts.length === 0 ? null : sql`(${sql.join(parts, sql` && `)})`;
}

function tagged(tag: string): RawBuilder<unknown> {
  const named = tag.includes('=') ? sql`t = ${tag}` : sql`(t = ${tag} or starts_with(t, ${`${tag}=`}))`;
  return sql`exists (select 1 from jsonb_array_elements_text(${TEXT.tags}) t where ${named})`;
}

import { sql, type RawBuilder } from 'kysely';
import type { SearchResult } from '../../../domain/calls/content.ts';
import { columnRefs, type Db } from '../../platform/database.ts';
import { matchExcerpt } from '../../platform/search/excerpt.ts';
import { stemToken } from '../../platform/search/folded-text.ts';
import { parseSearchQuery, toTerm, type SearchQuery, type Term } from '../../platform/search/query.ts';
import { scoreText } from '../../platform/search/ranking.ts';
import type { Vocabulary } from '../../platform/search/spelling.ts';
import { searchInSteps, type FoundResults } from '../../platform/search/steps.ts';

const TEXT = columnRefs('searchTexts', 's');
const PAGE = columnRefs('pages', 'p');

/** ts_rank: long texts have every word, so length is taken out of their rank. */
const BY_LENGTH = 1;
/** Pages that are ranked closely, besides those that are asked for; and parts of each. */
const MORE_PAGES = 9;
const PARTS_OF_PAGE = 6;

export async function searchOwnPages(
  db: Db,
  words: () => Promise<Vocabulary>,
  text: string,
  count: number,
): Promise<FoundResults> {
  const query = parseSearchQuery(text);
  if (query.terms.length + query.phrases.length + query.tags.length === 0 || query.types?.length === 0)
    return { response: [] };
  return searchInSteps(query, text, words, (wanted, isWhole) => matching(db, wanted, count, isWhole));
}

interface Row {
  pageId: number;
  cardId: number | null;
  kind: 'page' | 'section' | 'card';
  heading: string;
  text: string;
  url: string;
  title: string;
  matched: number;
}

/** Pages with all of the words, or with some. All phrases, tags and types hold in either case. */
async function matching(db: Db, query: SearchQuery, count: number, isWhole: boolean): Promise<FoundResults> {
  const rows = await bestTexts(db, query, count, isWhole);
  const terms = [...query.terms, ...query.subjects, ...query.phrases.flat().map((word) => toTerm(word, []))];
  const pages = new Map<number, { row: Row; score: number }>();
  for (const row of rows) {
    const part = { pageTitle: row.title, heading: row.kind === 'page' ? '' : row.heading, text: row.text };
    const score = scoreText(part, terms) + (isWhole ? 0 : PER_MATCHED * row.matched);
    const known = pages.get(row.pageId);
    if (known === undefined || score > known.score) pages.set(row.pageId, { row, score });
  }
  const best = [...pages.values()].toSorted((one, other) => other.score - one.score);
  return {
    response: best.slice(0, count).map(({ row }) => pageResult(row, terms)),
    ...(best.length > count ? { hasMore: true } : {}),
  };
}

/** One word more counts above everything else. */
const PER_MATCHED = 100;

function pageResult({ pageId, cardId, kind, heading, text, url, title }: Row, terms: readonly Term[]): SearchResult {
  const section = kind === 'page' || heading === title ? '' : heading;
  const excerpt = matchExcerpt(text, terms);
  return {
    name: title,
    id: cardId ?? pageId,
    url,
    ...(section === '' ? {} : { section }),
    ...(text === '' ? {} : { excerpt }),
  };
}

/**
 * The best pages, by the words of all their parts, and of each the page itself and its parts that match; of pages asked for by their
 * cards, these cards.
 */
async function bestTexts(db: Db, query: SearchQuery, count: number, isWhole: boolean): Promise<Row[]> {
  const words = query.terms.map(termQuery);
  const phrases = query.phrases.map((phrase) => sql`phraseto_tsquery('simple', ${phrase.join(' ')})`);
  const any = sql`(${sql.join([...words, ...phrases], sql` || `)})`;
  const hasWords = words.length + phrases.length > 0;
  const { whole, parts } = searchedKinds(query.types);
  const wanted = isWhole ? [...words, ...phrases] : [sql`(${sql.join(words, sql` || `)})`, ...phrases];
  const conditions = [
    sql`${TEXT.kind} = ${whole}`,
    ...(wanted.length > 0 ? [sql`s."search" @@ (${sql.join(wanted, sql` && `)})`] : []),
    ...query.tags.map(tagged),
  ];
  const matched = words.map((each) => sql`(s."search" @@ ${each})::integer`);
  const rank = [...query.terms.map(inTitle), sql`ts_rank(s."search", ${any}, ${BY_LENGTH}::integer)`];
  const { rows } = await sql<Row>`
    with "ranked" as (
      select ${TEXT.pageId}, ${PAGE.title}, ${isWhole ? sql`0` : sum(matched)} as "matched", ${hasWords ? sum(rank) : sql`0`} as "rank"
      from "searchTexts" s join "pages" p on ${PAGE.id} = ${TEXT.pageId}
      where ${PAGE.published} and ${PAGE.deletedAt} is null and ${sql.join(conditions, sql` and `)}
    ), "best" as (
      select "pageId", "title", max("matched") as "matched", max("rank") as "rank" from "ranked"
      where "matched" >= ${isWhole ? 0 : Math.ceil(words.length / 2)} group by "pageId", "title" order by "matched" desc, "rank" desc, "title", "pageId" limit ${count + MORE_PAGES}
    )
    select ${TEXT.pageId}, ${TEXT.cardId}, ${TEXT.kind}, ${TEXT.heading}, ${TEXT.text}, ${TEXT.url}, b."title", b."matched"
    from "best" b cross join lateral (
      select * from "searchTexts" s where ${TEXT.pageId} = b."pageId" and (${TEXT.kind} = ${whole} or ${TEXT.kind} = any(${parts}))
        ${hasWords ? sql`and s."search" @@ ${any}` : sql``}
      order by ${TEXT.kind} = 'page' desc, ${hasWords ? sql`ts_rank(s."search", ${any}, ${BY_LENGTH}::integer) desc,` : sql``} ${TEXT.id}
      limit ${1 + PARTS_OF_PAGE}
    ) s order by b."matched" desc, b."rank" desc, b."title", ${TEXT.id}`.execute(db);
  return rows;
}

function sum(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(parts, sql` + `)})`;
}

/** The kinds of texts to search, and the parts of them that can be shown. */
function searchedKinds(types: readonly string[] | null): { whole: string; parts: string[] } {
  if (types === null || (types.includes('page') && types.includes('card')))
    return { whole: 'page', parts: ['section', 'card'] };
  if (types.includes('page')) return { whole: 'page', parts: ['section'] };
  return { whole: types.includes('card') ? 'card' : 'none', parts: [] };
}

/** A word by how it begins, in its other forms and by its synonyms. Words hold letters and digits only. */
function termQuery({ word, stem, synonyms }: Term): RawBuilder<unknown> {
  const forms = [word, ...synonyms].flatMap((form) => [form, stemToken(form)]);
  return anyFormOf([`'${word}':*`, ...[stem, ...forms].map((form) => `'${form}'`)]);
}

/** 1 for a text in whose title a word begins like this one. The vector is long, and costly to read again and again. */
function inTitle({ word, stem }: Term): RawBuilder<unknown> {
  const begins = (form: string): RawBuilder<unknown> => sql`strpos(' ' || ${TEXT.title}, ${` ${form}`}) > 0`;
  return sql`(${begins(word)} or ${begins(stem)})::integer`;
}

function anyFormOf(forms: readonly string[]): RawBuilder<unknown> {
  return sql`to_tsquery('simple', ${[...new Set(forms)].join(' | ')})`;
}

function tagged(tag: string): RawBuilder<unknown> {
  const named = tag.includes('=') ? sql`t = ${tag}` : sql`(t = ${tag} or starts_with(t, ${`${tag}=`}))`;
  return sql`exists (select 1 from jsonb_array_elements_text(${TEXT.tags}) t where ${named})`;
}

import { matchExcerpt } from './excerpt.ts';
import { foldedWords } from './folded-text.ts';
import { parseSearchQuery, toTerm, type SearchQuery } from './query.ts';
import { scoreText, wordWeight } from './ranking.ts';
import type { Vocabulary } from './spelling.ts';
import { searchInSteps, vocabularyOf, type FoundResults } from './steps.ts';

/** Something that is found by its text. */
export interface SearchRecord {
  id: number;
  name: string;
  url: string;
  /** Shown behind the name. */
  section?: string;
  text: string;
}

/** One word more counts above everything else. */
const PER_MATCHED = 100;

/** The records that a query finds, the best first, equal ones in the given order. `others`: words that are no mistakes either. */
export async function searchRecords(
  records: readonly SearchRecord[],
  text: string,
  count: number,
  others: () => Promise<Vocabulary> = () => Promise.resolve(new Map()),
): Promise<FoundResults> {
  const query = parseSearchQuery(text);
  const { terms, phrases, tags, types } = query;
  if (terms.length + phrases.length === 0 || tags.length > 0 || types !== null) return { response: [] };
  const words = async () => new Map([...vocabularyOf(records.map(recordText)), ...(await others())]);
  return searchInSteps(query, text, words, (wanted, isWhole) => matchingRecords(records, wanted, count, isWhole));
}

function matchingRecords(
  records: readonly SearchRecord[],
  { terms, phrases, subjects }: SearchQuery,
  count: number,
  isWhole: boolean,
): FoundResults {
  const least = isWhole ? terms.length : Math.ceil(terms.length / 2);
  const wanted = [...terms, ...subjects, ...phrases.flat().map((word) => toTerm(word, []))];
  const found = records.flatMap((record) => {
    const words = foldedWords(recordText(record));
    const line = ` ${words.join(' ')} `;
    const matched = terms.filter((term) => words.some((word) => wordWeight(word, term) > 0)).length;
    if (matched < least || !phrases.every((phrase) => line.includes(` ${phrase.join(' ')} `))) return [];
    const score = scoreText({ pageTitle: record.name, heading: '', text: record.text }, wanted);
    return [{ record, score: score + (isWhole ? 0 : PER_MATCHED * matched) }];
  });
  const best = found.toSorted((one, other) => other.score - one.score);
  return {
    response: best.slice(0, count).map(({ record: { text, ...result } }) => ({
      ...result,
      ...(text === '' ? {} : { excerpt: matchExcerpt(text, wanted) }),
    })),
    ...(best.length > count ? { hasMore: true } : {}),
  };
}

function recordText({ name, section = '', text }: SearchRecord): string {
  return `${name} ${section} ${text}`;
}

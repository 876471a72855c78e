import { foldedTag, foldedWords } from './folded-text.ts';

/** A parsed query: all words (by prefix), all phrases, all tags, any of the types. */
export interface SearchQuery {
  words: string[];
  phrases: string[][];
  /** "material" for any value of the tag, or "material=oak". */
  tags: string[];
  /** Null: all types. */
  types: string[] | null;
}

const MOST_WORDS = 20;
const MOST_PARTS = 10;

/** Parses BookStack's query syntax: laser "exact words" [tag] [tag=value] {type:page|card}. Other filters in braces are ignored. */
export function parseSearchQuery(text: string): SearchQuery {
  const phrases: string[][] = [];
  const tags: string[] = [];
  let types: string[] | null = null;
  const rest = text.replace(
    /"([^"]*)"|\[([^[\]]*)\]|\{([^{}]*)\}/g,
    (_whole, phrase?: string, tag?: string, filter?: string) => {
      if (phrase !== undefined) phrases.push(foldedWords(phrase).slice(0, MOST_WORDS));
      if (tag !== undefined) tags.push(foldedTag(tag));
      const [, kinds] = /^\s*type\s*:(.*)$/i.exec(filter ?? '') ?? [];
      if (kinds !== undefined)
        types = kinds
          .split('|')
          .map((kind) => kind.trim().toLowerCase())
          .filter((kind) => kind !== '');
      return ' ';
    },
  );
  return {
    words: [...new Set(foldedWords(rest))].slice(0, MOST_WORDS),
    phrases: phrases.filter((words) => words.length > 0).slice(0, MOST_PARTS),
    tags: [...new Set(tags)].filter((tag) => tag !== '').slice(0, MOST_PARTS),
    types,
  };
}

import type { SearchForm } from '../../domain/declarations/kinds.ts';

/** Characters taken from one field; a search vector holds at most 1 MB. */
const SEARCHED_CHARACTERS = 100_000;

/** Every scalar inside an object or a list, at any depth. */
const LEAVES = `'strict $.** ? (@.type() != "object" && @.type() != "array")'`;

const TEXT_OF: Record<Exclude<SearchForm, 'referenced'>, (column: string) => string> = {
  text: (column) => column,
  html: (column) => `regexp_replace(${column}, '<[^>]*>', ' ', 'g')`,
  cast: (column) => `${column}::text`,
  // Unescapes line breaks and quotes, which JSON would otherwise merge into the next word.
  leaves: (column) =>
    `regexp_replace(jsonb_path_query_array(${column}, ${LEAVES})::text, '\\\\[nrtbf"\\\\]', ' ', 'g')`,
};

/** SQL for the text that full-text search indexes of a column (also SQL); never null. */
export function searchedText(form: Exclude<SearchForm, 'referenced'>, column: string): string {
  return `left(coalesce(${TEXT_OF[form](column)}, ''), ${SEARCHED_CHARACTERS})`;
}

import type { SearchForm } from '../../domain/kinds.ts';

/** Characters taken from one field; a search vector holds at most 1 MB. */
const SEARCHED_CHARACTERS = 100_000;

/** Every value of an object or a list, whatever is around it. */
const LEAVES = `'strict $.** ? (@.type() != "object" && @.type() != "array")'`;

const TEXT_OF: Record<Exclude<SearchForm, 'referenced'>, (column: string) => string> = {
  text: (column) => column,
  html: (column) => `regexp_replace(${column}, '<[^>]*>', ' ', 'g')`,
  cast: (column) => `${column}::text`,
  // Without what JSON writes for line ends and quotes, which would become part of the next word.
  leaves: (column) =>
    `regexp_replace(jsonb_path_query_array(${column}, ${LEAVES})::text, '\\\\[nrtbf"\\\\]', ' ', 'g')`,
};

/** SQL of the text that full-text search reads from a column (also SQL), never null. */
export function searchedText(form: Exclude<SearchForm, 'referenced'>, column: string): string {
  return `left(coalesce(${TEXT_OF[form](column)}, ''), ${SEARCHED_CHARACTERS})`;
}

import { SEARCH_MIN_LENGTH, SEARCH_PREVIEW_COUNT } from './constants.ts';

/** Whether a text is long enough to be searched for: longer than 2 characters, whatever surrounds them. */
export function isSearchable(text: string): boolean {
  return text.trim().length >= SEARCH_MIN_LENGTH;
}

/** The call that searches the documentation; `system` is site.documentation.system. With `preview`: 3 results per source. */
export function searchPath(system: string, text: string, { preview = false } = {}): string {
  const count = preview ? `&count=${SEARCH_PREVIEW_COUNT}` : '';
  return `/api/${system}/search?query=${encodeURIComponent(text.trim())}${count}`;
}

/** The page with all results. */
export function docsPath(text: string): string {
  return `/docs?search=${encodeURIComponent(text.trim())}`;
}

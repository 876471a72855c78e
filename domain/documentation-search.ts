import { SEARCH_MIN_LENGTH, SEARCH_MOST, SEARCH_PREVIEW_COUNT } from './constants.ts';

/** Whether a text is long enough to be searched for: longer than 2 characters, whatever surrounds them. */
export function isSearchable(text: string): boolean {
  return text.trim().length >= SEARCH_MIN_LENGTH;
}

/** The call that searches the documentation: 50 results per source at most, with `preview` 3; `system` is site.documentation.system. */
export function searchPath(system: string, text: string, { preview = false } = {}): string {
  return `/api/${system}/search?query=${encodeURIComponent(text.trim())}&count=${preview ? SEARCH_PREVIEW_COUNT : SEARCH_MOST}`;
}

/** The page with all results. */
export function docsPath(text: string): string {
  return `/docs?search=${encodeURIComponent(text.trim())}`;
}

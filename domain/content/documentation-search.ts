import { SEARCH_MIN_LENGTH, SEARCH_MOST, SEARCH_PREVIEW_COUNT } from '../values/constants.ts';

/** Whether a query is long enough: more than 2 characters after trimming. */
export function isSearchable(text: string): boolean {
  return text.trim().length >= SEARCH_MIN_LENGTH;
}

/** Path of the documentation search: 50 results per source, 3 for a preview. `system` is site.documentation.system. */
export function searchPath(system: string, text: string, { preview = false } = {}): string {
  return `/api/${system}/search?query=${encodeURIComponent(text.trim())}&count=${preview ? SEARCH_PREVIEW_COUNT : SEARCH_MOST}`;
}

export function docsPath(text: string): string {
  return `/docs?search=${encodeURIComponent(text.trim())}`;
}

const LONGEST_PATH_TEXT = 80;

/** What to search for where no page has the path: its last segment in words, "Laser_cuting.html" as "Laser cuting"; empty for a number. */
export function searchTextOfPath(path: string): string {
  const segment = path.split('/').findLast((part) => part !== '') ?? '';
  const text = decodedSegment(segment)
    .replace(/\.(?:html?|php|aspx?)$/i, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return /\p{L}/u.test(text) ? text.slice(0, LONGEST_PATH_TEXT).trim() : '';
}

function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

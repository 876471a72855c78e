import { matchRoute } from '../../../domain/access/match-route.ts';
import type { MenuEntry, RouteDeclaration } from '../../../domain/declarations/site.ts';

type SearchedRoute = Pick<RouteDeclaration, 'path' | 'numeric' | 'name' | 'screen'>;

/**
 * The entries whose label, heading or page (the name of its route, and of what it lists) has a word that begins with each word of the
 * text; otherwise those that do with one letter wrong.
 */
export function filterMenu(entries: readonly MenuEntry[], text: string, routes: readonly SearchedRoute[]): MenuEntry[] {
  const wanted = wordsOf(text);
  const searched = entries.map((entry) => ({ entry, words: wordsOf(searchedText(entry, routes)) }));
  const found = (matches: (start: string, word: string) => boolean) =>
    searched
      .filter(({ words }) => wanted.every((start) => words.some((word) => matches(start, word))))
      .map(({ entry }) => entry);
  const exact = found((start, word) => word.startsWith(start));
  return exact.length > 0 ? exact : found((start, word) => word.startsWith(start) || isNearStart(start, word));
}

function searchedText({ label, heading = '', to }: MenuEntry, routes: readonly SearchedRoute[]): string {
  const route = to === undefined ? undefined : matchRoute(to, routes)?.route;
  const listed = route?.screen.replace(/^\w+:/, '').replace(/(?=[A-Z])/g, ' ');
  return `${label} ${heading} ${route?.name ?? ''} ${listed ?? ''}`;
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s-]+/u)
    .filter(Boolean);
}

/** Shorter words are too similar to each other. */
const SHORTEST_MISSPELLED = 4;

function isNearStart(start: string, word: string): boolean {
  if (start.length < SHORTEST_MISSPELLED) return false;
  return [-1, 0, 1].some((more) => isOneEdit(start, word.slice(0, start.length + more)));
}

/** Whether one letter is missing, added, wrong or swapped with the next one. */
function isOneEdit(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let [end, otherEnd] = [one.length, other.length];
  while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1])
    [end, otherEnd] = [end - 1, otherEnd - 1];
  const [left, right] = [one.slice(start, end), other.slice(start, otherEnd)];
  return (left.length <= 1 && right.length <= 1) || (left.length === 2 && left === [...right].toReversed().join(''));
}

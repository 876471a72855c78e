import type { RouteDeclaration } from '../declarations/site.ts';

export interface RouteMatch<Route = RouteDeclaration> {
  route: Route;
  params: Readonly<Record<string, string>>;
}

interface Part {
  word: string;
  kind: 'fixed' | 'parameter' | 'rest';
}
interface Pattern {
  parts: Part[];
  rank: number;
}

/** React Router's ranking: static segments before parameters before a splat, and more of them before fewer. */
const WEIGHTS = { fixed: 11, parameter: 4, rest: -1 } as const;

const patterns = new Map<string, Pattern[]>();
const NUMBER = /^\d{1,15}$/;
/** More than any site declares; bounds the cache on a long-running server whose declarations change. */
const MOST_PATTERNS = 5000;

/**
 * The most specific route that matches a path (without query and fragment); null when none does. On a tie the first declared wins.
 * Patterns are React Router's: /a/:id, /a/:id? and a trailing /*. A route's `numeric` parameters match whole numbers only.
 */
export function matchRoute<Route extends Pick<RouteDeclaration, 'path' | 'numeric'>>(
  path: string,
  routes: readonly Route[],
): RouteMatch<Route> | null {
  const segments = segmentsOf(path);
  let best: RouteMatch<Route> | null = null;
  let bestRank = -Infinity;
  for (const route of routes) {
    for (const { parts, rank } of patternsOf(route.path)) {
      if (rank <= bestRank) continue;
      const params = paramsOf(parts, segments);
      if (params === null || !hasNumbers(route, params)) continue;
      best = { route, params };
      bestRank = rank;
    }
  }
  return best;
}

function hasNumbers({ numeric = [] }: Pick<RouteDeclaration, 'numeric'>, params: Record<string, string>): boolean {
  return numeric.every((name) => params[name] === undefined || NUMBER.test(params[name]));
}

/** One pattern for each combination of optional segments. */
function patternsOf(path: string): Pattern[] {
  let known = patterns.get(path);
  if (known === undefined) {
    known = pathVariants(segmentsOf(path)).map((words) => {
      const parts = words.map(parsePart);
      return { parts, rank: parts.reduce((sum, { kind }) => sum + WEIGHTS[kind], 0) };
    });
    if (patterns.size >= MOST_PATTERNS) patterns.clear();
    patterns.set(path, known);
  }
  return known;
}

function pathVariants([first, ...rest]: readonly string[]): string[][] {
  if (first === undefined) return [[]];
  const ways = pathVariants(rest);
  return first.endsWith('?')
    ? [...ways.map((way) => [first.slice(0, -1), ...way]), ...ways]
    : ways.map((way) => [first, ...way]);
}

function parsePart(segment: string): Part {
  if (segment === '*') return { word: '*', kind: 'rest' };
  return segment.startsWith(':')
    ? { word: segment.slice(1), kind: 'parameter' }
    : { word: segment.toLowerCase(), kind: 'fixed' };
}

function paramsOf(parts: readonly Part[], segments: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [index, { word, kind }] of parts.entries()) {
    if (kind === 'rest') return { ...params, '*': segments.slice(index).map(decoded).join('/') };
    const segment = segments[index];
    if (segment === undefined || segment === '') return null;
    if (kind === 'parameter') params[word] = decoded(segment);
    else if (word !== segment.toLowerCase()) return null;
  }
  return segments.length > parts.length ? null : params;
}

/** "/a/b" and "/a/b/" are [a, b]; "/a//b" has an empty segment, which nothing matches. */
function segmentsOf(path: string): string[] {
  const segments = path.split('/').slice(1);
  return segments.at(-1) === '' ? segments.slice(0, -1) : segments;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

import type { RouteDeclaration } from '../../../domain/model.ts';

/** A declared route, and what its parameters are in a path. */
export interface MatchedRoute { route: RouteDeclaration; params: Record<string, string> }

/** The most specific route of the path, which begins with one slash and has none at its end; null when none is declared. */
export function matchRoute(routes: readonly RouteDeclaration[], path: string): MatchedRoute | null {
  const segments = segmentsOf(path);
  const matches = routes.flatMap((route) => {
    const params = paramsOf(segmentsOf(route.path), segments);
    return params ? [{ route, params }] : [];
  });
  return matches.toSorted((a, b) => fixedCount(b.route) - fixedCount(a.route))[0] ?? null;
}

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (segments.length > pattern.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index];
    if (segment === undefined && !part.endsWith('?')) return null;
    if (segment === undefined) continue;
    if (part.startsWith(':')) params[part.slice(1).replace('?', '')] = decoded(segment);
    else if (part.toLowerCase() !== segment.toLowerCase()) return null;
  }
  return params;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function fixedCount({ path }: RouteDeclaration): number {
  return segmentsOf(path).filter((part) => !part.startsWith(':')).length;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

import { matchRoutes } from 'react-router-dom';
import type { RouteDeclaration } from '../../../domain/model.ts';

export interface RouteMatch { route: RouteDeclaration; params: Readonly<Record<string, string | undefined>> }

interface MatchableRoute { path: string; handle: RouteDeclaration }

const prepared = new WeakMap<readonly RouteDeclaration[], MatchableRoute[]>();

/** The declared route that a path leads to, the most specific one first; null when there is none. */
export function matchRoute(pathname: string, routes: readonly RouteDeclaration[]): RouteMatch | null {
  let objects = prepared.get(routes);
  if (objects === undefined) {
    objects = routes.map((route) => ({ path: route.path, handle: route }));
    prepared.set(routes, objects);
  }
  const match = matchRoutes(objects, { pathname })?.at(-1);
  return match === undefined ? null : { route: match.route.handle, params: match.params };
}

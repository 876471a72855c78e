import type { PageView } from '../calls/telemetry.ts';
import type { RouteDeclaration } from '../declarations/site.ts';

export const NO_CATEGORY = 'NoCategory';
/** The category of views of routes without one. */
export const OTHER_PAGES = 'Other pages';
const LONGEST_NAME = 120;
const LONGEST_PATH = 500;

export type CountedRoute = Pick<RouteDeclaration, 'name' | 'path' | 'requiredRoles' | 'category' | 'manualTracking'>;

/**
 * The view to record when `to` is shown at `pathname` (percent-encoded, as in the address); null: none. `from` is the previous route,
 * null at the first load. Implements the specification's section 2.2, point 7: no views of routes that require roles, none twice in a
 * row for one name, none for NoCategory. manualTracking overrides all of it (true: the screen tracks itself).
 */
export function pageViewOf(
  to: CountedRoute,
  from: Pick<CountedRoute, 'name'> | null,
  pathname: string,
): PageView | null {
  const isCounted =
    to.manualTracking === undefined
      ? to.requiredRoles.length === 0 && to.name !== from?.name && to.category !== NO_CATEGORY
      : !to.manualTracking;
  if (!isCounted) return null;
  return {
    pageName: viewName(to, pathname).slice(0, LONGEST_NAME),
    path: pathname.slice(0, LONGEST_PATH),
    category: to.category ?? OTHER_PAGES,
  };
}

/** The view of a request form is named after the form: path segment 3, or segment 4 after a group. */
function viewName(route: CountedRoute, pathname: string): string {
  const segment = pathname.split('/')[route.path.split('/').indexOf(':formName')];
  if (segment === undefined || segment === '') return route.name;
  const words = decoded(segment).replaceAll('_', ' ').trim();
  return /\s(request|form)$/i.test(words) ? words : `${words} request`;
}

/** Decodes the segment; when it is malformed, only encoded spaces. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment.replaceAll('%20', ' ');
  }
}

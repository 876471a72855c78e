import type { PageView } from './content.ts';
import type { RouteDeclaration } from './model.ts';

/** Routes of this category are not counted. */
export const NO_CATEGORY = 'NoCategory';
/** Under which the views of a route without a category are counted. */
export const OTHER_PAGES = 'Other pages';
const LONGEST_NAME = 120;
const LONGEST_PATH = 500;

export type CountedRoute = Pick<RouteDeclaration, 'name' | 'path' | 'requiredRoles' | 'category' | 'manualTracking'>;

/**
 * The view to count once `to` is shown at `pathname` (as it stands in the address, percent-encoded); null: none. `from` is
 * the route before it, null at the first load. The specification's section 2.2, point 7: not for routes that require roles,
 * not twice for one name, not for NoCategory; manualTracking overrides all of it (true: the screen tracks itself).
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
    pageName: nameOf(to, pathname).slice(0, LONGEST_NAME),
    path: pathname.slice(0, LONGEST_PATH),
    category: to.category ?? OTHER_PAGES,
  };
}

/** A request form's view has the form's name: segment 3 of the path, segment 4 where the group stands before it. */
function nameOf(route: CountedRoute, pathname: string): string {
  const segment = pathname.split('/')[route.path.split('/').indexOf(':formName')];
  if (segment === undefined || segment === '') return route.name;
  const words = decoded(segment).replaceAll('_', ' ').trim();
  return /\s(request|form)$/i.test(words) ? words : `${words} request`;
}

/** Encoded spaces become spaces, and letters letters; what is not properly encoded loses its encoded spaces only. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment.replaceAll('%20', ' ');
  }
}

import { visibleMenu } from '../../../domain/menu.ts';
import type { MenuEntry } from '../../../domain/model.ts';
import { matchRoute } from '../../app/routing/matchRoute.ts';
import { useDisplayMode } from '../../app/shell/useDisplayMode.ts';
import { useModel } from '../../app/useModel.ts';
import { useSession } from '../../app/useSession.ts';

export interface StartSection { section: MenuEntry; entries: readonly MenuEntry[] }

/**
 * The menu as the start page offers it: the pages that have a description. Visitors are shown what any account opens;
 * the guard sends them to the login first.
 */
export function useStartEntries(): StartSection[] {
  const { menu, routes, listable } = useModel();
  const { isLoggedIn, roles, kioskSession } = useSession();
  const isMobile = useDisplayMode() === 'Mobile';
  const visible = visibleMenu(menu, {
    visitor: isLoggedIn ? { isLoggedIn, roles, isKiosk: kioskSession } : { isLoggedIn: true, roles: [], isKiosk: kioskSession },
    isMobile,
    routeAt: (path) => matchRoute(path, routes)?.route,
    listable: new Set(listable),
  });
  return visible
    .map((section) => ({ section, entries: (section.entries ?? []).filter((entry) => entry.description !== undefined) }))
    .filter(({ entries }) => entries.length > 0);
}

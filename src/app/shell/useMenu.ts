import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { visibleMenu, withPages } from '../../../domain/menu.ts';
import type { MenuEntry } from '../../../domain/model.ts';
import { useModel } from '../useModel.ts';
import { useReach } from '../useReach.ts';
import { navigationQuery } from './navigationQuery.ts';
import { useSiteSettings } from './siteSettings.ts';

/** The menu as the current user sees it. */
export function useMenu(isMobile: boolean): MenuEntry[] {
  const { menu } = useModel();
  const reach = useReach();
  const settings = useSiteSettings();
  const { data: pages } = useQuery(navigationQuery);
  return useMemo(
    () => visibleMenu(withPages(menu, pages ?? []), { ...reach, isMobile, addresses: settings }),
    [menu, pages, reach, settings, isMobile],
  );
}

export interface ActiveEntry {
  section: MenuEntry | null;
  entry: MenuEntry | null;
}

/** The section and entry of the menu that the current page belongs to. */
export function useActiveEntry(menu: readonly MenuEntry[]): ActiveEntry {
  const { pathname } = useLocation();
  let found: ActiveEntry = { section: null, entry: null };
  let best = 0;
  for (const section of menu) {
    for (const entry of section.entries ?? [section]) {
      const isPage = entry.action === undefined && entry.newTab !== true;
      const nearness = isPage ? nearnessOf(entry, pathname) : 0;
      if (nearness > best) {
        best = nearness;
        found = { section, entry: nearness > 1 ? entry : null };
      }
    }
  }
  return found;
}

/** 0: no match. 1: same area only (/requests/...). More: the page itself or an ancestor. */
function nearnessOf({ to, isPage: isContent }: MenuEntry, pathname: string): number {
  if (to === undefined) return 0;
  const entry = to.toLowerCase();
  const page = pathname.toLowerCase();
  if (page === entry) return 2 + entry.length;
  if (entry === '/' || isContent === true) return 0;
  if (page.startsWith(`${entry}/`)) return 1 + entry.length;
  return entry.split('/')[1] === page.split('/')[1] ? 1 : 0;
}

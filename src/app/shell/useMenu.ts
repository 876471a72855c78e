import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { activeEntry, visibleMenu, withPages, type ActiveEntry } from '../menuEntries.ts';
import type { MenuEntry } from '../../../domain/declarations/site.ts';
import { useModel } from '../useModel.ts';
import { useAccess } from '../useAccess.ts';
import { navigationQuery } from './navigationQuery.ts';
import { useSiteSettings } from '../siteSettings.ts';

export function useMenu(isMobile: boolean): MenuEntry[] {
  const { menu } = useModel();
  const reach = useAccess();
  const settings = useSiteSettings();
  const { data: pages } = useQuery(navigationQuery);
  return useMemo(
    () => visibleMenu(withPages(menu, pages ?? []), { ...reach, isMobile, addresses: settings }),
    [menu, pages, reach, settings, isMobile],
  );
}

export function useActiveEntry(menu: readonly MenuEntry[]): ActiveEntry {
  const { pathname } = useLocation();
  return activeEntry(menu, pathname);
}

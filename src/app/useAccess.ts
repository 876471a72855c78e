import { useMemo } from 'react';
import { matchRoute } from '../../domain/access/match-route.ts';
import type { Access } from './menuEntries.ts';
import { switchedOff } from '../../domain/access/route-guard.ts';
import { useSiteSettings } from './siteSettings.ts';
import { useModel } from './useModel.ts';
import { useSession } from './useSession.ts';

export function useAccess(): Access {
  const { routes, listable } = useModel();
  const { isLoggedIn, roles, kioskSession } = useSession();
  const settings = useSiteSettings();
  return useMemo(
    () => ({
      visitor: { isLoggedIn, roles, isKiosk: kioskSession, switchedOff: switchedOff(settings) },
      routeAt: (path) => matchRoute(path.replace(/[?#].*$/, ''), routes)?.route,
      listable: new Set(listable),
    }),
    [routes, listable, isLoggedIn, roles, kioskSession, settings],
  );
}

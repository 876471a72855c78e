import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { matchRoute } from '../../../domain/access/match-route.ts';
import type { RouteDeclaration } from '../../../domain/declarations/site.ts';
import { pageViewOf } from '../../../domain/content/page-view.ts';
import { checkRoute } from '../routing/guard.ts';
import { useModel } from '../useModel.ts';
import { useSession } from '../useSession.ts';
import { trackPageView } from './trackPageView.ts';

/** Tracks a view after each navigation that the guard allowed. */
export function usePageViews(): void {
  const location = useLocation();
  const { routes } = useModel();
  // Logging in while a page is open makes it count as viewed.
  const { isLoggedIn } = useSession();
  const seen = useRef<{ pathname: string; route: RouteDeclaration | null } | null>(null);
  useEffect(() => {
    if (seen.current?.pathname === location.pathname || checkRoute(location, null).kind !== 'pass') return;
    const route = matchRoute(location.pathname, routes)?.route ?? null;
    const view = route === null ? null : pageViewOf(route, seen.current?.route ?? null, location.pathname);
    seen.current = { pathname: location.pathname, route };
    if (view !== null) trackPageView(view);
  }, [location, routes, isLoggedIn]);
}

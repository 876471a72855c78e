import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { matchRoute } from '../../../domain/access/match-route.ts';
import { pageTitle } from '../../../domain/access/route-guard.ts';
import { useStore } from '../createStore.ts';
import { pageLookStore } from '../pageLook.ts';
import { useTheme } from '../theme/useTheme.ts';
import { useModel } from '../useModel.ts';
import { focusMain } from './focusMain.ts';

/** After each navigation: sets document title and theme, moves focus to the new page and announces its title. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const { routes, site } = useModel();
  const route = matchRoute(pathname, routes)?.route;
  const look = useStore(pageLookStore);
  const title = pageTitle(route?.name, site.productName, look?.record);
  const lastPath = useRef(pathname);
  const [said, setSaid] = useState('');
  useTheme(look?.theme ?? route?.backgroundTheme);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    // The page that was left is gone by now; the title above may still have its record.
    setSaid(pageTitle(route?.name, site.productName, pageLookStore.get()?.record));
    focusMain();
  }, [pathname, route, site]);
  return (
    <div role="status" className="visually-hidden">
      {said}
    </div>
  );
}

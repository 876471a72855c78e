import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { matchRoute } from '../../../domain/access/match-route.ts';
import { pageTitle } from '../../../domain/access/route-guard.ts';
import { useStore } from '../createStore.ts';
import { pageLookStore } from '../pageLook.ts';
import { useTheme } from '../theme/useTheme.ts';
import { useModel } from '../useModel.ts';
import { focusMain } from './focusMain.ts';

/** What the document's head says of the page that it was loaded for: titles, pictures and addresses for links that are shared. */
const SHARED_HEAD =
  'meta[property^="og:"], meta[name="twitter:card"], meta[name="description"], link[rel="canonical"], script[type="application/ld+json"]';

/** Other pages have a document of their own, which is what services read that show a link. */
function removeSharedHead(): void {
  for (const element of document.head.querySelectorAll(SHARED_HEAD)) element.remove();
}

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
    removeSharedHead();
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

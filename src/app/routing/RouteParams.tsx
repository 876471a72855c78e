import { useMemo, type ReactNode } from 'react';
import { UNSAFE_RouteContext as RouteContext, useLocation } from 'react-router-dom';
import type { RouteMatch } from '../../../domain/access/match-route.ts';

/**
 * Gives `useParams` the parameters of the site's own match. React Router's <Routes> would match the address a second time, with 3 kB
 * (gzip) of code on every page.
 */
export function RouteParams({ match: { route, params }, children }: { match: RouteMatch; children: ReactNode }) {
  const { pathname } = useLocation();
  const context = useMemo(
    () => ({
      outlet: null,
      matches: [{ params, pathname, pathnameBase: pathname, route: { path: route.path } }],
      isDataRoute: false,
    }),
    [route, params, pathname],
  );
  return <RouteContext value={context}>{children}</RouteContext>;
}

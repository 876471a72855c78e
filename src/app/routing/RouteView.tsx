import { Suspense, useEffect, useRef, useState, useMemo, type ReactNode } from 'react';
import { Navigate, useLocation, UNSAFE_RouteContext as RouteContext } from 'react-router-dom';
import { matchRoute, type RouteMatch } from '../../../domain/access/match-route.ts';
import type { GuardResult } from '../../../domain/access/route-guard.ts';
import { Loading } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { ErrorBoundary } from '../errors/ErrorBoundary.tsx';
import { ensureModel } from '../modelStore.ts';
import { useModel } from '../useModel.ts';
import { checkRoute, enforceRoute } from './guard.ts';
import { wantedFilter } from './routeFilter.ts';
import { NotFound } from './NotFound.tsx';
import { Ready } from '../Ready.tsx';
import { screenComponents, screenOf } from './screens.ts';

export function RouteView() {
  const { routes } = useModel();
  const location = useLocation();
  const { pathname } = location;
  const [checked, setChecked] = useState({ pathname, result: checkRoute(location, null) });
  if (checked.pathname !== pathname) setChecked({ pathname, result: checkRoute(location, null) });
  useEffect(() => void ensureModel(), [pathname]);
  const match = matchRoute(pathname, routes);
  if (match === null) return <NotFound isUnknownAddress />;
  if (checked.result.kind === 'pass') return <ScreenView match={match} />;
  return <FirstLoadGuard key={pathname} onPass={(result) => setChecked({ pathname, result })} />;
}

/** Guards the first load; later navigations are guarded before they happen. A refusal redirects to the home page. */
function FirstLoadGuard({ onPass }: { onPass: (result: GuardResult) => void }) {
  const location = useLocation();
  const [refusal, setRefusal] = useState<Exclude<GuardResult, { kind: 'pass' }> | null>(null);
  const hasStarted = useRef(false);
  useEffect(() => {
    // Once, so that the dialog is not shown twice.
    if (hasStarted.current) return;
    hasStarted.current = true;
    // The fragment is never sent to the server, so the hydrated location lacks it.
    void enforceRoute({ ...location, hash: window.location.hash }, null).then((result) =>
      result.kind === 'pass' ? onPass(result) : setRefusal(result),
    );
  }, [location, onPass]);
  if (refusal === null)
    return (
      <Page title="">
        <Loading label="Checking your login" />
      </Page>
    );
  return <Navigate replace to={refusal.kind === 'refuse' ? '/' : refusal.to} />;
}

function ScreenView({ match }: { match: RouteMatch }) {
  const location = useLocation();
  const { key, resource } = screenOf(match.route);
  const Component = screenComponents[key];
  if (Component === undefined) return <NotFound />;
  const query = new URLSearchParams(location.search);
  const wanted = wantedFilter(match.route, { params: match.params, query });
  if (wanted !== null) {
    query.set('filter', JSON.stringify(wanted));
    // From here on the filter says it, which can be changed and cleared. (No query is named as a part of the path is.)
    for (const from of Object.values(match.route.filter ?? {})) query.delete(from.slice(1));
    return <Navigate replace to={{ pathname: location.pathname, search: `?${query}` }} />;
  }
  // The generated pages of a resource share one screen with its own router; any other change of address remounts the screen.
  const identity = key === 'resource:*' ? `${key} ${resource}` : location.pathname;
  return (
    <ErrorBoundary key={identity} name={match.route.screen} routePath={match.route.path}>
      <Suspense
        fallback={
          <Page title="">
            <Loading lines={9} lineHeight={28} />
          </Page>
        }
      >
        <RouteParams match={match}>
          <Component resource={resource} />
        </RouteParams>
        <Ready />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The parameters of our own match for `useParams`: React Router's <Routes> would match again, with 3 kB (gzip) on every page. */
function RouteParams({ match: { route, params }, children }: { match: RouteMatch; children: ReactNode }) {
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

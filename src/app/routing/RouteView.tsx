import { Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { matchRoute, type RouteMatch } from '../../../domain/match-route.ts';
import type { Verdict } from '../../../domain/route-guard.ts';
import { Loading } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { ErrorBoundary } from '../errors/ErrorBoundary.tsx';
import { ensureModel } from '../model/modelStore.ts';
import { useModel } from '../useModel.ts';
import { admission, decide } from './admission.ts';
import { ListAddress } from './ListAddress.tsx';
import { wantedFilter } from './routeFilter.ts';
import { NotFound } from './NotFound.tsx';
import { Ready } from './Ready.tsx';
import { screenComponents, screenOf } from './screens.ts';

/** The screen of the present address. Judged when the address changes, not later: a session that ends keeps its page. */
export function RouteView() {
  const { routes } = useModel();
  const location = useLocation();
  const { pathname } = location;
  const [judged, setJudged] = useState({ pathname, verdict: admission(location, null) });
  if (judged.pathname !== pathname) setJudged({ pathname, verdict: admission(location, null) });
  useEffect(() => void ensureModel(), [pathname]);
  const match = matchRoute(pathname, routes);
  if (match === null) return <NotFound />;
  if (judged.verdict.kind === 'pass') return <ScreenView match={match} />;
  return <Undecided key={pathname} onPass={(verdict) => setJudged({ pathname, verdict })} />;
}

/** Only at the first load: later navigations are stopped before they arrive. A refusal has no page to stay on but the home page. */
function Undecided({ onPass }: { onPass: (verdict: Verdict) => void }) {
  const location = useLocation();
  const [refusal, setRefusal] = useState<Exclude<Verdict, { kind: 'pass' }> | null>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    // Once: its dialog must not come twice.
    if (isAsked.current) return;
    isAsked.current = true;
    // The server knows no fragment, and the first rendering follows it.
    void decide({ ...location, hash: window.location.hash }, null).then((verdict) =>
      verdict.kind === 'pass' ? onPass(verdict) : setRefusal(verdict),
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
  const wanted = wantedFilter(match.route, { params: match.params, query: new URLSearchParams(location.search) });
  if (wanted !== null) return <ListAddress key={location.pathname} wanted={wanted} />;
  // The generated pages of a resource are one screen with a router of its own; every other address starts its screen anew.
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
        <Routes>
          <Route path={match.route.path} element={<Component resource={resource} />} />
        </Routes>
        <Ready />
      </Suspense>
    </ErrorBoundary>
  );
}

import type { RouterProvider } from 'ra-core';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import {
  Link,
  matchPath,
  Navigate,
  useInRouterContext,
  useLocation,
  useMatch,
  useNavigate,
  useParams,
  type NavigateFunction,
  type NavigateOptions,
  type To,
} from 'react-router-dom';

/**
 * What ra-core asks of a router, over the site's own. The build puts this module in the place of ra-core's `reactRouterProvider`
 * (vite.config.ts), which would bring React Router's data router into every page. It has no <Routes>: the console matches paths itself
 * (paths.ts). Navigation is guarded by the site (siteHistory.ts).
 */
export const reactRouterProvider = {
  useNavigate: useStableNavigate,
  useLocation,
  useParams,
  useMatch,
  useInRouterContext,
  matchPath,
  useCanBlock: () => false,
  useBlocker: () => ({ state: 'unblocked' }),
  RouterWrapper: ({ children }: { children: ReactNode }) => children,
  Link,
  Navigate,
} as unknown as RouterProvider;

/** The same function as long as the component is there: react-admin names it in the dependencies of its effects. */
function useStableNavigate(): NavigateFunction {
  const navigate = useNavigate();
  const latest = useRef(navigate);
  useEffect(() => {
    latest.current = navigate;
  }, [navigate]);
  return useCallback(
    (to: To | number, options?: NavigateOptions) =>
      typeof to === 'number' ? latest.current(to) : latest.current(to, options),
    [],
  );
}

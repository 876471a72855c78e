import { useCallback, useMemo, type ComponentType } from 'react';
import type { RouterLinkProps, RouterNavigateProps, RouterProvider, RouterTo } from 'ra-core';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { ListAddress } from '../list/listAddress.ts';
import { pageAt, toConsolePath, toSitePath } from '../engine/paths.ts';
import { reactRouterProvider as site } from '../engine/siteRouterProvider.ts';

/**
 * react-admin's router, over the site's own: react-admin thinks in `/@/{resource}/{id}/show`, the address bar and every
 * link show the paths that the resources' configurations name, and a list's state as its `address` writes it.
 */
export function usePathAdapter(
  resources: readonly ClientResource[],
  current: ClientResource | undefined,
  address?: ListAddress,
): RouterProvider {
  return useMemo(() => adapterFor(resources, current, address), [resources, current, address]);
}

function adapterFor(
  resources: readonly ClientResource[],
  current: ClientResource | undefined,
  address: ListAddress | undefined,
): RouterProvider {
  const outward = (to: RouterTo): RouterTo => translate(to, (pathname) => toSitePath(pathname, resources));
  const toShownPath = (pathname: string) => (current ? toConsolePath(pathname, current) : pathname);
  return {
    ...site,
    useLocation: () => {
      const location = site.useLocation();
      return useMemo(
        () => ({
          ...location,
          pathname: toShownPath(location.pathname),
          search: address ? address.read(location.search) : location.search,
        }),
        [location],
      );
    },
    useNavigate: () => {
      const navigate = site.useNavigate();
      return useCallback(
        (to, options) => navigate(typeof to === 'number' ? to : written(tidy(outward(to)), address), options),
        [navigate],
      );
    },
    useParams: <T extends Record<string, string | undefined>>() => {
      const { pathname } = site.useLocation();
      return useMemo(() => {
        const page = current && pageAt(current, pathname);
        return (page && 'id' in page ? { id: page.id } : {}) as unknown as T;
      }, [pathname]);
    },
    useMatch: (pattern) => site.matchPath(pattern, toShownPath(site.useLocation().pathname)),
    Link: linkTo(outward),
    Navigate: navigateTo(outward),
  };
}

function translate(to: RouterTo, toPath: (pathname: string) => string): RouterTo {
  if (typeof to !== 'string') return to.pathname === undefined ? to : { ...to, pathname: toPath(to.pathname) };
  const end = to.search(/[?#]/);
  return end === -1 ? toPath(to) : `${toPath(to.slice(0, end))}${to.slice(end)}`;
}

/** Without the empty objects that react-admin writes into every list's address. */
function tidy(to: RouterTo): RouterTo {
  if (typeof to === 'string' || to.search === undefined) return to;
  const search = to.search.replaceAll(/(?:displayedFilters|filter)=%7B%7D&?/g, '');
  return { ...to, search };
}

/** The list's own state, which react-admin puts in the search of the page that it is on. */
function written(to: RouterTo, address: ListAddress | undefined): RouterTo {
  if (!address || typeof to === 'string' || to.pathname !== undefined || to.search === undefined) return to;
  return { ...to, search: address.write(to.search) };
}

function linkTo(outward: (to: RouterTo) => RouterTo): ComponentType<RouterLinkProps> {
  return function ConsoleLink({ to, ...rest }: RouterLinkProps) {
    return <site.Link to={outward(to)} {...rest} />;
  };
}

function navigateTo(outward: (to: RouterTo) => RouterTo): ComponentType<RouterNavigateProps> {
  return function ConsoleNavigate({ to, ...rest }: RouterNavigateProps) {
    return <site.Navigate to={outward(to)} {...rest} />;
  };
}

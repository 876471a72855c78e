import { createBrowserRouter, type RouteObject, type To } from 'react-router-dom';

type AppRouter = ReturnType<typeof createBrowserRouter>;

let router: AppRouter | null = null;

export function createAppRouter(routes: RouteObject[]): AppRouter {
  router = createBrowserRouter(routes);
  return router;
}

/** For what navigates outside of components: the end of a session, another tab. */
export async function goTo(to: To): Promise<void> {
  await router?.navigate(to);
}

/** Where the person is: path, query and hash. */
export function currentPath(): string {
  const { pathname, search, hash } = window.location;
  return `${pathname}${search}${hash}`;
}

import type { ReactElement } from 'react';
import { createBrowserRouter, type To } from 'react-router-dom';

type AppRouter = ReturnType<typeof createBrowserRouter>;

let router: AppRouter | null = null;

/** One router route: which of ours matches is read from the declarations, which change with the caller. */
export function createAppRouter(element: ReactElement, errorElement: ReactElement): AppRouter {
  router = createBrowserRouter([{ path: '*', element, errorElement }]);
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

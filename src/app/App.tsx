import '../ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider, useRouteError } from 'react-router-dom';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Page } from '../ui/Page.tsx';
import { useStore } from './createStore.ts';
import { reportError, reportUncaught } from './errors/reportError.ts';
import { loadModel, modelStore, prefetchModel } from './model/modelStore.ts';
import { queryClient } from './queryClient.ts';
import { createAppRouter } from './routing/router.ts';
import { RouteView } from './routing/RouteView.tsx';
import { provideScreens, type Screens } from './routing/screens.ts';
import { userCookieData } from './session/sessionCalls.ts';
import { watchSession } from './session/sessionExpiry.ts';
import { setLoggedIn, setLoggedOut } from './session/sessionStore.ts';
import { Shell } from './shell/Shell.tsx';
import { warnBeforeUnload } from './unsaved.ts';
import { ModelContext } from './useModel.ts';

/** Starts the browser side in `root`. `screens` is what the route table's screen names stand for. */
export function startApp(root: HTMLElement, screens: Screens): void {
  provideScreens(screens);
  reportUncaught();
  warnBeforeUnload();
  watchSession();
  void initialise();
  const router = createAppRouter(<App />, <Stopped />);
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

async function initialise(): Promise<void> {
  prefetchModel();
  const user = await userCookieData().catch(() => null);
  if (user === null) setLoggedOut();
  else setLoggedIn(user);
  await loadModel();
}

function App() {
  const { model, error } = useStore(modelStore);
  if (model === null) {
    if (error === null) return <main><Page title=""><Loading label="Loading the site" lines={8} /></Page></main>;
    return (
      <main>
        <ErrorState title="The site could not be loaded" onRetry={() => void initialise()}>
          {error instanceof Error ? error.message : 'Try again in a moment.'}
        </ErrorState>
      </main>
    );
  }
  return (
    <ModelContext value={model}>
      <Shell>
        <RouteView />
      </Shell>
    </ModelContext>
  );
}

/** What is left when the shell itself fails. */
function Stopped() {
  const error = useRouteError();
  useEffect(() => reportError(error, 'rendering', { component: 'Shell', routePath: window.location.pathname }), [error]);
  return (
    <main>
      <ErrorState title="The site stopped working" onRetry={() => window.location.reload()}>
        The error has been reported. Load the page again; if it stays, come back later.
      </ErrorState>
    </main>
  );
}

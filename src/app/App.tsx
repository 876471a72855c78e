import '../ui/base.css';
import { useEffect } from 'react';
import { useRouteError, type RouteObject } from 'react-router-dom';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Page } from '../ui/Page.tsx';
import { useStore } from './createStore.ts';
import { reportError } from './errors/reportError.ts';
import { initialise } from './initialise.ts';
import { modelStore } from './model/modelStore.ts';
import { RouteView } from './routing/RouteView.tsx';
import { Shell } from './shell/Shell.tsx';
import { ModelContext } from './useModel.ts';

/** One router route: which of ours matches is read from the declarations, which change with the caller. */
export function appRoutes(): RouteObject[] {
  return [{ path: '*', element: <App />, errorElement: <Stopped /> }];
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

import '../../ui/tokens.css';
import '../../ui/fonts.css';
import '../../ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { useStore } from '../createStore.ts';
import { ErrorBoundary } from '../errors/ErrorBoundary.tsx';
import { initialise } from './initialise.ts';
import { modelStore } from '../modelStore.ts';
import { queryClient } from '../queryClient.ts';
import { Ready } from '../Ready.tsx';
import { RouteView } from '../routing/RouteView.tsx';
import type { SiteHistory } from '../routing/siteHistory.ts';
import { SiteRouter } from '../routing/SiteRouter.tsx';
import { Shell } from '../shell/Shell.tsx';
import { ModelContext } from '../useModel.ts';

export function Site({ history }: { history: SiteHistory }) {
  return (
    <ErrorBoundary name="Shell" routePath={history.store.first().location.pathname} fallback={<Stopped />}>
      <QueryClientProvider client={queryClient}>
        <SiteRouter history={history}>
          <App />
        </SiteRouter>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

function App() {
  const { model, error } = useStore(modelStore);
  if (model === null) {
    if (error === null)
      return (
        <main>
          <Page title="">
            <Loading label="Loading the site" lines={8} />
          </Page>
        </main>
      );
    return (
      <main>
        <ErrorState title="The site could not be loaded" onRetry={() => void initialise()}>
          {error instanceof Error ? error.message : 'Try again in a moment.'}
        </ErrorState>
        <Ready />
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

function Stopped() {
  return (
    <main>
      <ErrorState title="The site stopped working" onRetry={() => window.location.reload()}>
        The error has been reported. Load the page again. If that does not help, come back later.
      </ErrorState>
      <Ready />
    </main>
  );
}

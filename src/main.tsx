import { resourcesQuery } from './app/resourcesQuery.ts';
import { queryClient } from './app/queryClient.ts';
import type { LoadScreen } from './app/routing/screens.ts';
import { screens } from './screens.ts';
import { startApp } from './app/start/startApp.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

/** With the resources in the cache, a screen of the console does not suspend. */
function withResources(load: LoadScreen): LoadScreen {
  return async () => {
    const [module] = await Promise.all([load(), queryClient.prefetchQuery(resourcesQuery)]);
    return module;
  };
}

void startApp(
  root,
  Object.fromEntries(
    Object.entries(screens).map(([name, load]) => [name, name.startsWith('portal:') ? load : withResources(load)]),
  ),
);

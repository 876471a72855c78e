import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { matchRoute } from '../../domain/match-route.ts';
import { Site } from './App.tsx';
import { applyDocumentState, documentState, documentTime } from './documentState.ts';
import { reportError, reportUncaught } from './errors/reportError.ts';
import { initialise } from './initialise.ts';
import { modelStore } from './model/modelStore.ts';
import { startHistory } from './routing/router.ts';
import { provideScreens, screenReady, type Screens } from './routing/screens.ts';
import { watchSession } from './session/sessionExpiry.ts';
import { warnBeforeUnload } from './unsaved.ts';

/** Starts the browser side in `root`. `screens` is what the route table's screen names stand for. */
export async function startApp(root: HTMLElement, screens: Screens): Promise<void> {
  provideScreens(screens);
  reportUncaught();
  warnBeforeUnload();
  const state = documentState();
  if (state === null) void initialise();
  else applyDocumentState(state, documentTime());
  watchSession();
  const isRendered = root.hasChildNodes();
  // What stands there already can only be taken over with the screen's code at hand.
  if (isRendered) await screenReady(matchRoute(window.location.pathname, modelStore.get().model?.routes ?? [])?.route);
  const page = <Site history={startHistory(state?.search)} />;
  // In slices, as a transition: whoever scrolls or presses meanwhile is answered.
  if (isRendered) startTransition(() => void hydrateRoot(root, page, { onRecoverableError: reportDifference }));
  else createRoot(root).render(page);
}

/** What the server rendered is not what the browser would have: React mends it, we want to know of it. */
function reportDifference(error: unknown): void {
  reportError(error, 'taking over the document', { component: 'Document', routePath: window.location.pathname });
}

import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { matchRoute } from '../../../domain/access/match-route.ts';
import type { RouteDeclaration } from '../../../domain/declarations/site.ts';
import { Site } from './App.tsx';
import { applyDocumentState, documentState, documentTime } from '../documentState.ts';
import { reportError, reportUncaught } from '../errors/reportError.ts';
import { initialise } from './initialise.ts';
import { modelStore } from '../modelStore.ts';
import { startHistory } from '../routing/router.ts';
import { provideScreens, screenReady, type Screens } from '../routing/screens.ts';
import { canBeDevice } from '../kioskStore.ts';
import { watchSession } from './watchSession.ts';
import { watchUnread } from '../session/unreadMessages.ts';
import { warnBeforeUnload } from '../unsaved.ts';

/** Milliseconds for which an empty page waits for its screen's code and data before it shows the shell without it. */
const SHELL_WAIT = 400;

export async function startApp(root: HTMLElement, screens: Screens): Promise<void> {
  provideScreens(screens);
  reportUncaught();
  warnBeforeUnload();
  const state = documentState();
  if (state === null) void initialise();
  else applyDocumentState(state, documentTime());
  watchSession();
  watchUnread();
  if (canBeDevice(window.location.pathname)) void loadDeviceSoon();
  const isRendered = root.hasChildNodes();
  const { route } = matchRoute(window.location.pathname, modelStore.get().model?.routes ?? []) ?? {};
  // Hydration needs the screen's code. Elsewhere the shell waits a moment for it: React shows what was suspended 300 ms later.
  await (isRendered ? screenReady(route) : screenReadySoon(route));
  const page = <Site history={startHistory(isRendered ? state?.search : undefined)} />;
  // As a transition, so that hydration yields to input.
  if (isRendered) startTransition(() => void hydrateRoot(root, page, { onRecoverableError: reportMismatch }));
  else createRoot(root).render(page);
}

/** Few browsers are devices. What the document says of the device stays when the code cannot be loaded. */
async function loadDeviceSoon(): Promise<void> {
  const code = await import('../kiosk/loadDevice.ts').catch(() => null);
  await code?.loadDevice();
}

async function screenReadySoon(route: RouteDeclaration | undefined): Promise<void> {
  const late = new AbortController();
  const waited = new Promise<void>((resolve) => {
    setTimeout(resolve, SHELL_WAIT);
  });
  await Promise.race([screenReady(route, late.signal), waited]);
  late.abort();
}

/** React recovers from a hydration mismatch; it is reported all the same. */
function reportMismatch(error: unknown): void {
  reportError(error, 'hydrating the document', { component: 'Document', routePath: window.location.pathname });
}

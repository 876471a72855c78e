import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import { commands, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type {} from './commands.ts';
import { ModalHost } from '../../src/app/dialogs/ModalHost.tsx';
import { modelStore } from '../../src/app/modelStore.ts';
import { resourcesQuery } from '../../src/app/resourcesQuery.ts';
import { queryClient } from '../../src/app/queryClient.ts';
import { startHistory } from '../../src/app/routing/router.ts';
import type { SiteHistory } from '../../src/app/routing/siteHistory.ts';
import { SiteRouter } from '../../src/app/routing/SiteRouter.tsx';
import { setLoggedIn } from '../../src/app/sessionStore.ts';
import { Shell } from '../../src/app/shell/Shell.tsx';
import { navigationQuery } from '../../src/app/shell/navigationQuery.ts';
import { siteSettingsQuery } from '../../src/app/siteSettings.ts';
import { ModelContext } from '../../src/app/useModel.ts';
import { forgetUnsaved } from '../../src/app/unsaved.ts';
import type { BoardLink } from '../../domain/declarations/boards.ts';
import type { ClientReport, ClientResource } from '../../domain/declarations/client-model.ts';
import { DEFAULT_SITE_SETTINGS } from '../../domain/content/content.ts';
import { clock } from '../../src/ui/clock.ts';
import { ToastRegion } from '../../src/ui/ToastRegion.tsx';
import { currentToasts, dismissToast } from '../../src/ui/toasts.ts';
import { answerApi, type Answers, type ApiCall } from './site-api.ts';

export const SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
} as const;

export interface SitePageOptions {
  /** As in React Router: "/content/managecards/:title". */
  pattern: string;
  /** The address that is opened. */
  address: string;
  screen: ReactNode;
  answers: Answers;
  size?: keyof typeof SIZES;
  /** Within header, menus and footer. */
  inShell?: boolean;
  /** Declared in addition. */
  reports?: readonly ClientReport[];
  resources?: readonly ClientResource[];
  /** Instead of those that are declared. */
  boards?: readonly BoardLink[];
}

/** The console reads them again on the way to another page, once five seconds have passed. */
const READ_AGAIN: Answers = {
  'GET /api/model/shell': () => new Response(null, { status: 304 }),
  'GET /api/users': () => [],
};

let history: SiteHistory | null = null;

/** A screen at its address, for an administrator, as the site shows it. Returns the calls that it makes. */
export async function sitePage({
  pattern,
  address,
  screen,
  answers,
  size = 'desktop',
  inShell = false,
  reports = [],
  resources = [],
  boards,
}: SitePageOptions): Promise<ApiCall[]> {
  const calls = answerApi({ ...READ_AGAIN, ...answers });
  const { width, height } = SIZES[size];
  await page.viewport(width, height);
  const { shell: declared, client } = await commands.siteModel();
  const shell = boards === undefined ? declared : { ...declared, boards: [...boards] };
  setLoggedIn({
    username: 'administrator',
    roles: ['Administrator'],
    expirationTime: new Date(clock.now() + 3_600_000).toISOString(),
    isKiosk: false,
    hasPassword: true,
  });
  modelStore.set({ model: shell, userName: 'administrator', displayName: 'Administrator', error: null });
  queryClient.setQueryData(resourcesQuery.queryKey, {
    ...client,
    reports: [...client.reports, ...reports],
    resources: [...client.resources, ...resources],
  });
  queryClient.setQueryData(siteSettingsQuery.queryKey, DEFAULT_SITE_SETTINGS);
  queryClient.setQueryData(navigationQuery.queryKey, []);
  if (history === null) {
    window.history.replaceState(null, '', address);
    history = startHistory();
  } else await history.navigate(address);
  // A document was rendered for its own address: never for that of an earlier test.
  const opened = { ...history, store: { ...history.store, first: history.store.get } };
  const content = (
    <Suspense>
      <Routes>
        <Route path={pattern} element={screen} />
      </Routes>
    </Suspense>
  );
  const { unmount } = await render(
    <QueryClientProvider client={queryClient}>
      <SiteRouter history={opened}>
        <ModelContext value={shell}>
          {inShell ? (
            <Shell>{content}</Shell>
          ) : (
            <>
              <main>{content}</main>
              <ModalHost />
              <ToastRegion />
            </>
          )}
        </ModelContext>
      </SiteRouter>
    </QueryClientProvider>,
  );
  onTestFinished(async () => {
    await unmount();
    // Reads that are collected for a batch (console/engine/readInBatch.ts) would be sent in the next test.
    await queryClient.cancelQueries();
    forgetUnsaved();
    queryClient.clear();
    for (const { id } of currentToasts()) dismissToast(id);
  });
  return calls;
}

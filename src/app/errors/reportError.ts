import type { ErrorPlace } from './sendReport.ts';

/** Sends the error to the log, with code that pages load when they are idle or when the first error occurs. */
export function reportError(error: unknown, context: string, place: ErrorPlace): void {
  console.error(error);
  // The address of now: the page may be another one when the code is there. Without the fragment, which can be a secret link.
  const [address = ''] = window.location.href.split('#');
  import('./sendReport.ts').then(
    ({ sendReport }) => sendReport(error, context, { ...place, address }),
    (failure: unknown) => console.error('The error could not be reported', failure),
  );
}

export function reportUncaught(): void {
  window.addEventListener('error', (event) => {
    // Browser extensions and failed images raise events without an error.
    if (event.error)
      reportError(event.error, 'uncaught error', { component: 'window', routePath: window.location.pathname });
  });
  window.addEventListener('unhandledrejection', (event) => {
    reportError(event.reason, 'unhandled rejection', { component: 'window', routePath: window.location.pathname });
  });
}

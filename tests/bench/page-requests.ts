import type { Page, Request } from 'playwright-core';

/** Tracks a page's requests. `settled` resolves once none is pending and the page is idle. */
export function followRequests(page: Page): { settled(): Promise<void> } {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return {
    async settled() {
      do {
        await page.evaluate(
          () =>
            new Promise((resolve) => {
              requestIdleCallback(resolve, { timeout: 1000 });
            }),
        );
      } while (open.size > 0);
    },
  };
}

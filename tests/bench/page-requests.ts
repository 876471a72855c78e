import type { Page, Request } from 'playwright-core';

/** Follows a page's requests. `settled` resolves once none is open and the page has nothing left to do that could make one. */
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

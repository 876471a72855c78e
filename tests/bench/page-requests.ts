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

/** Resolves with the frame in which `selector` is first visible. A locator's waitFor looks only every 500 ms by then. */
export async function shown(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelector(wanted)?.checkVisibility() === true, selector);
}

/** The same for an input, by what its label begins with. */
export async function inputShown(page: Page, label: string): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('label')].some(
        ({ textContent, control }) => textContent.trim().startsWith(wanted) && control?.checkVisibility() === true,
      ),
    label,
  );
}

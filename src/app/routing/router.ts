import type { To } from 'react-router-dom';
import { guardNavigation } from './navigationGuard.ts';
import { createSiteHistory, type SiteHistory } from './siteHistory.ts';

let history: SiteHistory | null = null;

/** `renderedSearch`: the query string the document was rendered with, if it was. */
export function startHistory(renderedSearch?: string): SiteHistory {
  history = createSiteHistory(guardNavigation, renderedSearch);
  return history;
}

export async function goTo(to: To): Promise<void> {
  await history?.navigate(to);
}

/** Instead of the page that is open: the way back does not lead to it. */
export async function replaceWith(to: To): Promise<void> {
  await history?.navigate(to, { replace: true });
}

import type { To } from 'react-router-dom';
import { guardNavigation } from './navigationGuard.ts';
import { createSiteHistory, type SiteHistory } from './siteHistory.ts';

let history: SiteHistory | null = null;

/** `renderedSearch`: the query string that the document was rendered with, where it was. */
export function startHistory(renderedSearch?: string): SiteHistory {
  history = createSiteHistory(guardNavigation, renderedSearch);
  return history;
}

/** For what navigates outside of components: the end of a session, another tab. */
export async function goTo(to: To): Promise<void> {
  await history?.navigate(to);
}

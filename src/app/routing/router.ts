import type { To } from 'react-router-dom';
import { passage } from './passage.ts';
import { createSiteHistory, type SiteHistory } from './siteHistory.ts';

let history: SiteHistory | null = null;

export function startHistory(): SiteHistory {
  history = createSiteHistory(passage);
  return history;
}

/** For what navigates outside of components: the end of a session, another tab. */
export async function goTo(to: To): Promise<void> {
  await history?.navigate(to);
}

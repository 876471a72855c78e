import type { QueryClient } from '@tanstack/react-query';
import { navigationQuery } from '../../../app/shell/navigationQuery.ts';

/** After a page was published, unpublished, deleted or restored: the list of pages and the navigation are asked for again. */
export function pagesChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['content', 'pages'] });
  void client.invalidateQueries({ queryKey: navigationQuery.queryKey });
}

import { useQuery } from '@tanstack/react-query';
import type { SearchGroup } from '../../../domain/calls/content.ts';
import { docsPath, isSearchable, searchTextOfPath } from '../../../domain/content/documentation-search.ts';
import { Link } from 'react-router-dom';
import { useModel } from '../useModel.ts';
import { useSession } from '../useSession.ts';
import styles from './NearPages.module.css';
import { searchQuery } from './searchQuery.ts';

const MOST = 3;

/** Where no page has the address: the pages that a search for its last part finds, and a link to the search. */
export function NearPages({ path }: { path: string }) {
  const { system } = useModel().site.documentation;
  const { kioskSession } = useSession();
  const text = searchTextOfPath(path);
  const { data = [] } = useQuery({ ...searchQuery(system, text), enabled: isSearchable(text), retry: false });
  const pages = pagesAmong(data, path);
  // The search is not available in kiosk mode.
  const hasSearch = isSearchable(text) && !kioskSession;
  if (pages.length === 0 && !hasSearch) return null;
  return (
    <nav className={styles.near} aria-label="Similar pages">
      {pages.length > 0 && (
        <>
          <h2 className={styles.heading}>Did you mean…</h2>
          <ul className={styles.list}>
            {pages.map(([url, name]) => (
              <li key={url}>
                <Link to={url}>{name}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {hasSearch && <Link to={docsPath(text)}>Search for “{text}”</Link>}
    </nav>
  );
}

/** The first pages of the site among the results, by their addresses without the sections. */
function pagesAmong(groups: readonly SearchGroup[], path: string): [url: string, name: string][] {
  const pages = new Map<string, string>();
  for (const { url, name } of groups.flatMap(({ response }) => response)) {
    const page = url.replace(/#.*$/, '');
    if ((page === '/' || page.startsWith('/content/static/')) && page !== path && !pages.has(page))
      pages.set(page, name);
  }
  return [...pages].slice(0, MOST);
}

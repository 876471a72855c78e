import { isPageHref } from '../../../domain/values/links.ts';

/**
 * Links to pages of this site in texts that people wrote navigate within the app, as `SiteLink` does: what is kept is not loaded again,
 * and without a connection the app says so. Those of a dialog leave it, so they are the browser's. Returns a function that stops it.
 */
export function followLinks(navigate: (to: string) => unknown): () => void {
  const follow = (event: MouseEvent) => {
    const path = pageOf(event);
    if (path === null) return;
    event.preventDefault();
    void navigate(path);
  };
  document.addEventListener('click', follow);
  return () => document.removeEventListener('click', follow);
}

/** The page of this site that a plain click on a link leads to. */
function pageOf(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.isContentEditable || link.target === '_blank' || link.hasAttribute('download')) return null;
  if (link.closest('dialog') !== null) return null;
  const href = link.getAttribute('href') ?? '';
  return link.origin === window.location.origin && isPageHref(href) ? href : null;
}

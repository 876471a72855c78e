import { useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { isPageHref } from '../../domain/links.ts';
import { useModel } from '../app/useModel.ts';
import { classNames } from '../ui/classNames.ts';
import { parseRichText } from '../ui/parseRichText.ts';
import styles from './HtmlContent.module.css';

export interface HtmlContentProps {
  html: string;
  /** page: the text of a whole page, set larger. */
  look?: 'card' | 'page';
  /** Level of the heading that it stands under: its own are lower. */
  under?: 1 | 2 | 3 | 4;
  /** It may embed pages of the hosts that the site allows. */
  hasFrames?: boolean;
  className?: string | undefined;
}

/** Text with markup from staff. Its links to pages of this site do not load a document. */
export function HtmlContent({ html, look = 'card', under = 1, hasFrames = false, className }: HtmlContentProps) {
  const {
    site: { frameHosts },
  } = useModel();
  const root = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const content = useMemo(
    () => parseRichText(html, { lowered: under - 1, ...(hasFrames ? { frameHosts } : {}) }),
    [html, under, hasFrames, frameHosts],
  );
  useEffect(() => {
    const element = root.current;
    const follow = (event: MouseEvent) => {
      const path = pageOf(event);
      if (path === null) return;
      event.preventDefault();
      void navigate(path);
    };
    element?.addEventListener('click', follow);
    return () => element?.removeEventListener('click', follow);
  }, [navigate]);
  // A table too wide for its place scrolls there, by keyboard too.
  useEffect(() => {
    for (const table of root.current?.querySelectorAll('table') ?? [])
      if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
  }, [content]);
  return (
    <div ref={root} className={classNames(styles.text, styles[look], className)}>
      {content}
    </div>
  );
}

/** The page that a plain click on one of its links leads to. */
function pageOf(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target === '_blank') return null;
  const href = link.getAttribute('href') ?? '';
  return isPageHref(href) ? href : null;
}

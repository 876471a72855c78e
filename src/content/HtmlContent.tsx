import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { classNames } from '../ui/classNames.ts';
import { linkTarget } from './links.ts';
import styles from './HtmlContent.module.css';

export interface HtmlContentProps {
  /** From the server, which has sanitised it. */
  html: string;
  /** page: the text of a whole page, set larger. */
  look?: 'card' | 'page';
  className?: string | undefined;
}

/** Text with markup from staff. Its links to pages of this site do not load a document. */
export function HtmlContent({ html, look = 'card', className }: HtmlContentProps) {
  const root = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
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
  useEffect(() => {
    for (const table of root.current?.querySelectorAll('table') ?? []) if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
  }, [html]);
  return <div ref={root} className={classNames(styles.text, styles[look], className)} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The page that a plain click on one of its links leads to. */
function pageOf(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target === '_blank') return null;
  const target = linkTarget(link.getAttribute('href') ?? undefined);
  return target?.isPage === true ? target.href : null;
}

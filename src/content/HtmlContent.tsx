import { useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { isPageHref } from '../../domain/links.ts';
import { useModel } from '../app/useModel.ts';
import { classNames } from '../ui/classNames.ts';
import { parseRichText } from '../ui/parseRichText.ts';
import styles from './HtmlContent.module.css';

export interface HtmlContentProps {
  html: string;
  /** page: the text of a whole page, in a larger type. */
  look?: 'card' | 'page';
  /** Level of the enclosing heading; headings within are lowered below it. */
  under?: 1 | 2 | 3 | 4;
  /** Frames of the hosts that the site allows are kept. */
  hasFrames?: boolean;
  className?: string | undefined;
}

/** Sanitised HTML written by staff. Its links to pages of this site navigate within the app. */
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
  // A table that is too wide scrolls in place, also by keyboard.
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

/** The page of this site that a plain click on a link leads to. */
function pageOf(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target === '_blank') return null;
  const href = link.getAttribute('href') ?? '';
  return isPageHref(href) ? href : null;
}

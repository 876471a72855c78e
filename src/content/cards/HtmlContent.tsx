import { useEffect, useMemo, useRef } from 'react';
import { useModel } from '../../app/useModel.ts';
import { classNames } from '../../ui/classNames.ts';
import { parseRichText } from '../../ui/parseRichText.ts';
import styles from './HtmlContent.module.css';

export interface HtmlContentProps {
  html: string;
  /** page: the text of a whole page, in a larger type. */
  look?: 'card' | 'page';
  /** Level of the enclosing heading; headings within are lowered below it. */
  under?: 1 | 2 | 3 | 4;
  /** Frames of the hosts that the site allows are kept. */
  hasFrames?: boolean;
  /** Its headings can be linked to: the only text of its page. */
  hasAnchors?: boolean;
  className?: string | undefined;
}

/** Sanitized HTML written by staff. */
export function HtmlContent({
  html,
  look = 'card',
  under = 1,
  hasFrames = false,
  hasAnchors = false,
  className,
}: HtmlContentProps) {
  const {
    site: { frameHosts },
  } = useModel();
  const root = useRef<HTMLDivElement>(null);
  const content = useMemo(
    () => parseRichText(html, { lowered: under - 1, hasAnchors, ...(hasFrames ? { frameHosts } : {}) }),
    [html, under, hasFrames, hasAnchors, frameHosts],
  );
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

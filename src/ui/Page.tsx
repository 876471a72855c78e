import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import layout from './layout.module.css';
import styles from './Page.module.css';

export interface PageProps {
  /** While empty (unknown), its space is reserved without rendering a heading. */
  title: ReactNode;
  /** On the title's line: a count or status. */
  aside?: ReactNode;
  /** A sentence below the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  back?: { to: string; label: string };
  /** For a column that is read or filled in. Default: --content-max-width. Both begin at the same left edge. */
  width?: 'reading';
  /** Keeps the head visible below the site's header (--page-head high), for pages with save or publish actions. */
  isHeadSticky?: boolean;
  /** Stays visible in the head's stead, on phones. */
  bar?: ReactNode;
  children?: ReactNode;
}

/** The frame of a page within the shell: its h1, primary action and width. */
export function Page({ title, aside, lead, actions, back, width, isHeadSticky = false, bar, children }: PageProps) {
  return (
    <div className={classNames(styles.page, width && styles[width])}>
      <header
        ref={isHeadSticky && bar === undefined ? measureHead : null}
        className={classNames(styles.head, isHeadSticky && styles.sticky)}
      >
        <div>
          {back !== undefined && (
            <Link to={back.to} className={styles.back}>
              <Icon name="chevron-left" size={16} />
              {back.label}
            </Link>
          )}
          <div className={styles.titleLine}>
            {title === '' ? (
              <div className={styles.title}>&nbsp;</div>
            ) : (
              <h1 className={styles.title} tabIndex={-1}>
                {title}
              </h1>
            )}
            {aside !== undefined && <div className={styles.aside}>{aside}</div>}
          </div>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={classNames(layout.toolbar2, styles.actions)}>{actions}</div>}
      </header>
      {bar !== undefined && (
        <div ref={measureHead} className={styles.bar}>
          {bar}
        </div>
      )}
      {children}
    </div>
  );
}

/** Publishes the height of what is sticky as a custom property: for sticky elements below it, and for what is scrolled into view. */
function measureHead(head: HTMLElement | null): (() => void) | undefined {
  if (!head) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--page-head', `${head.offsetHeight}px`));
  observer.observe(head);
  return () => {
    observer.disconnect();
    style.removeProperty('--page-head');
  };
}

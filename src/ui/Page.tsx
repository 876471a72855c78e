import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import layout from './layout.module.css';
import styles from './Page.module.css';

export interface PageProps {
  /** Empty while it is not known yet: its place is kept, without a heading that says nothing. */
  title: ReactNode;
  /** On the title's line: a count, a status. */
  aside?: ReactNode;
  /** A sentence under the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  back?: { to: string; label: string };
  /** form 640 px, reading 860 px, normal 1200 px, full: all there is. */
  width?: 'form' | 'reading' | 'normal' | 'full';
  /** The head stays in view under the site's header, --page-head high: for work that is saved, sent or published from it. */
  isHeadSticky?: boolean;
  children?: ReactNode;
}

/** The frame of a page inside the shell: its one h1, its main action, its width. */
export function Page({
  title,
  aside,
  lead,
  actions,
  back,
  width = 'normal',
  isHeadSticky = false,
  children,
}: PageProps) {
  return (
    <div className={classNames(styles.page, styles[width])}>
      <header
        ref={isHeadSticky ? measureHead : null}
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
            {aside !== undefined && <span className={styles.aside}>{aside}</span>}
          </div>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={layout.toolbar2}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** Tells what stays in view below the head how high it is. */
function measureHead(head: HTMLElement | null): (() => void) | undefined {
  const page = head?.parentElement;
  if (!head || !page) return undefined;
  const observer = new ResizeObserver(() => page.style.setProperty('--page-head', `${head.offsetHeight}px`));
  observer.observe(head);
  return () => observer.disconnect();
}

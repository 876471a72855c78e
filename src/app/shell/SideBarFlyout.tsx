import { useEffect, useLayoutEffect, useRef, type CSSProperties, type KeyboardEvent } from 'react';
import type { MenuEntry } from '../../../domain/declarations/model.ts';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MenuBadge } from './MenuBadge.tsx';
import { MenuLink } from './MenuLink.tsx';
import styles from './SideBar.module.css';

const ROWS_IN_ONE_COLUMN = 10;

export interface SideBarFlyoutProps {
  id: string;
  anchor: { readonly current: HTMLButtonElement | null };
  section: MenuEntry;
  current: MenuEntry | null;
  isEntered: boolean;
  close: (returnFocus: boolean) => void;
}

export function SideBarFlyout({ id, anchor, section, current, isEntered, close }: SideBarFlyoutProps) {
  const panel = useRef<HTMLDivElement>(null);
  const entries = section.entries ?? [];
  useEffect(() => {
    if (isEntered) panel.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [isEntered]);
  useLayoutEffect(() => {
    const place = () => {
      if (panel.current === null || anchor.current === null) return;
      const lowest = window.innerHeight - panel.current.offsetHeight - 12;
      panel.current.style.top = `${Math.max(12, Math.min(anchor.current.getBoundingClientRect().top - 8, lowest))}px`;
    };
    place();
    window.addEventListener('scroll', place, { passive: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place);
      window.removeEventListener('resize', place);
    };
  }, [anchor]);
  const columns = Math.ceil(entries.length / ROWS_IN_ONE_COLUMN);
  return (
    <div
      ref={panel}
      id={id}
      className={styles.flyout}
      onKeyDown={(event) => moveWithin(event, close)}
      role="presentation"
    >
      <p className={styles.flyoutTitle}>{section.label}</p>
      <ul
        className={classNames(styles.entries, columns > 1 && styles.twoColumns)}
        style={{ '--rows': Math.ceil(entries.length / columns) } as CSSProperties}
      >
        {entries.map((entry) => (
          <li key={entry.label}>
            <MenuLink
              entry={entry}
              isCurrent={entry === current}
              className={styles.entry}
              onChosen={() => close(false)}
            >
              <Icon name={entry.icon ?? 'circle'} />
              {entry.label}
              <MenuBadge entry={entry} />
            </MenuLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function moveWithin(event: KeyboardEvent<HTMLElement>, close: (returnFocus: boolean) => void): void {
  // Alt and an arrow go back in the browser.
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const index = entries.findIndex((entry) => entry === document.activeElement);
  const to = { ArrowDown: index + 1, ArrowUp: index - 1 + entries.length, Home: 0, End: entries.length - 1 }[event.key];
  if (event.key === 'ArrowLeft') close(true);
  else if (to !== undefined) entries[to % entries.length]?.focus();
  else return;
  event.preventDefault();
}

import { useEffect, useRef } from 'react';
import type { MenuEntry } from '../../../domain/declarations/site.ts';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MenuBadge } from './MenuBadge.tsx';
import { MenuLink } from './MenuLink.tsx';
import { SideBarSection } from './SideBarSection.tsx';
import { useActiveEntry } from './useMenu.ts';
import styles from './SideBar.module.css';

/** The desktop menu: an icon above a short label, sub-entries of a section in a flyout. */
export function SideBar({ menu }: { menu: readonly MenuEntry[] }) {
  const { section, entry } = useActiveEntry(menu);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const bar = list.current;
    bar?.addEventListener('keydown', moveBetween);
    return () => bar?.removeEventListener('keydown', moveBetween);
  }, []);
  return (
    <nav className={styles.bar} aria-label="Main">
      <ul ref={list} className={styles.list}>
        {menu.map((one) => (
          <li key={`${one.label} ${one.to ?? ''}`}>
            {one.entries === undefined ? (
              <MenuLink
                entry={one}
                isCurrent={one === entry}
                className={classNames(styles.item, one === section && styles.open)}
              >
                <Icon name={one.icon ?? 'circle'} size={22} />
                <span className={styles.word}>{one.label}</span>
                <MenuBadge entry={one} isOnIcon />
              </MenuLink>
            ) : (
              <SideBarSection section={one} isOpenSection={one === section} current={entry} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function moveBetween(this: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const items = [...this.querySelectorAll<HTMLElement>(`.${styles.item}`)];
  const index = items.findIndex((item) => item === event.target);
  if (index === -1) return;
  event.preventDefault();
  items[(index + (event.key === 'ArrowDown' ? 1 : items.length - 1)) % items.length]?.focus();
}

import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { phoneBar } from '../menuEntries.ts';
import type { MenuEntry } from '../../../domain/declarations/site.ts';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useDismiss } from '../../ui/useDismiss.ts';
import { useStore } from '../createStore.ts';
import { createLazyModule, useLazyModule, whenIdle } from '../lazyModule.ts';
import { unreadStore } from '../session/unreadMessages.ts';
import { menuName, MenuBadge } from './MenuBadge.tsx';
import { MenuLink } from './MenuLink.tsx';
import { useActiveEntry } from './useMenu.ts';
import styles from './BottomBar.module.css';

const MOST_ENTRIES = 5;

const sheetModule = createLazyModule(() => import('./BottomSheet.tsx'));

/** The phone menu: at most five entries, the rest under More; sections open as a sheet above the bar. */
export function BottomBar({ menu }: { menu: readonly MenuEntry[] }) {
  const { section, entry } = useActiveEntry(menu);
  const [openLabel, setOpenLabel] = useState<string | null>(null);
  const unread = useStore(unreadStore);
  const id = useId();
  const area = useRef<HTMLElement>(null);
  const entries = useMemo(() => phoneBar(menu, MOST_ENTRIES), [menu]);
  const open = entries.find((one) => one.label === openLabel);
  const close = (returnFocus: boolean) => {
    setOpenLabel(null);
    if (returnFocus) area.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
  };
  useDismiss(area, open !== undefined, close);
  const { module } = useLazyModule(sheetModule, open !== undefined);
  useEffect(() => whenIdle(sheetModule.load), []);
  return (
    <nav ref={area} className={styles.bar} aria-label="Main">
      {open !== undefined && module !== null && (
        <>
          <div className={styles.scrim} onPointerDown={() => close(false)} />
          <module.BottomSheet id={id} section={open} current={entry} onChosen={() => close(false)} />
        </>
      )}
      <ul className={styles.list}>
        {entries.map((one) => {
          const isOpen =
            one === section || (one.label === 'More' && one.entries?.some((inner) => inner === section) === true);
          const className = classNames(styles.item, isOpen && styles.open);
          const face = (
            <>
              <Icon name={one.icon ?? 'circle'} size={22} />
              <span className={styles.word}>{one.label}</span>
              <MenuBadge entry={one} isOnIcon />
            </>
          );
          return (
            <li key={`${one.label} ${one.to ?? ''}`}>
              {one.entries === undefined ? (
                <MenuLink entry={one} isCurrent={one === entry} className={className} onChosen={() => close(false)}>
                  {face}
                </MenuLink>
              ) : (
                <button
                  type="button"
                  className={className}
                  aria-label={menuName(one, unread)}
                  aria-expanded={one === open}
                  aria-controls={one === open && module !== null ? id : undefined}
                  onClick={() => setOpenLabel(one === open ? null : one.label)}
                >
                  {face}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

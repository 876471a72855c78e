import { useId, useRef, useState } from 'react';
import type { MenuEntry } from '../../../domain/model.ts';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useDismiss } from '../../ui/useDismiss.ts';
import { MenuLink } from './MenuLink.tsx';
import { useWhereabouts } from './useMenu.ts';
import styles from './BottomBar.module.css';

const MOST_ENTRIES = 5;

/** The menu on a phone: five entries at most, the rest under More; a section opens as a sheet above the bar. */
export function BottomBar({ menu }: { menu: readonly MenuEntry[] }) {
  const { section, entry } = useWhereabouts(menu);
  const [openLabel, setOpenLabel] = useState<string | null>(null);
  const id = useId();
  const area = useRef<HTMLElement>(null);
  const entries = withMore(menu);
  const open = entries.find((one) => one.label === openLabel);
  const close = (returnFocus: boolean) => {
    setOpenLabel(null);
    if (returnFocus) area.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
  };
  useDismiss(area, open !== undefined, close);
  return (
    <nav ref={area} className={styles.bar} aria-label="Main">
      {open !== undefined && (
        <>
          <div className={styles.scrim} onPointerDown={() => close(false)} />
          <Sheet id={id} section={open} current={entry} onChosen={() => close(false)} />
        </>
      )}
      <ul className={styles.list}>
        {entries.map((one) => {
          const isOpen = one === section || (one.label === 'More' && one.entries?.some((inner) => inner === section) === true);
          const className = classNames(styles.item, isOpen && styles.open);
          const face = <><Icon name={one.icon ?? 'circle'} size={22} />{one.label}</>;
          return (
            <li key={one.label}>
              {one.entries === undefined ? (
                <MenuLink entry={one} isCurrent={one === entry} className={className} onChosen={() => close(false)}>{face}</MenuLink>
              ) : (
                <button
                  type="button"
                  className={className}
                  aria-expanded={one === open}
                  aria-controls={one === open ? id : undefined}
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

interface SheetProps { id: string; section: MenuEntry; current: MenuEntry | null; onChosen: () => void }

function Sheet({ id, section, current, onChosen }: SheetProps) {
  return (
    <div id={id} className={styles.sheet}>
      <h2 className={styles.sheetTitle}>{section.label}</h2>
      {(section.entries ?? []).map((one) => (
        <section key={one.label} aria-label={one.entries === undefined ? undefined : one.label}>
          {one.entries !== undefined && <p className={styles.group}>{one.label}</p>}
          <ul>
            {(one.entries ?? [one]).map((entry) => (
              <li key={entry.label}>
                <MenuLink entry={entry} isCurrent={entry === current} className={styles.entry} onChosen={onChosen}>
                  <Icon name={entry.icon ?? 'circle'} size={20} />
                  {entry.label}
                </MenuLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function withMore(menu: readonly MenuEntry[]): readonly MenuEntry[] {
  if (menu.length <= MOST_ENTRIES) return menu;
  const rest = menu.slice(MOST_ENTRIES - 1);
  return [...menu.slice(0, MOST_ENTRIES - 1), { label: 'More', icon: 'ellipsis', roles: [], entries: [...rest] }];
}

import { useEffect, useId, useLayoutEffect, useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import type { MenuEntry } from '../../../domain/model.ts';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useDismiss } from '../../ui/useDismiss.ts';
import { MenuLink } from './MenuLink.tsx';
import styles from './SideBar.module.css';

/** A pointer that only passes over a section does not open it; one on its way to the flyout does not close it. */
const OPEN_AFTER = 90;
const CLOSE_AFTER = 220;
const ROWS_IN_ONE_COLUMN = 10;

interface SideBarSectionProps { section: MenuEntry; isOpenSection: boolean; current: MenuEntry | null }

export function SideBarSection({ section, isOpenSection, current }: SideBarSectionProps) {
  const [open, setOpen] = useState<'no' | 'hover' | 'held'>('no');
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const pointing = usePointing(setOpen);
  const entries = section.entries ?? [];
  const close = (returnFocus: boolean) => {
    setOpen('no');
    if (returnFocus) button.current?.focus();
  };
  useDismiss(area, open !== 'no', close);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight' && open === 'no') {
      event.preventDefault();
      setOpen('held');
      requestAnimationFrame(() => area.current?.querySelector<HTMLElement>(`.${styles.entry}`)?.focus());
    }
  };
  return (
    <div ref={area} {...pointing}>
      <button
        ref={button}
        type="button"
        className={classNames(styles.item, isOpenSection && styles.open)}
        aria-expanded={open !== 'no'}
        aria-controls={open === 'no' ? undefined : id}
        onClick={() => setOpen(open === 'held' ? 'no' : 'held')}
        onKeyDown={onKeyDown}
      >
        <Icon name={section.icon ?? 'circle'} size={22} />
        {section.label}
      </button>
      {open !== 'no' && (
        <Flyout id={id} anchor={button} section={section} entries={entries} current={current} close={close} />
      )}
    </div>
  );
}

type Opening = (open: 'no' | 'hover' | 'held') => 'no' | 'hover' | 'held';

/** Opens under a mouse and closes behind it; touch and keyboard go by the button. */
function usePointing(setOpen: (change: Opening) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (event: PointerEvent, wait: number, change: Opening) => {
    clearTimeout(timer.current);
    if (event.pointerType === 'mouse') timer.current = setTimeout(() => setOpen(change), wait);
  };
  return {
    onPointerEnter: (event: PointerEvent) => later(event, OPEN_AFTER, (open) => (open === 'no' ? 'hover' : open)),
    onPointerLeave: (event: PointerEvent) => later(event, CLOSE_AFTER, () => 'no'),
  };
}

interface FlyoutProps {
  id: string;
  anchor: { readonly current: HTMLButtonElement | null };
  section: MenuEntry;
  entries: readonly MenuEntry[];
  current: MenuEntry | null;
  close: (returnFocus: boolean) => void;
}

function Flyout({ id, anchor, section, entries, current, close }: FlyoutProps) {
  const panel = useRef<HTMLDivElement>(null);
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
    <div ref={panel} id={id} className={styles.flyout} onKeyDown={(event) => moveWithin(event, close)} role="presentation">
      <p className={styles.flyoutTitle}>{section.label}</p>
      <ul
        className={classNames(styles.entries, columns > 1 && styles.twoColumns)}
        style={{ '--rows': Math.ceil(entries.length / columns) } as CSSProperties}
      >
        {entries.map((entry) => (
          <li key={entry.label}>
            <MenuLink entry={entry} isCurrent={entry === current} className={styles.entry} onChosen={() => close(false)}>
              <Icon name={entry.icon ?? 'circle'} />
              {entry.label}
            </MenuLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function moveWithin(event: KeyboardEvent<HTMLElement>, close: (returnFocus: boolean) => void): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const index = entries.findIndex((entry) => entry === document.activeElement);
  const to = { ArrowDown: index + 1, ArrowUp: index - 1 + entries.length, Home: 0, End: entries.length - 1 }[event.key];
  if (event.key === 'ArrowLeft') close(true);
  else if (to !== undefined) entries[to % entries.length]?.focus();
  else return;
  event.preventDefault();
}

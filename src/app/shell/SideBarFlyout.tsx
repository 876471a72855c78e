import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { MenuEntry } from '../../../domain/declarations/site.ts';
import { Icon } from '../../ui/Icon.tsx';
import { TextInput } from '../../ui/TextField.tsx';
import { MenuBadge } from './MenuBadge.tsx';
import { useModel } from '../useModel.ts';
import { filterMenu } from './filterMenu.ts';
import { menuBlocks } from './menuHeadings.ts';
import { MenuLink } from './MenuLink.tsx';
import styles from './SideBar.module.css';

/** From so many entries on, a section has a filter and several columns. */
const MANY_ENTRIES = 12;

export interface SideBarFlyoutProps {
  id: string;
  anchor: { readonly current: HTMLButtonElement | null };
  section: MenuEntry;
  current: MenuEntry | null;
  /** Opened by a press or a key, not by hovering. */
  isEntered: boolean;
  close: (returnFocus: boolean) => void;
}

export function SideBarFlyout({ id, anchor, section, current, isEntered, close }: SideBarFlyoutProps) {
  const panel = usePlaceBeside(anchor);
  const [filter, setFilter] = useState('');
  const entries = section.entries ?? [];
  const isLong = entries.length >= MANY_ENTRIES;
  const shown = filterMenu(entries, filter, useModel().routes);
  useEffect(() => {
    if (isEntered) panel.current?.querySelector<HTMLElement>('input, a, button')?.focus();
  }, [panel, isEntered]);
  return (
    <div
      ref={panel}
      id={id}
      className={styles.flyout}
      onKeyDown={(event) => moveWithin(event, close)}
      role="presentation"
    >
      <p className={styles.flyoutTitle}>{section.label}</p>
      {isLong && (
        <TextInput
          type="search"
          className={styles.filter}
          aria-label={`Search ${section.label.toLowerCase()}`}
          placeholder={`Search ${section.label.toLowerCase()}`}
          maxLength={80}
          autoComplete="off"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      )}
      <div className={isLong && filter === '' ? styles.columns : undefined}>
        {menuBlocks(shown).map((block) => (
          <FlyoutBlock key={block.heading ?? ''} {...block} current={current} onChosen={() => close(false)} />
        ))}
      </div>
      {shown.length === 0 && (
        <p role="status" className={styles.nothing}>
          No entries match “{filter.trim()}”.
        </p>
      )}
    </div>
  );
}

interface FlyoutBlockProps {
  heading: string | undefined;
  entries: readonly MenuEntry[];
  current: MenuEntry | null;
  onChosen: () => void;
}

function FlyoutBlock({ heading, entries, current, onChosen }: FlyoutBlockProps) {
  return (
    <section className={styles.block} aria-label={heading}>
      {heading !== undefined && <p className={styles.heading}>{heading}</p>}
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.label}>
            <MenuLink entry={entry} isCurrent={entry === current} className={styles.entry} onChosen={onChosen}>
              <Icon name={entry.icon ?? 'circle'} />
              {entry.label}
              <MenuBadge entry={entry} />
            </MenuLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Keeps the panel beside its button; returns the panel's ref. */
function usePlaceBeside(anchor: SideBarFlyoutProps['anchor']) {
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
  return panel;
}

/** Arrow keys move; from the filter, Enter opens the first entry; a letter typed on an entry goes to the filter. */
function moveWithin(event: KeyboardEvent<HTMLElement>, close: (returnFocus: boolean) => void): void {
  // Alt and an arrow go back in the browser.
  if (hasModifier(event)) return;
  const filter = event.currentTarget.querySelector<HTMLInputElement>('input');
  const isInFilter = filter !== null && event.target === filter;
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const to = targetIndex(event.key, entries, { isInFilter, hasFilter: filter !== null });
  if (event.key === 'ArrowLeft' && (!isInFilter || filter.value === '')) close(true);
  else if (isInFilter && event.key === 'Enter') entries[0]?.click();
  else if (to !== undefined) (entries[to] ?? filter)?.focus();
  else {
    if (!isInFilter) typeInto(filter, event.key);
    return;
  }
  event.preventDefault();
}

function hasModifier({ ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || nativeEvent.isComposing;
}

/** Moves the focus before the browser types the letter. */
function typeInto(filter: HTMLInputElement | null, key: string): void {
  if (key.length === 1 && key !== ' ') filter?.focus();
}

function targetIndex(
  key: string,
  entries: readonly HTMLElement[],
  { isInFilter, hasFilter }: { isInFilter: boolean; hasFilter: boolean },
): number | undefined {
  const index = entries.findIndex((entry) => entry === document.activeElement);
  const last = entries.length - 1;
  switch (key) {
    case 'ArrowDown':
      return index === last ? 0 : index + 1;
    // From the first entry to the filter, where there is one.
    case 'ArrowUp':
      return index === 0 && hasFilter ? -1 : index <= 0 ? last : index - 1;
    case 'Home':
      return isInFilter ? undefined : 0;
    case 'End':
      return isInFilter ? undefined : last;
    default:
      return undefined;
  }
}

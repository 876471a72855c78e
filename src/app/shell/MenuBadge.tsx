import { countsUnread } from '../menuEntries.ts';
import type { MenuEntry } from '../../../domain/declarations/site.ts';
import { classNames } from '../../ui/classNames.ts';
import { useStore } from '../createStore.ts';
import { unreadStore } from '../session/unreadMessages.ts';
import styles from './MenuBadge.module.css';

/** How many messages wait to be read, where the entry or one within it counts them. `isOnIcon`: at the icon's corner. */
export function MenuBadge({ entry, isOnIcon = false }: { entry: MenuEntry; isOnIcon?: boolean }) {
  const unread = useStore(unreadStore);
  if (unread === 0 || !countsUnread(entry)) return null;
  return (
    <span aria-hidden="true" className={classNames(styles.badge, isOnIcon && styles.onIcon)}>
      {unread > 99 ? '99+' : unread}
    </span>
  );
}

/** The accessible name of an entry with a badge; undefined where its text says all. */
export function menuName(entry: MenuEntry, unread: number): string | undefined {
  return unread > 0 && countsUnread(entry) ? `${entry.label}, ${unread} unread` : undefined;
}

export function useMenuName(entry: MenuEntry): string | undefined {
  return menuName(entry, useStore(unreadStore));
}

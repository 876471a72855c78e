import type { MenuEntry } from '../../../domain/declarations/model.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MenuBadge } from './MenuBadge.tsx';
import { MenuLink } from './MenuLink.tsx';
import styles from './BottomBar.module.css';

export interface BottomSheetProps {
  id: string;
  section: MenuEntry;
  current: MenuEntry | null;
  onChosen: () => void;
}

export function BottomSheet({ id, section, current, onChosen }: BottomSheetProps) {
  return (
    <div id={id} className={styles.sheet}>
      <h2 className={styles.sheetTitle}>{section.label}</h2>
      {(section.entries ?? []).map((one) => (
        <section key={`${one.label} ${one.to ?? ''}`} aria-label={one.entries === undefined ? undefined : one.label}>
          {one.entries !== undefined && <p className={styles.group}>{one.label}</p>}
          <ul>
            {(one.entries ?? [one]).map((entry) => (
              <li key={entry.label}>
                <MenuLink entry={entry} isCurrent={entry === current} className={styles.entry} onChosen={onChosen}>
                  <Icon name={entry.icon ?? 'circle'} size={20} />
                  {entry.label}
                  <MenuBadge entry={entry} />
                </MenuLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

import type { MenuEntry } from '../../../domain/declarations/site.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MenuBadge } from './MenuBadge.tsx';
import { menuBlocks, type MenuBlock } from './menuHeadings.ts';
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
      {sheetBlocks(section.entries ?? []).map(({ heading, entries }) => (
        <section key={heading ?? entries[0]?.label} aria-label={heading}>
          {heading !== undefined && <p className={styles.group}>{heading}</p>}
          <ul>
            {entries.map((entry) => (
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

/** Under More, a section is a heading, also of the headings within it. */
function sheetBlocks(entries: readonly MenuEntry[]): MenuBlock[] {
  if (entries.every((one) => one.entries === undefined)) return menuBlocks(entries);
  return entries.flatMap((one) =>
    menuBlocks(one.entries ?? [one]).map((block) => ({
      ...block,
      heading: one.entries && [one.label, block.heading].filter(Boolean).join(': '),
    })),
  );
}

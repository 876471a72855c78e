import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import styles from './Tabs.module.css';

export interface Tab {
  key: string;
  label: ReactNode;
  content: ReactNode;
  /** Stays mounted while another tab is shown, so that nothing typed in it is lost. */
  isAlwaysMounted?: boolean;
}

export interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  selected: string;
  onSelect: (key: string) => void;
  /**
   * The class name of a frame in which all panels are beside each other; null: one at a time. It is one tree, so that a tablet that is
   * turned loses nothing typed.
   */
  beside?: string | null;
}

export function Tabs({ label, tabs, selected, onSelect, beside = null }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = tabs.find((tab) => tab.key === selected) ?? tabs[0];
  const move = (event: KeyboardEvent) => {
    const target = neighbor(
      event.key,
      tabs.findIndex((tab) => tab.key === current?.key),
      tabs.length,
    );
    const tab = tabs[target ?? -1];
    if (tab === undefined) return;
    event.preventDefault();
    onSelect(tab.key);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[target ?? 0]?.focus();
  };
  const panel = (key: string) => ({
    id: `${id}-${key}-panel`,
    role: 'tabpanel',
    'aria-labelledby': `${id}-${key}`,
    hidden: key !== current?.key,
    className: styles.panel,
  });
  return (
    <div className={beside ?? undefined}>
      {beside === null && (
        <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={move} tabIndex={-1}>
          {tabs.map((tab) => (
            <button
              key={tab.key}
              id={`${id}-${tab.key}`}
              type="button"
              role="tab"
              aria-selected={tab.key === current?.key}
              aria-controls={`${id}-${tab.key}-panel`}
              tabIndex={tab.key === current?.key ? 0 : -1}
              className={styles.tab}
              onClick={() => onSelect(tab.key)}
            >
              {tab.label}
            </button>
          ))}
        </div>
      )}
      {tabs.map(
        ({ key, content, isAlwaysMounted }) =>
          (beside !== null || key === current?.key || isAlwaysMounted === true) && (
            <div key={key} {...(beside === null ? panel(key) : { className: styles.beside })}>
              {content}
            </div>
          ),
      )}
    </div>
  );
}

function neighbor(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

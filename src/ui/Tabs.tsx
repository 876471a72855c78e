import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import styles from './Tabs.module.css';

export interface Tab {
  key: string;
  label: ReactNode;
  content: ReactNode;
}

export interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  selected: string;
  onSelect: (key: string) => void;
  /** Keeps all panels, and what is entered in them: one visible at a time, or all `together`, without tabs, where there is room. */
  keeps?: 'one' | 'together';
  /** Around panels that are together. */
  className?: string | undefined;
}

export function Tabs({ label, tabs, selected, onSelect, keeps, className }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = tabs.find((tab) => tab.key === selected) ?? tabs[0];
  const move = (event: KeyboardEvent) => {
    const target = neighbour(
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
  const areTogether = keeps === 'together';
  const panelId = (key: string | undefined) => `${id}-panel${keeps === undefined ? '' : `-${key}`}`;
  const shown = keeps === undefined ? tabs.filter((tab) => tab === current) : tabs;
  const panels = shown.map(({ key, content }) => (
    <div
      key={panelId(key)}
      id={panelId(key)}
      hidden={!areTogether && key !== current?.key}
      {...(!areTogether && { role: 'tabpanel', 'aria-labelledby': `${id}-${key}`, className: styles.panel })}
    >
      {content}
    </div>
  ));
  return (
    <div className={areTogether ? className : undefined}>
      {!areTogether && (
        <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={move} tabIndex={-1}>
          {tabs.map((tab) => (
            <button
              key={tab.key}
              id={`${id}-${tab.key}`}
              type="button"
              role="tab"
              aria-selected={tab.key === current?.key}
              aria-controls={panelId(tab.key)}
              tabIndex={tab.key === current?.key ? 0 : -1}
              className={styles.tab}
              onClick={() => onSelect(tab.key)}
            >
              {tab.label}
            </button>
          ))}
        </div>
      )}
      {panels}
    </div>
  );
}

function neighbour(key: string, index: number, count: number): number | null {
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

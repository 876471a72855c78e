import { useCallback, useState, type ComponentProps } from 'react';
import styles from './ScrollingTable.module.css';

/** A table that scrolls horizontally when too wide, also by keyboard. */
export function ScrollingTable(attributes: ComponentProps<'table'>) {
  const [isWide, setIsWide] = useState(false);
  const watch = useCallback((box: HTMLDivElement | null) => {
    if (box === null) return;
    const observer = new ResizeObserver(() => setIsWide(box.scrollWidth > box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const reachable = isWide ? { tabIndex: 0, role: 'group', 'aria-label': 'Table, scrolls sideways' } : {};
  return (
    <div ref={watch} className={styles.box} {...reachable}>
      <table {...attributes} />
    </div>
  );
}

import type { ComponentProps } from 'react';
import { useSidewaysScroll } from './useSidewaysScroll.ts';
import styles from './ScrollingTable.module.css';

/** A table that scrolls horizontally when too wide, also by keyboard. */
export function ScrollingTable(attributes: ComponentProps<'table'>) {
  const box = useSidewaysScroll();
  return (
    <div className={styles.box} {...box}>
      <table {...attributes} />
    </div>
  );
}

import type { OpenState } from './openState.ts';
import styles from './PlaceState.module.css';

/** Whether a place is open. Always two lines, so that the layout does not shift when the state changes. */
export function PlaceState({ state: { isOpen, text: words, detail } }: { state: OpenState }) {
  return (
    <div className={styles.state}>
      <p className={isOpen ? styles.open : styles.words}>{words}</p>
      <p className={styles.detail}>{detail}</p>
    </div>
  );
}

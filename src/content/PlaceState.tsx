import type { OpenState } from './openState.ts';
import styles from './PlaceState.module.css';

/** Whether a place is open, in two lines whatever they say: what changes with the time moves nothing. */
export function PlaceState({ state: { isOpen, words, detail } }: { state: OpenState }) {
  return (
    <div className={styles.state}>
      <p className={isOpen ? styles.open : styles.words}>{words}</p>
      <p className={styles.detail}>{detail}</p>
    </div>
  );
}

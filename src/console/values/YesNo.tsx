import { Icon } from '../../ui/Icon.tsx';
import styles from './values.module.css';

export function YesNo({ value }: { value: boolean }) {
  return value ? (
    <span className={styles.yes}>
      <Icon name="check" size={16} />
      Yes
    </span>
  ) : (
    <span className={styles.no}>
      <Icon name="minus" size={16} />
      No
    </span>
  );
}

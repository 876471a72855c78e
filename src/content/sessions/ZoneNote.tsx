import { useForeignZone } from '../../ui/useForeignZone.ts';
import { useNow } from './useNow.ts';
import styles from './ZoneNote.module.css';

export function ZoneNote({ timezone }: { timezone: string }) {
  const name = useForeignZone(timezone, useNow());
  return name !== null && <p className={styles.note}>Times are in {name}.</p>;
}

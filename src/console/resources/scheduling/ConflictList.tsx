import { useId, useState } from 'react';
import type { StaffEntry, StaffPlace } from '../../../../domain/sessions/scheduling.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatInstant } from '../../../ui/instants.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { formatCount } from '../../../ui/numbers.ts';
import styles from './scheduling.module.css';

export interface ConflictListProps {
  entries: readonly StaffEntry[];
  places: readonly StaffPlace[];
  zone: string;
  onOpen: (entry: StaffEntry) => void;
}

/** How many sessions clash with something, and which. */
export function ConflictList({ entries, places, zone, onOpen }: ConflictListProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const clashing = entries.filter(({ clashes }) => clashes.length > 0);
  if (clashing.length === 0)
    return (
      <p className={styles.noClash}>
        <Icon name="circle-check" size={16} /> No clashes in these dates
      </p>
    );
  const names = new Map(places.map((place) => [place.id, place]));
  return (
    <div className={styles.clashes}>
      <Button
        icon="triangle-alert"
        iconAfter={isOpen ? 'chevron-up' : 'chevron-down'}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {formatCount(clashing.length, 'session clashes', 'sessions clash')}
      </Button>
      {isOpen && (
        <ul id={id} className={styles.clashList}>
          {clashing.map((entry) => {
            const place = names.get(entry.placeId ?? 0);
            return (
              <li key={entry.id}>
                <button type="button" className={styles.clash} onClick={() => onOpen(entry)}>
                  <strong>{entry.title}</strong>
                  <span>
                    {formatInstant(entry.start, place?.timezone ?? zone)}
                    {place !== undefined && <>, {place.displayName}</>}
                  </span>
                  <span className={styles.clashWords}>{entry.clashes.map(({ words }) => words).join('; ')}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

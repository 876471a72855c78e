import { formatConflictCount } from '../../../../domain/sessions/conflict-override.ts';
import { formatInstant } from '../../../../domain/values/formats.ts';
import { useId, useState } from 'react';
import type { StaffEntry, StaffPlace } from '../../../../domain/calls/staff-calendar.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './scheduling.module.css';

export interface ConflictListProps {
  entries: readonly StaffEntry[];
  places: readonly StaffPlace[];
  zone: string;
  onOpen: (entry: StaffEntry) => void;
}

/** How many sessions have conflicts, and which. */
export function ConflictList({ entries, places, zone, onOpen }: ConflictListProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const conflicting = entries.filter(({ conflicts }) => conflicts.length > 0);
  if (conflicting.length === 0)
    return (
      <p className={styles.noConflict}>
        <Icon name="circle-check" size={16} /> No conflicts on these dates
      </p>
    );
  const names = new Map(places.map((place) => [place.id, place]));
  return (
    <div className={styles.conflicts}>
      <Button
        icon="triangle-alert"
        iconAfter={isOpen ? 'chevron-up' : 'chevron-down'}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {formatConflictCount(conflicting.length)}
      </Button>
      {isOpen && (
        <ul id={id} className={styles.conflictList}>
          {conflicting.map((entry) => {
            const place = names.get(entry.placeId ?? 0);
            return (
              <li key={entry.id}>
                <button type="button" className={styles.conflict} onClick={() => onOpen(entry)}>
                  <strong>{entry.title}</strong>
                  <span>
                    {formatInstant(entry.start, place?.timezone ?? zone)}
                    {place !== undefined && <>, {place.displayName}</>}
                  </span>
                  <span className={styles.conflictText}>{entry.conflicts.map(({ text }) => text).join('; ')}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

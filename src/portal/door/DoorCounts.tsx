import type { DoorSession } from '../../../domain/calls/door.ts';
import styles from './DoorCounts.module.css';
import { GROUPS, isInGroup, type DoorGroup } from './marks/doorTexts.ts';
import type { DoorRow } from './marks/useDoorMarks.ts';

const ORDER: readonly DoorGroup['key'][] = ['expected', 'attended', 'noShow', 'waiting'];
const ALWAYS: readonly DoorGroup['key'][] = ['expected', 'attended'];

export interface DoorCountsProps {
  rows: readonly DoorRow[];
  session: DoorSession;
  /** The one that is listed alone. */
  group: DoorGroup | null;
  onGroup: (group: DoorGroup | null) => void;
}

/** How many people there are of each kind; each count lists them alone, and again all. */
export function DoorCounts({ rows, session: { taken, capacity }, group, onGroup }: DoorCountsProps) {
  const groups = ORDER.flatMap((key) => GROUPS.filter((one) => one.key === key));
  return (
    <div className={styles.counts} role="group" aria-label="Show only">
      {groups.map((one) => {
        const count = rows.filter((ticket) => isInGroup(ticket, one)).length;
        if (count === 0 && group !== one && !ALWAYS.includes(one.key)) return null;
        return (
          <button
            key={one.key}
            type="button"
            className={styles.count}
            aria-pressed={group === one}
            onClick={() => onGroup(group === one ? null : one)}
          >
            {one.label} <strong>{count}</strong>
          </button>
        );
      })}
      <span className={styles.seats}>
        {taken} of {capacity} seats
      </span>
    </div>
  );
}

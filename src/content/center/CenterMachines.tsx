import type { MachineInView } from '../../../domain/calls/centers.ts';
import type { IconName } from '../../../domain/declarations/icons.ts';
import { Chip, type Tone } from '../../ui/Chip.tsx';
import styles from './Center.module.css';

const STATES: Record<MachineInView['state'], { tone: Tone; icon: IconName; text: string }> = {
  available: { tone: 'green', icon: 'circle-check', text: 'Available' },
  inUse: { tone: 'blue', icon: 'clock', text: 'In use' },
  maintenance: { tone: 'orange', icon: 'clock', text: 'Maintenance' },
  outOfOrder: { tone: 'red', icon: 'circle-x', text: 'Out of order' },
};

export function CenterMachines({ machines }: { machines: readonly MachineInView[] }) {
  if (machines.length === 0) return <p className={styles.note}>No machines.</p>;
  return (
    <ul className={styles.machines}>
      {machines.map(({ id, name, state, note }) => {
        const { tone, icon, text } = STATES[state];
        return (
          <li key={id} className={styles.entry}>
            <span className={styles.main}>
              <span className={styles.strong}>{name}</span>
              {note !== null && <span className={styles.detail}> {note}</span>}
            </span>
            <Chip tone={tone} icon={icon}>
              {text}
            </Chip>
          </li>
        );
      })}
    </ul>
  );
}

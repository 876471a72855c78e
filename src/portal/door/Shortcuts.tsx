import { Dialog } from '../../ui/Dialog.tsx';
import styles from './Door.module.css';

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['/', 'Find a name'],
  ['Arrow down, arrow up', 'From one person who is still expected to the next'],
  ['Enter', 'Mark the person whose button is focused'],
  ['Escape', 'Show everybody again'],
  ['s', 'Type a code, a card or a student ID'],
  ['c', 'Switch the camera on and off'],
  ['a', 'Add a person'],
  ['?', 'These shortcuts'],
];

export function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" width={480} onClose={onClose} closeButton>
      <dl className={styles.keys}>
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.facts}>Letters work while no field is chosen.</p>
    </Dialog>
  );
}

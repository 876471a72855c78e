import { Dialog } from '../../ui/Dialog.tsx';
import styles from './Door.module.css';

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['/ or s', 'Scan or find a name'],
  ['Arrow down, arrow up', 'Next or previous expected person'],
  ['Enter', 'Mark the person whose button is focused'],
  ['Escape', 'Clear the field'],
  ['c', 'Turn the camera on or off'],
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
      <p className={styles.facts}>Letter keys work when no field has the focus.</p>
    </Dialog>
  );
}

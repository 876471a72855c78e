import { Fragment } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './Editing.module.css';

const KEYS = [
  ['M or Space', 'Pick up the event to move it'],
  ['Arrows', 'While moving: one row up or down, one day left or right'],
  ['Shift with up or down', 'Five minutes'],
  ['Alt with left or right', 'Next place'],
  ['Page up, Page down', 'A week'],
  ['Enter or Space', 'Drop it'],
  ['Escape', 'Cancel the move'],
  ['R', 'Change its end, with the arrows'],
  ['N', 'On free time or a day: create an event'],
  ['Delete', 'Delete the event after you confirm'],
  ['Ctrl + Z', 'Undo the last change'],
] as const;

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Calendar keyboard shortcuts" width={520} onClose={onClose} cancel="Close">
      <dl className={styles.keys}>
        {KEYS.map(([key, what]) => (
          <Fragment key={key}>
            <dt>{key}</dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}

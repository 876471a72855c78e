import { Fragment } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './Editing.module.css';

const KEYS = [
  ['M or Space', 'Take the event, to move it'],
  ['Arrows', 'While it is taken: a row up or down, a day left or right'],
  ['Shift with up or down', 'Five minutes'],
  ['Alt with left or right', 'The next place'],
  ['Page up, Page down', 'A week'],
  ['Enter or Space', 'Put it there'],
  ['Escape', 'Leave it as it was'],
  ['R', 'Change its end, with the arrows'],
  ['N', 'On a free time or a day: something new'],
  ['Delete', 'Offer to delete the event'],
  ['Ctrl + Z', 'Undo the last change'],
] as const;

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys of the calendar" width={520} onClose={onClose} cancel="Close">
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

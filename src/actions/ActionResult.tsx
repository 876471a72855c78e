import type { ShownResult } from '../../domain/calls/action-parts.ts';
import { showModal } from '../app/dialogs/modalQueue.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import layout from '../ui/layout.module.css';
import styles from './actions.module.css';

/** Shows a secret or a link, which is not shown again. */
export function showResult({ title, text, value }: ShownResult): void {
  void showModal({
    type: 'Information',
    header: title,
    message: text,
    width: 460,
    confirmButtonText: 'Close',
    content: () => (
      <div className={layout.stack4}>
        <output className={styles.result}>{value}</output>
        <CopyButton text={value} label="Copy" of={title} />
      </div>
    ),
  });
}

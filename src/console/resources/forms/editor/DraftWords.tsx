import { useModel } from '../../../../app/useModel.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Icon } from '../../../../ui/Icon.tsx';
import { formatClock, formatCount } from '../../../values/formats.ts';
import type { FormEditor } from './useFormEditor.ts';
import styles from './editor.module.css';

/** How the saving of the draft stands. */
export function DraftWords({ editor: { draft, faults, saver } }: { editor: FormEditor }) {
  const { timezone } = useModel().site;
  return (
    <span className={styles.draftWords} role="status">
      {draft.kind === 'failed' ? (
        <>
          <Icon name="triangle-alert" size={16} />Not saved: {draft.message} <Button size="small" onClick={() => void saver.flush()}>Retry</Button>
        </>
      ) : draft.kind === 'faulty' ? (
        <><Icon name="triangle-alert" size={16} />Not saved: mend {formatCount(faults.all.length, 'marked setting', 'marked settings')}</>
      ) : draft.kind === 'saved' ? (
        <><Icon name="circle-check" size={16} />{draft.at === null ? 'Draft saved' : `Draft saved ${formatClock(draft.at, timezone)}`}</>
      ) : draft.kind === 'saving' ? 'Saving' : <><Icon name="circle-dot" size={16} />Unsaved changes</>}
    </span>
  );
}

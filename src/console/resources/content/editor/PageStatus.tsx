import { SaveStatus } from '../../../editing/SaveStatus.tsx';
import { PageStateChip } from '../PageStateChip.tsx';
import type { PageEditing } from './usePageEditor.ts';
import styles from './editor.module.css';

/** The state of the page and of its draft. */
export function PageStatus({ editor }: { editor: PageEditing }) {
  return (
    <span className={styles.stateWords}>
      <PageStateChip {...editor.state} />
      <DraftStatus editor={editor} />
    </span>
  );
}

/** Whether what was changed is saved. */
export function DraftStatus({ editor: { state, draft, saver } }: { editor: PageEditing }) {
  const untouched = state.hasDraft
    ? 'Draft saved'
    : state.isPublished
      ? 'No unpublished changes'
      : 'Nothing changed yet';
  return <SaveStatus draft={draft} onRetry={() => void saver.flush()} untouched={untouched} saved="Saved" />;
}

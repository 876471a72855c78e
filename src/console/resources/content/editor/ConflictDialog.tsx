import { isWithoutDraft, type PageDraft } from '../../../../../domain/page-content.ts';
import { useModel } from '../../../../app/useModel.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { formatInstant } from '../../../values/formats.ts';
import { ChangesList } from './ChangesList.tsx';
import { contentChanges, isUnchanged } from './contentChanges.ts';
import type { PageEditing } from './usePageEditor.ts';
import styles from './editor.module.css';

/** Two people edit the page at once: one of the two goes on. Taking theirs can be undone. */
export function ConflictDialog({ editor, theirs }: { editor: PageEditing; theirs: PageDraft }) {
  const { timezone } = useModel().site;
  // There is no draft any more, and `theirs` is the page as it is.
  const isGone = isWithoutDraft(theirs.version);
  const changes = contentChanges(theirs.content, editor.content, editor.types);
  return (
    <Dialog
      role="alertdialog"
      title={
        isGone ? 'The page was published or its draft discarded meanwhile' : 'Somebody else changed this page meanwhile'
      }
      width={560}
      actions={
        <>
          <Button onClick={() => editor.takeTheirs(theirs)}>{isGone ? 'Take the page' : 'Take theirs'}</Button>
          <Button variant="primary" onClick={() => editor.keepMine(theirs)}>
            Keep mine
          </Button>
        </>
      }
    >
      <div className={styles.publish}>
        <p>
          {isGone
            ? 'It happened at its scheduled time, or somebody else did it after you had opened it.'
            : `${theirs.updatedBy ?? 'Somebody'} saved it on ${formatInstant(theirs.updatedAt, timezone)}, after you had opened it.`}{' '}
          Nothing of yours has been saved or published since.
        </p>
        {isUnchanged(changes) ? (
          <p>Both say the same.</p>
        ) : (
          <>
            <p>Yours differs from {isGone ? 'the page as it is' : 'theirs'} in this:</p>
            <ChangesList changes={changes} />
          </>
        )}
        <p className={styles.quiet}>
          {isGone
            ? 'Take the page as it is (Undo brings yours back), or keep yours as a new draft.'
            : 'Take theirs (Undo brings yours back), or save yours over it.'}
        </p>
      </div>
    </Dialog>
  );
}

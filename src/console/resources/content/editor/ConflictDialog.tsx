import { useId, useState } from 'react';
import { isWithoutDraft, type PageDraft } from '../../../../../domain/content/page-content.ts';
import type { Side } from '../../../../../domain/content/page-merge.ts';
import { useModel } from '../../../../app/useModel.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { formatInstant } from '../../../values/formats.ts';
import { describeConflict } from './describeConflict.ts';
import type { PageEditing } from './usePageEditor.ts';
import layout from '../../../../ui/layout.module.css';
import styles from './editor.module.css';

/** Resolves conflicting changes of two editors, one after another. Changes that do not conflict are kept from both. */
export function ConflictDialog({ editor, theirs }: { editor: PageEditing; theirs: PageDraft }) {
  const { timezone } = useModel().site;
  const lead = useId();
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map());
  // The draft no longer exists; `theirs` is the published page.
  const isGone = isWithoutDraft(theirs.version);
  const conflict = editor.conflicts[choices.size];
  if (!conflict) return null;
  const { name, rows } = describeConflict(conflict, editor.types);
  const choose = (side: Side) => {
    const chosen = new Map([...choices, [conflict.key, side] as const]);
    setChoices(chosen);
    if (chosen.size === editor.conflicts.length) editor.resolve(theirs, chosen);
  };
  const other = isGone ? 'The page' : 'Theirs';
  return (
    <Dialog
      role="alertdialog"
      describedBy={lead}
      title={
        isGone ? 'The page was published or its draft discarded meanwhile' : 'Somebody else changed this page meanwhile'
      }
      width={680}
      actions={
        <>
          <Button onClick={() => choose('theirs')}>{isGone ? 'Take the page' : 'Take theirs'}</Button>
          <Button variant="primary" onClick={() => choose('mine')}>
            Keep mine
          </Button>
        </>
      }
    >
      <div className={layout.stack4}>
        <p id={lead}>
          {isGone
            ? 'It happened at its scheduled time, or somebody else did it after you had opened it.'
            : `${theirs.updatedBy ?? 'Somebody'} saved it on ${formatInstant(theirs.updatedAt, timezone)}, after you had opened it.`}{' '}
          {editor.conflicts.length === 1
            ? 'You both changed one thing; everything else of both is kept.'
            : 'You both changed these things; everything else of both is kept.'}
        </p>
        <h3 className={styles.conflictSection} aria-live="polite">
          {name}
          {editor.conflicts.length > 1 && (
            <small>
              {' '}
              {choices.size + 1} of {editor.conflicts.length}
            </small>
          )}
        </h3>
        <table className={styles.compared}>
          <thead>
            <tr>
              <td />
              <th scope="col">Mine</th>
              <th scope="col">{other}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, mine, theirs: its }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{mine}</td>
                <td>{its}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={styles.quiet}>
          {isGone
            ? 'What visitors see stays in the history, whatever you choose.'
            : 'If you keep yours, theirs goes into the history, from which it can be brought back.'}
        </p>
      </div>
    </Dialog>
  );
}

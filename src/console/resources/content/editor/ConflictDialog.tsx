import { formatInstant } from '../../../../../domain/values/formats.ts';
import { useId, useState } from 'react';
import { isWithoutDraft } from '../../../../../domain/content/content.ts';
import type { PageContent, PageDraft } from '../../../../../domain/calls/page-editor.ts';
import type { PageConflict, Side } from '../../../../../domain/content/page-merge.ts';
import { useModel } from '../../../../app/useModel.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import layout from '../../../../ui/layout.module.css';
import { FieldChanges } from '../../../editing/FieldChanges.tsx';
import { cardName } from './cardNames.ts';
import { usePageChanges } from './usePageChanges.ts';
import type { PageEditing } from './usePageEditor.ts';

/** Resolves conflicting changes of two editors, one after another. Changes that do not conflict are kept from both. */
export function ConflictDialog({ editor, theirs }: { editor: PageEditing; theirs: PageDraft }) {
  const { timezone } = useModel().site;
  const lead = useId();
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map());
  // The draft no longer exists; `theirs` is the published page.
  const isPublished = isWithoutDraft(theirs.version);
  const { conflicts } = editor;
  const conflict = conflicts[choices.size];
  if (!conflict) return null;
  const choose = (side: Side) => {
    const chosen = new Map([...choices, [conflict.key, side] as const]);
    setChoices(chosen);
    if (chosen.size === conflicts.length) editor.resolve(theirs, chosen);
  };
  return (
    <Dialog
      role="alertdialog"
      describedBy={lead}
      title={isPublished ? 'The page was published or its draft was discarded' : 'Someone else changed this page'}
      width={680}
      actions={
        <>
          <Button onClick={() => choose('theirs')}>{isPublished ? 'Take the page' : 'Take theirs'}</Button>
          <Button variant="primary" onClick={() => choose('mine')}>
            Keep mine
          </Button>
        </>
      }
    >
      <div className={layout.stack4}>
        <p id={lead}>
          {isPublished
            ? 'This happened at its scheduled time, or someone else did it after you opened the page.'
            : `${theirs.updatedBy ?? 'Someone'} saved it on ${formatInstant(theirs.updatedAt, timezone)}, after you opened it.`}{' '}
          {conflicts.length === 1
            ? 'You both changed one thing; all other changes are kept.'
            : `You both changed these ${conflicts.length} things; all other changes are kept.`}
        </p>
        <ConflictSides
          conflict={conflict}
          editor={editor}
          position={conflicts.length > 1 ? `, ${choices.size + 1} of ${conflicts.length}` : ''}
          sides={[isPublished ? 'The page' : 'Theirs', 'Mine']}
        />
        <p>
          {isPublished
            ? 'The published version stays in the history, whichever you choose.'
            : 'If you keep yours, theirs stays in the history. You can restore it from there.'}
        </p>
      </div>
    </Dialog>
  );
}

interface ConflictSidesProps {
  conflict: PageConflict;
  editor: PageEditing;
  position: string;
  sides: readonly [theirs: string, mine: string];
}

function ConflictSides({ conflict, editor: { content, types }, position, sides }: ConflictSidesProps) {
  const { settings, cards } = usePageChanges(
    contentWith(content, conflict, 'theirs'),
    contentWith(content, conflict, 'mine'),
    types,
  );
  const card = conflict.kind === 'card' ? (conflict.mine ?? conflict.theirs) : null;
  const isOneSided = conflict.mine === null || conflict.theirs === null;
  return (
    <>
      <h3 aria-live="polite">
        {card ? cardName(card, types) : settings[0]?.title}
        {position}
      </h3>
      {card && isOneSided ? (
        <p>
          {conflict.mine === null
            ? 'You removed this card; the other side changed it.'
            : 'You changed this card; the other side removed it.'}
        </p>
      ) : (
        <FieldChanges fields={card ? (cards[0]?.fields ?? []) : settings} headingLevel={4} sides={sides} />
      )}
    </>
  );
}

/** Only what conflicts, so that nothing else is compared. */
function contentWith(content: PageContent, conflict: PageConflict, side: Side): PageContent {
  if (conflict.kind === 'field') return { ...content, [conflict.key]: conflict[side], cards: [] };
  const card = conflict[side];
  return { ...content, cards: card === null ? [] : [card] };
}

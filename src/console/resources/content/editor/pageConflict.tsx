import { isWithoutDraft } from '../../../../../domain/content/content.ts';
import type { PageContent, PageDraft } from '../../../../../domain/calls/page-editor.ts';
import type { PageConflict, Side } from '../../../../../domain/content/page-merge.ts';
import type { DraftConflict } from '../../../editing/ConflictDialog.tsx';
import { FieldChanges } from '../../../editing/FieldChanges.tsx';
import { cardName } from './cardNames.ts';
import type { PageEditing } from './usePageEditor.ts';

/** What both sides changed differently; null where everything can be merged. */
export function pageConflict(editor: PageEditing, theirs: PageDraft): DraftConflict | null {
  if (editor.conflicts.length === 0) return null;
  // The draft no longer exists; `theirs` is the published page.
  const isPublished = isWithoutDraft(theirs.version);
  const sides = [isPublished ? 'The page' : 'Theirs', 'Mine'] as const;
  return {
    version: theirs.version,
    savedBy: theirs.updatedBy,
    savedAt: theirs.updatedAt,
    isPublished,
    parts: editor.conflicts.map((conflict) => conflictPart(editor, conflict, sides)),
    note: isPublished
      ? 'The published version stays in the history, whichever you choose.'
      : 'If you keep yours, theirs stays in the history. You can restore it from there.',
    onResolve: (choices) => editor.resolve(theirs, choices),
  };
}

function conflictPart(
  { content, types, compare }: PageEditing,
  conflict: PageConflict,
  sides: readonly [theirs: string, mine: string],
): DraftConflict['parts'][number] {
  const { key, mine, theirs } = conflict;
  const { settings, cards } = compare(contentWith(content, conflict, 'theirs'), contentWith(content, conflict, 'mine'));
  if (conflict.kind === 'field')
    return {
      key,
      title: settings[0]?.title ?? key,
      differences: <FieldChanges fields={settings} headingLevel={4} sides={sides} />,
    };
  const removal =
    mine === null
      ? 'You removed this card. Someone else changed it.'
      : 'You changed this card. Someone else removed it.';
  const card = conflict.mine ?? conflict.theirs;
  return {
    key,
    title: card && cardName(card, types),
    differences:
      mine === null || theirs === null ? (
        <p>{removal}</p>
      ) : (
        <FieldChanges fields={cards[0]?.fields ?? []} headingLevel={4} sides={sides} />
      ),
  };
}

/** Only what conflicts, so that nothing else is compared. */
function contentWith(content: PageContent, conflict: PageConflict, side: Side): PageContent {
  if (conflict.kind === 'field') return { ...content, [conflict.key]: conflict[side], cards: [] };
  const card = conflict[side];
  return { ...content, cards: card === null ? [] : [card] };
}
